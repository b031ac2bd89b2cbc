// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_dialog.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "core/export/model_facts.h"
#include "core/export/plain_text.h"
#include "ui/error_text.h"
#include "ui/language.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int progressSteps = 1000;
constexpr int titleSize = 18;

QTreeWidget* makeTree(int columns, QWidget* parent) {
    auto* tree = new QTreeWidget(parent);
    tree->setColumnCount(columns);
    tree->setRootIsDecorated(columns == 2);
    tree->setUniformRowHeights(true);
    tree->setTextElideMode(Qt::ElideMiddle);
    tree->setAlternatingRowColors(false);
    return tree;
}

/// A short text for the column, the whole one for whoever points at it.
void setText(QTreeWidgetItem& item, int column, const QString& text) {
    item.setText(column, text);
    item.setToolTip(column, text.toHtmlEscaped());
}

QString valueText(const core::Fact& fact) {
    if (fact.phrases.empty()) return translated("Fact", core::factText(fact));
    QStringList parts;
    for (const core::Phrase& phrase : fact.phrases) parts.append(phraseText(phrase, "Fact"));
    //: Between two facts about the same thing
    return parts.join(ModelDialog::tr("; "));
}

QTreeWidgetItem* factItem(const core::Fact& fact) {
    auto* item = new QTreeWidgetItem;
    QString label = translated("Fact", fact.label);
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    setText(*item, 0, label);
    const auto* list = std::get_if<std::vector<std::string>>(&fact.value);
    if (list == nullptr || list->empty()) {
        setText(*item, 1, valueText(fact));
        return item;
    }
    setText(*item, 1, QString::number(list->size()));
    for (const std::string& text : *list) {
        auto* child = new QTreeWidgetItem(item);
        child->setFirstColumnSpanned(true);
        setText(*child, 0, QString::fromStdString(text));
    }
    return item;
}

/// Each output that cannot be computed with the reason, in the language of the window.
std::vector<std::string> unavailableOutputs(const core::TensorReport& report) {
    std::vector<std::string> texts;
    for (const core::UnavailableOutput& output : report.unavailable)
        texts.push_back(output.id + ": " + errorText(output.reason).toStdString());
    return texts;
}

/// Every tensor of the file with its shape and type, below `parent`.
void addTensors(QTreeWidgetItem& parent, const core::Checkpoint& checkpoint) {
    QList<QTreeWidgetItem*> items;
    for (const core::TensorView& tensor : checkpoint.tensors()) {
        auto* item = new QTreeWidgetItem;
        setText(*item, 0, QString::fromStdString(tensor.name));
        setText(*item, 1, QString::fromStdString(tensor.shapeText() + "  " + tensor.dtypeName));
        items.append(item);
    }
    parent.addChildren(items);
}

QString numberText(double value) {
    return value == 0 ? QStringLiteral("0") : QString::number(value, 'g', 3);
}

}  // namespace

ModelDialog::ModelDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_pages(new QTabWidget(this)),
      m_doctor(new DoctorPage(session, this)),
      m_title(new QLabel(this)),
      m_place(new QLabel(this)),
      m_facts(makeTree(2, this)),
      m_tokensLabel(new QLabel(this)),
      m_tokens(new QSpinBox(this)),
      m_memory(new QLabel(this)),
      m_check(new QPushButton(this)),
      m_compare(new QPushButton(this)),
      m_progress(new QProgressBar(this)),
      m_stop(new QPushButton(this)),
      m_verdict(new QLabel(this)),
      m_checks(makeTree(5, this)) {
    arrange();
    connect(m_tokens, &QSpinBox::valueChanged, this, [this] { showMemory(); });
    connect(m_check, &QPushButton::clicked, this, [this] { check(); });
    connect(m_compare, &QPushButton::clicked, this, &ModelDialog::askReferences);
    connect(m_stop, &QPushButton::clicked, &m_job, &Job::cancel);
    connect(&m_job, &Job::runningChanged, this, [this](bool running) {
        m_progress->setVisible(running);
        m_stop->setVisible(running);
        m_check->setEnabled(!running && m_model != nullptr);
        m_compare->setEnabled(!running && m_model != nullptr);
    });
    connect(&m_job, &Job::progressed, this,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * progressSteps)); });
    connect(&m_job, &Job::cancelled, this, [this] { m_verdict->setText(tr("Stopped.")); });
    connect(&m_job, &Job::failed, this,
            [this](const core::Error& error) { m_verdict->setText(errorText(error)); });
    connect(&m_session, &Session::runChanged, this, &ModelDialog::followSession);
    followSession();
    retranslate();
}

void ModelDialog::arrange() {
    for (QLabel* label : {m_title, m_place, m_verdict, m_memory}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont font = m_title->font();
    font.setPixelSize(titleSize);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    setLook(*m_place, "quiet");
    m_place->setWordWrap(true);
    m_verdict->setWordWrap(true);
    m_facts->setHeaderHidden(true);
    m_facts->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_checks->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tokensLabel->setBuddy(m_tokens);
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->hide();
    m_stop->hide();
    m_verdict->hide();
    m_checks->hide();

    auto* memory = new QHBoxLayout;
    memory->addWidget(m_tokensLabel);
    memory->addWidget(m_tokens);
    memory->addWidget(m_memory, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_check);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_progress, 1);
    buttons->addWidget(m_stop);
    buttons->addStretch();
    auto* holds = new QWidget;
    auto* column = new QVBoxLayout(holds);
    column->setContentsMargins(0, 10, 0, 0);
    column->setSpacing(10);
    column->addWidget(m_facts, 3);
    column->addLayout(memory);
    column->addLayout(buttons);
    column->addWidget(m_verdict);
    column->addWidget(m_checks, 2);
    m_pages->addTab(holds, {});
    m_pages->addTab(m_doctor, {});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 18, 20, 18);
    all->setSpacing(10);
    all->addWidget(m_title);
    all->addWidget(m_place);
    all->addWidget(m_pages, 1);
    resize(720, 760);
}

void ModelDialog::examine(const QString& model) {
    m_pages->setCurrentWidget(m_doctor);
    model.isEmpty() ? m_doctor->examine() : m_doctor->examine(model);
}

void ModelDialog::followSession() {
    const core::ModelPtr model = m_session.shown() ? m_session.shown()->model : nullptr;
    if (model == m_model) return;
    m_job.cancel();
    m_model = model;
    m_results.clear();
    m_verdict->hide();
    m_checks->hide();
    m_tokens->setEnabled(m_model != nullptr);
    m_check->setEnabled(m_model != nullptr);
    m_compare->setEnabled(m_model != nullptr);
    if (m_model) {
        const core::Index longest = m_model->config().maxTokens;
        constexpr int unlimited = 1'000'000;
        const QSignalBlocker quiet(m_tokens);
        m_tokens->setRange(
            1, longest > 0 ? static_cast<int>(std::min<core::Index>(longest, unlimited)) : unlimited);
        m_tokens->setValue(static_cast<int>(core::usualTokens(*m_model)));
    }
    showFacts();
    showMemory();
}

void ModelDialog::showFacts() {
    m_title->setText(m_model ? QString::fromStdString(m_model->name()) : tr("No model is open"));
    const QString place = m_model ? QString::fromStdString(m_model->checkpoint().location()) : QString();
    m_place->setText(place);
    m_place->setVisible(place != m_title->text());  // a built-in model has no place of its own
    m_facts->clear();
    if (!m_model) return;
    QList<QTreeWidgetItem*> items;
    for (core::Fact fact : core::modelFacts(*m_model)) {
        if (fact.name == "outputs_unavailable") fact.value = unavailableOutputs(m_model->tensorReport());
        items.append(factItem(fact));
        if (fact.name == "tensors_found") addTensors(*items.last(), m_model->checkpoint());
    }
    m_facts->addTopLevelItems(items);
}

void ModelDialog::showMemory() {
    m_memory->clear();
    if (!m_model) return;
    const std::vector<core::Fact> facts = core::memoryFacts(*m_model, m_tokens->value());
    const auto shown = [&facts](std::string_view name) {
        const auto found = std::find_if(facts.begin(), facts.end(),
                                        [name](const core::Fact& fact) { return fact.name == name; });
        return found != facts.end() ? QString::fromStdString(core::factText(*found)) : QString();
    };
    m_memory->setText(tr("%1 of memory: weights %2, the run itself %3")
                          .arg(shown("total_bytes"), shown("kept_bytes"), shown("run_bytes")));
}

void ModelDialog::check(const std::optional<QString>& references) {
    if (!m_model) return;
    m_checks->hide();
    m_verdict->setText(tr("Checking…"));
    m_verdict->show();
    m_progress->setValue(0);
    m_job.start<std::vector<core::CheckResult>>(
        [model = m_model, compute = m_session.compute(), references](const core::Progress& progress) {
            core::VerifyRequest request{model, compute, {}, {}};
            if (references) request.references = core::readReferenceValues(references->toStdString());
            return core::verify(request, progress);
        },
        [this](std::vector<core::CheckResult> results) {
            m_results = std::move(results);
            showChecks();
        });
}

void ModelDialog::showChecks() {
    const auto failed = std::count_if(m_results.begin(), m_results.end(),
                                      [](const core::CheckResult& result) { return !result.passed; });
    m_verdict->setText(failed == 0
                           ? tr("All %n check(s) passed.", nullptr, static_cast<int>(m_results.size()))
                           : tr("%n check(s) failed.", nullptr, static_cast<int>(failed)));
    m_checks->clear();
    m_checks->setHeaderLabels({tr("Check"), tr("Result"), tr("Measured"), tr("At most"), tr("Detail")});
    QList<QTreeWidgetItem*> items;
    for (const core::CheckResult& result : m_results) {
        auto* item = new QTreeWidgetItem;
        setText(*item, 0, translated("Check", core::checkTitle(result.name)));
        setText(*item, 1,
                result.passed ? QStringLiteral("✓ ") + tr("passed") : QStringLiteral("✕ ") + tr("failed"));
        setText(*item, 2, result.value ? numberText(*result.value) : QString());
        setText(*item, 3, numberText(result.limit));
        setText(*item, 4, phraseText(result.detail, "Check"));
        items.append(item);
    }
    m_checks->addTopLevelItems(items);
    m_checks->show();
}

void ModelDialog::askReferences() {
    auto* dialog = new QFileDialog(this, tr("Folder with reference values"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) { check(folder); });
    dialog->open();
}

void ModelDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void ModelDialog::retranslate() {
    setWindowTitle(tr("About this model"));
    m_pages->setTabText(0, tr("What it holds"));
    m_pages->setTabText(1, tr("Doctor"));
    m_tokensLabel->setText(tr("A run of this many &tokens takes"));
    m_check->setText(tr("&Check this model"));
    m_compare->setText(tr("Compare with &reference values…"));
    m_compare->setToolTip(tr("A folder of .npz or .safetensors files, as `headscope attention` writes them"));
    m_stop->setText(tr("Stop"));
    m_facts->setAccessibleName(tr("What the model is made of"));
    m_checks->setAccessibleName(tr("Results of the checks"));
    showFacts();
    showMemory();
    if (!m_results.empty()) showChecks();
}

}  // namespace headscope::ui
