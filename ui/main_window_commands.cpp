// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the window: files that are asked for, keys.
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QTableView>
#include <QUrl>
#include <algorithm>

#include "core/checkpoint/weights_files.h"
#include "core/model/state_dict.h"
#include "core/trace/input_vectors.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/caption.h"
#include "ui/figures/figures.h"
#include "ui/help_dialog.h"
#include "ui/main_window.h"
#include "ui/model_dialog.h"
#include "ui/models/gates.h"
#include "ui/models/global_tokens.h"
#include "ui/remedies.h"
#include "ui/settings.h"
#include "ui/view_commands.h"
#include "ui/views/hover_tip.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr double clipboardScale = 2;

/// The folder, weights file, session, list of texts or gold data that hangs over the window; empty when it is
/// something else.
QString droppedFile(const QMimeData* mime) {
    for (const QUrl& url : mime->urls()) {
        const QFileInfo file(url.toLocalFile());
        const bool weights = core::isWeightsFile(file.fileName().toStdString());
        const bool session = isSessionFile(file.fileName().toStdString());
        const bool texts = isTextsFile(file.fileName()) || isGoldFile(file.fileName());
        if (url.isLocalFile() && (file.isDir() || weights || session || texts))
            return file.absoluteFilePath();
    }
    return {};
}

}  // namespace

void MainWindow::connectActions() {
    const auto on = [this](ActionId id, auto slot) {
        connect(m_actions[id], &QAction::triggered, this, slot);
    };
    on(ActionId::OpenFolder, [this] { askModel(true); });
    on(ActionId::OpenFile, [this] { askModel(false); });
    on(ActionId::OpenRecent,
       [this] { m_topBar->openMenu().popup(m_topBar->mapToGlobal(m_topBar->rect().bottomLeft())); });
    on(ActionId::AboutModel, [this] { showModel(); });
    on(ActionId::ExamineModel, [this] { showModel().examine(); });
    on(ActionId::CloseModel, [this] { m_loader.close(); });
    on(ActionId::EditText, [this] {
        m_textBar->text().setFocus(Qt::ShortcutFocusReason);
        m_textBar->text().selectAll();
    });
    on(ActionId::LiteralSpecials, [this] { toggleLiteralSpecials(); });
    on(ActionId::GlobalToken, [this] { toggleGlobalToken(m_strip->lookingToken()); });
    on(ActionId::GateHead, [this] { toggleHead(); });
    on(ActionId::Compare, [this] { toggleCompare(); });
    on(ActionId::ShowA, [this] { m_session.setSide(Side::A); });
    on(ActionId::ShowB, [this] { m_session.setSide(Side::B); });
    on(ActionId::ShowDifference, [this] { m_session.setSide(Side::Difference); });
    // The large view zooms wherever the keyboard focus is, so that walking through heads need not be given up
    // for it.
    on(ActionId::ZoomIn, [this] { m_workspace->view().zoom(ZoomStep::In); });
    on(ActionId::ZoomOut, [this] { m_workspace->view().zoom(ZoomStep::Out); });
    on(ActionId::Fit, [this] { m_workspace->view().zoom(ZoomStep::Fit); });
    on(ActionId::Centre, [this] { m_workspace->view().zoom(ZoomStep::Centre); });
    on(ActionId::NextChart, [this] {
        const int next = (m_workspace->charts().shownChart() + 1) % ChartsView::chartCount;
        showChart(static_cast<ChartsView::ChartId>(next));
    });
    on(ActionId::CopyView, [this] { copyView(); });
    on(ActionId::Escape, [this] { escape(); });
    on(ActionId::DarkTheme, [this] { toggleDark(); });
    on(ActionId::FullScreen, [this](bool full) { full ? showFullScreen() : showNormal(); });
    on(ActionId::Help, [this] { showHelp(); });
    on(ActionId::Quit, [this] { close(); });
    connect(m_actions[ActionId::SidePanel], &QAction::toggled, m_workspace, &Workspace::setSideShown);
    for (const ViewCommand& command : viewCommands()) {
        on(command.action, [this, apply = command.apply] {
            apply(m_session);
            showSettings();  // also when nothing changed: a checkable action has switched itself
        });
    }
    for (const ExportInfo& info : exportTable()) {
        on(info.action, [this, &info] { askExport(info); });
    }
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        // A table copies its own rows; two owners of one key would leave it without any.
        const bool table = qobject_cast<QTableView*>(now) != nullptr;
        m_actions[ActionId::CopyView]->setShortcuts(table ? QList<QKeySequence>()
                                                          : QList<QKeySequence>{QKeySequence::Copy});
    });
    connect(&m_topBar->openMenu(), &QMenu::aboutToShow, this, &MainWindow::fillOpenMenu);
}

void MainWindow::askModel(bool folder) {
    auto* dialog =
        new QFileDialog(this, folder ? tr("Open a model folder") : tr("Open a weights file or a session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!folder) {
        dialog->setNameFilters(
            {tr("Weights and sessions") +
             QStringLiteral(" (*.safetensors *.bin *.pt *.pth *.ckpt *.index.json *.headscope)")});
    }
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
    dialog->open();
}

void MainWindow::applyRemedy() {
    m_errorBar->hide();
    const QString model = m_loader.model();
    switch (remedyFor(*m_error)) {
        case Remedy::None:
            return;
        case Remedy::CutToFit:
            return m_loader.cutToFit();
        case Remedy::DescribeModel:
            return askHeads(this, *m_error, [this, model](int heads) { describeModel(model, heads); });
        case Remedy::ChooseVectors:
            return askVectors(this, [this, model](const QString& path) { readVectors(model, path); });
        case Remedy::Examine:
            return showModel().examine(model);
    }
}

void MainWindow::describeModel(const QString& model, int heads) {
    m_remedy.start<QString>(
        [model = model.toStdString(), heads](const core::Progress&) {
            return QString::fromStdString(core::describeModel(model, heads).file.string());
        },
        [this, model](const QString& written) {
            m_statusLine->showNotice(tr("Saved %1").arg(written));
            open(model);
        });
}

void MainWindow::readVectors(const QString& model, const QString& path) {
    m_remedy.start<core::Input>(
        [path = path.toStdString()](const core::Progress&) {
            core::Input input;
            input.vectors = core::readInputVectors(path);
            return input;
        },
        [this, model](const core::Input& input) { open(model, input); });
}

void MainWindow::askExport(const ExportInfo& info) {
    if (refuseSecondExport()) return;
    auto* dialog = new QFileDialog(this, m_actions[info.action]->text(), settings::exportFolder.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QStringList filters = info.filter().split(QStringLiteral(";;"));
    dialog->setNameFilters(filters);
    const auto suffixOf = [](const QString& filter) {
        return filter.section(QStringLiteral("*."), 1).section(QLatin1Char(')'), 0, 0);
    };
    dialog->setDefaultSuffix(suffixOf(filters.value(0)));
    const auto view = static_cast<std::size_t>(m_workspace->viewIndex());
    // With its suffix, because the dialog would take the end of "2.3-flow" for one.
    dialog->selectFile(proposedName(info, m_session, views()[view].id) + QLatin1Char('.') +
                       dialog->defaultSuffix());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, suffixOf](const QString& filter) {
        const QString before = QLatin1Char('.') + dialog->defaultSuffix();
        dialog->setDefaultSuffix(suffixOf(filter));
        const QString file = QFileInfo(dialog->selectedFiles().value(0)).fileName();
        if (file.endsWith(before))
            dialog->selectFile(file.chopped(before.size()) + QLatin1Char('.') + dialog->defaultSuffix());
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, &info](const QString& path) {
        settings::exportFolder.set(QFileInfo(path).absolutePath());
        exportTo(info, path);
    });
    dialog->open();
}

bool MainWindow::refuseSecondExport() {
    if (!m_exporter.isRunning()) return false;
    m_errorBar->showError(tr("%1 is still being saved. Wait until it is there, or stop it with Esc.")
                              .arg(m_exporter.fileName()));
    return true;
}

Figure MainWindow::described(Figure figure, bool ofHeads) const {
    if (figure.isNull()) return figure;
    FigureRequest request;
    request.run = m_session.shown();
    request.difference = m_session.difference();
    request.settings = m_session.settings();
    const ViewInfo& info = views()[static_cast<std::size_t>(m_workspace->viewIndex())];
    const QString name =
        ofHeads ? translated("View", info.name) + QLatin1Char(' ') + headNames(m_session.selection().heads())
                : figure.title;
    return ui::described(std::move(figure), request, name);
}

Figure MainWindow::pictured(Pictured what) const {
    const View& view = m_workspace->view();
    switch (what) {
        case Pictured::BigView:
            return described(view.figure(), viewIndexOf("grid") != m_workspace->viewIndex());
        case Pictured::Overview:
            return described(m_workspace->overview().figure(), false);
        case Pictured::Chart:
            return described(m_workspace->charts().figure(), false);
        case Pictured::Nothing:
            break;
    }
    return {};
}

void MainWindow::exportTo(const ExportInfo& info, const QString& path) {
    if (!m_session.shown() || refuseSecondExport()) return;
    const ExportState state{m_session.shown(),
                            m_session.difference(),
                            m_session.selection(),
                            m_session.settings().words,
                            pictured(info.pictured),
                            1.0 * m_pictureScale,
                            m_session.headTypes().labels()};
    if (info.pictured != Pictured::Nothing && state.figure.isNull()) {
        return m_errorBar->showError(tr("This picture is still being made. Export it when it is there."));
    }
    m_errorBar->hide();
    m_exporter.start(info, state, path);
}

void MainWindow::copyView() {
    auto* copied = new QMimeData;
    if (const Figure figure = m_workspace->view().figure(); !figure.isNull()) {
        copied->setImageData(figureImage(figure, clipboardScale));
    }
    const QString numbers = numbersAsText(m_session);
    if (!numbers.isEmpty()) copied->setText(numbers);
    QApplication::clipboard()->setMimeData(copied);
    m_statusLine->showNotice(numbers.isEmpty() ? tr("Copied the picture")
                                               : tr("Copied the picture and its numbers"));
}

void MainWindow::presentView(int index) {
    m_workspace->showView(index);
    m_topBar->viewSwitch().setCurrent(index);
    m_statusLine->showReading({});  // what the view before had to say
    m_noting.start();
    showTitle();
}

void MainWindow::chooseView(int index) {
    settings::view.set(QString::fromStdString(std::string(views()[static_cast<std::size_t>(index)].id)));
    presentView(index);
}

void MainWindow::showView(std::string_view id) {
    if (const int index = viewIndexOf(id); index >= 0) chooseView(index);
}

void MainWindow::showChart(ChartsView::ChartId id) {
    m_actions[ActionId::SidePanel]->setChecked(true);
    m_workspace->setChartShown(true);
    m_workspace->charts().showChart(id);
}

void MainWindow::showTable(int index) {
    m_workspace->showTable(index);
    m_workspace->focusTable();
}

void MainWindow::showCheckpoint(const QString& model) {
    WindowState wanted = state();
    core::RunSpec& spec = *(m_session.shownSide() == Side::A ? wanted.a : wanted.b);
    if (spec.model == model.toStdString()) {
        if (m_steps) m_loader.cancel();  // back to where it was before the step that is on its way
        return;
    }
    spec.model = model.toStdString();
    m_errorBar->hide();
    m_steps = true;
    m_wantedPath = m_sessionPath;
    m_loader.show(wanted);
}

void MainWindow::chooseLanguage(const QString& id) {
    settings::language.set(id);
    m_language.use(id);
}

void MainWindow::toggleDark() {
    setDark(!m_theme.dark);
    settings::theme.set(m_theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

void MainWindow::toggleCompare() {
    if (m_session.b()) return m_session.setRunB(nullptr);
    m_loader.copyToB();
    m_actions[ActionId::EditText]->trigger();
}

void MainWindow::toggleLiteralSpecials() {
    core::Input input = m_textBar->input();
    input.literalSpecials = !m_loader.next(m_session.shownSide()).input.literalSpecials;
    readInput(input);
    // Shows what is, until the run is there.
    m_actions[ActionId::LiteralSpecials]->setChecked(!input.literalSpecials);
}

void MainWindow::toggleGlobalToken(std::optional<core::Index> position) {
    if (!position) return m_statusLine->showNotice(tr("Point at a token of the text, or pin one, first"));
    readInput(
        withGlobalToggled(m_loader.next(m_session.shownSide()).input, *m_session.shown()->trace, *position));
}

void MainWindow::resetGlobalTokens() {
    core::Input input = m_session.shown()->trace->spec.input;
    input.globalTokens.reset();
    readInput(input);
}

void MainWindow::gate(const core::HeadGate& gate) {
    if (m_loader.isBusy() && !m_loader.isRunning(Side::B))
        return m_statusLine->showNotice(tr("Wait until this run is there, or stop it with Esc"));
    m_loader.gate(gate);
}

void MainWindow::toggleHead() {
    const core::HeadId head = m_session.selection().head;
    const bool gated = gateOf(m_loader.next(Side::B).edits, head) != 1.0F;
    gate({head, gated ? 1.0F : 0.0F});
}

void MainWindow::escape() {
    if (m_loader.isBusy()) return m_loader.cancel();
    if (m_exporter.isRunning()) return m_exporter.stop();
    if (m_textBar->text().hasFocus() || m_textBar->pair().hasFocus()) {
        m_textBar->revert();
        return m_workspace->focusGrid();
    }
    if (!m_errorBar->isHidden()) return m_errorBar->hide();
    const Selection& selection = m_session.selection();
    if (selection.query || selection.key) return m_session.pin(std::nullopt, std::nullopt);
    m_session.selectHead(selection.head);
}

void MainWindow::showHelp() {
    auto* help = new HelpDialog(this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    help->show();
}

ModelDialog& MainWindow::showModel() {
    auto* dialog = findChild<ModelDialog*>();
    if (dialog == nullptr) dialog = new ModelDialog(m_session, this);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return *dialog;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (droppedFile(event->mimeData()).isEmpty()) return;
    event->acceptProposedAction();
    m_startPage->setDropOver(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
    m_startPage->setDropOver(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_startPage->setDropOver(false);
    const QString model = droppedFile(event->mimeData());
    if (model.isEmpty()) return;
    event->acceptProposedAction();
    open(model);
}

}  // namespace headscope::ui
