// SPDX-License-Identifier: GPL-3.0-or-later
// The list of texts: where it comes from, and stepping through it. Gold data, which brings such a list.
#include <QFileDialog>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_data.h"
#include "ui/figures/token_label.h"
#include "ui/main_window.h"

namespace headscope::ui {
namespace {

/// What a file of lines holds.
struct OpenedLines {
    std::vector<core::Input> texts;
    GoldPtr gold;  ///< null: a list of texts
};

QString fileName(const core::GoldData& gold) {
    return visibleText(gold.file.filename().string());
}

GoldPtr goldAt(const std::string& path, core::Index base = 0) {
    return std::make_shared<const core::GoldData>(core::readGoldData(path, base));
}

/// JSON Lines are texts; what lies between tabs may be either.
OpenedLines openedLines(const QString& path) {
    const std::string file = path.toStdString();
    const bool plain = path.endsWith(QLatin1String(".txt")) || path.endsWith(QLatin1String(".tsv"));
    if (plain && core::isGoldData(file)) return {{}, goldAt(file)};
    return {core::readTexts(file, TextList::most), nullptr};
}

}  // namespace

void MainWindow::connectTexts() {
    connect(&m_loader, &Loader::failed, this, [this] { m_refusedText = m_steppedTo; });
    // A press has checked it already.
    const auto showMean = [this] {
        const RunPtr& shown = m_session.shown();
        m_actions[ActionId::MeanOverTexts]->setChecked(shown && !shown->trace->meanOf.empty());
    };
    connect(&m_loader, &Loader::failed, this, showMean);
    connect(&m_loader, &Loader::stopped, this, showMean);
    connect(&m_loader, &Loader::finished, this, [this] {
        m_steppedTo.reset();
        m_refusedText.reset();
    });
    const auto on = [this](ActionId id, auto slot) {
        connect(m_actions[id], &QAction::triggered, this, slot);
    };
    on(ActionId::OpenTexts, [this] { askTexts(); });
    on(ActionId::OpenGold, [this] { askGold(); });
    on(ActionId::ForgetGold, [this] { m_session.setGold(nullptr); });
    const auto followGold = [this] {
        m_actions[ActionId::ForgetGold]->setEnabled(m_session.shown() && m_session.gold());
    };
    connect(&m_session, &Session::goldChanged, this, followGold);
    connect(&m_session, &Session::runChanged, this, followGold);
    followGold();
    on(ActionId::NextText, [this] { stepText(1); });
    on(ActionId::PreviousText, [this] { stepText(-1); });
    on(ActionId::ForgetTexts, [this] { m_session.setTexts({}); });
    on(ActionId::MeanOverTexts, [this] {
        const Side side = m_session.shownSide();
        const bool isMean = !m_loader.next(side).meanOver.empty();
        m_loader.meanOver(side, isMean ? TextList() : m_session.texts());
    });
    on(ActionId::KeepText, [this] {
        const TextList& texts = m_session.texts();
        const core::Input& input = m_session.shown()->trace->spec.input;
        if (texts.size() == TextList::most && !texts.find(input))
            m_statusLine->showNotice(
                tr("The list is full: it holds %n text(s)", "", static_cast<int>(texts.size())));
        m_session.setTexts(texts.toggled(input));
    });
    connect(m_textBar, &TextBar::linesPasted, this,
            [this](const QString& lines) { showTexts(textsIn(lines)); });
}

void MainWindow::askTexts() {
    auto* dialog = new QFileDialog(this, m_actions[ActionId::OpenTexts]->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QStringList patterns;
    for (const char* suffix : textSuffixes) patterns.append(QStringLiteral("*.") + QLatin1String(suffix));
    dialog->setNameFilter(
        QStringLiteral("%1 (%2)").arg(tr("One text on each line"), patterns.join(QLatin1Char(' '))));
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openTexts);
    dialog->open();
}

void MainWindow::openTexts(const QString& path) {
    m_errorBar->hide();
    m_files.start<OpenedLines>([path](const core::Progress&) { return openedLines(path); },
                               [this](OpenedLines opened) {
                                   opened.gold ? takeGold(opened.gold) : showTexts(std::move(opened.texts));
                               });
}

void MainWindow::askGold() {
    auto* dialog = new QFileDialog(this, m_actions[ActionId::OpenGold]->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    const QString fromOne = tr("Alignments that count words from 1") + QStringLiteral(" (*)");
    dialog->setNameFilters({tr("Dependencies, coreference, pronouns, word pairs, alignments from 0") +
                                QStringLiteral(" (*.conllu *.conll *.tsv *.txt)"),
                            fromOne, tr("All files") + QStringLiteral(" (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, fromOne](const QString& path) {
        openGold(path, dialog->selectedNameFilter() == fromOne ? 1 : 0);
    });
    dialog->open();
}

void MainWindow::openGold(const QString& path, core::Index base) {
    m_errorBar->hide();
    m_files.start<GoldPtr>(
        [path = path.toStdString(), base](const core::Progress&) { return goldAt(path, base); },
        [this](const GoldPtr& gold) { takeGold(gold); });
}

void MainWindow::takeGold(const GoldPtr& gold) {
    if (!m_session.shown()) return;
    m_session.setGold(gold);
    if (gold->noFirstWord && gold->base == 0)
        m_errorBar->showError(tr("No link of %1 is to a first word: if it counts from 1, open it as such")
                                  .arg(fileName(*gold)));
    std::vector<core::Input> texts = gold->inputs();
    if (texts.size() > TextList::most) texts.resize(TextList::most);
    // Word pairs have no texts of their own; and who looks at one of the texts stays there.
    if (texts.empty() || TextList(texts).find(m_session.shown()->trace->spec.input)) {
        if (!texts.empty()) m_session.setTexts(TextList(std::move(texts)));
        return m_statusLine->showNotice(tr("Outlines show what %1 asks for").arg(fileName(*gold)));
    }
    showTexts(std::move(texts));
}

void MainWindow::forgetLostGold(const core::GoldData& gold) {
    m_session.setGold(nullptr);
    m_errorBar->showError(tr("%1 is gone: the session was opened without its gold data").arg(fileName(gold)));
}

void MainWindow::showTexts(std::vector<core::Input> texts) {
    if (texts.empty() || !m_session.shown()) return;
    const core::Input first = texts.front();
    m_statusLine->showNotice(tr("%n text(s): N and P step through them", "", static_cast<int>(texts.size())));
    m_session.setTexts(TextList(std::move(texts)));
    m_textBar->revert();
    readInput(first);
}

void MainWindow::stepText(int steps) {
    // From the text that is on its way, so that a key held down goes on; or from one that cannot be read.
    const core::Input from = m_refusedText.value_or(m_loader.next(m_session.shownSide()).input);
    auto next = stepped(m_session.texts(), from, steps);
    if (!next) return;
    next->literalSpecials = m_session.shown()->trace->spec.input.literalSpecials;
    m_textBar->revert();
    readInput(*next);
    m_steppedTo = next;
}

}  // namespace headscope::ui
