// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor_page.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/analysis/repeated_lists.h"
#include "core/export/data_formats.h"
#include "core/export/doctor_report.h"
#include "ui/error_text.h"
#include "ui/language.h"
#include "ui/models/wording.h"
#include "ui/run_loader.h"
#include "ui/settings.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int progressSteps = 1000;
constexpr int adviceHeight = 190;
constexpr int widestColumn = 320;  // names of tensors have no limit

QString doctorText(std::string_view text) {
    return translated("Doctor", text);
}

QString surenessText(core::Sureness sureness) {
    switch (sureness) {
        case core::Sureness::Certain:
            return DoctorPage::tr("certain");
        case core::Sureness::Likely:
            return DoctorPage::tr("likely");
        case core::Sureness::Hint:
            return DoctorPage::tr("a hint");
    }
    return {};
}

QString placeText(const core::Finding& finding) {
    if (!finding.tensor.empty()) return QString::fromStdString(finding.tensor);
    if (finding.layer && finding.head)
        return headTitle({core::AttentionKind::Self, *finding.layer, *finding.head});
    return finding.layer ? DoctorPage::tr("Layer %1").arg(*finding.layer) : DoctorPage::tr("whole model");
}

QString wholeName(const std::string& tensor) {
    return QStringLiteral("<span>%1</span>").arg(QString::fromStdString(tensor).toHtmlEscaped());
}

QString evidenceOf(const core::Finding& finding) {
    QStringList parts;
    for (const core::Phrase& phrase : finding.evidence) parts << phraseText(phrase, "Doctor");
    return parts.join(QLatin1Char(' '));
}

/// Evidence, cause and remedy, each with its title.
QList<std::pair<QString, QString>> adviceOf(const core::Finding& finding) {
    return {{DoctorPage::tr("Evidence"), evidenceOf(finding)},
            {DoctorPage::tr("Likely cause"), doctorText(finding.kind->cause)},
            {DoctorPage::tr("What people do"), doctorText(finding.kind->remedy)}};
}

QProgressBar* progressBar(QWidget* parent) {
    auto* bar = new QProgressBar(parent);
    bar->setRange(0, progressSteps);
    bar->setTextVisible(false);
    bar->setFixedHeight(6);
    bar->hide();
    return bar;
}

}  // namespace

DoctorPage::DoctorPage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_examine(new QPushButton(this)),
      m_progress(progressBar(this)),
      m_stop(new QPushButton(this)),
      m_copy(new QPushButton(this)),
      m_save(new QPushButton(this)),
      m_verdict(new QLabel(this)),
      m_findings(new QTreeWidget(this)),
      m_advice(new QLabel(this)) {
    arrange();
    connectParts();
    followSession();
    retranslate();
}

void DoctorPage::arrange() {
    m_findings->setColumnCount(3);
    m_findings->setRootIsDecorated(false);
    m_findings->setUniformRowHeights(true);
    m_findings->setTextElideMode(Qt::ElideMiddle);
    m_findings->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_findings->header()->setMaximumSectionSize(widestColumn);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_advice->setTextFormat(Qt::RichText);
    m_advice->setWordWrap(true);
    m_advice->setAlignment(Qt::AlignTop);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* advice = new QScrollArea(this);
    advice->setWidgetResizable(true);
    advice->setFrameShape(QFrame::NoFrame);
    advice->setFixedHeight(adviceHeight);
    advice->setWidget(m_advice);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_examine);
    buttons->addWidget(m_progress, 1);
    buttons->addWidget(m_stop);
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 10, 0, 0);
    column->setSpacing(10);
    column->addLayout(buttons);
    column->addWidget(m_verdict);
    column->addWidget(m_findings, 1);
    column->addWidget(advice);
}

void DoctorPage::connectParts() {
    connect(m_examine, &QPushButton::clicked, this, [this] { examine(); });
    connect(m_stop, &QPushButton::clicked, &m_job, &Job::cancel);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(m_save, &QPushButton::clicked, this, &DoctorPage::askSave);
    connect(m_findings, &QTreeWidget::currentItemChanged, this, &DoctorPage::showAdvice);
    connect(m_findings, &QTreeWidget::itemClicked, this, &DoctorPage::goTo);
    connect(m_findings, &QTreeWidget::itemActivated, this, &DoctorPage::goTo);
    connect(&m_job, &Job::runningChanged, this, &DoctorPage::showButtons);
    connect(&m_job, &Job::progressed, this,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * progressSteps)); });
    connect(&m_job, &Job::cancelled, this, [this] { m_verdict->setText(tr("Stopped.")); });
    for (const Job* job : {&m_job, &m_saving})
        connect(job, &Job::failed, this,
                [this](const core::Error& error) { m_verdict->setText(errorText(error)); });
    connect(&m_session, &Session::runChanged, this, &DoctorPage::followSession);
}

void DoctorPage::followSession() {
    const core::ModelPtr model = m_session.shown() ? m_session.shown()->model : nullptr;
    if (model == m_model && model) return;
    m_job.release();
    m_model = model;
    m_name = model ? QString::fromStdString(m_session.shown()->trace->spec.model) : QString();
    m_diagnosis.reset();
    show();
}

void DoctorPage::examine() {
    if (!m_session.shown()) return;
    followSession();
    start([model = m_model] { return model; }, m_session.shown()->trace->spec.input);
}

void DoctorPage::examine(const QString& model) {
    m_model.reset();
    m_name = model;
    start([name = model.toStdString(),
           compute = m_session.compute()] { return openModel(name, compute)->model; },
          {});
}

void DoctorPage::start(std::function<core::ModelPtr()> open, const std::optional<core::Input>& input) {
    m_diagnosis.reset();
    show();
    m_verdict->setText(tr("Examining %1…").arg(m_name));
    m_progress->setValue(0);
    // Random lists, where the model has words to make them of: what is wrong is wrong with every text.
    m_job.start<Examined>(
        [open = std::move(open), compute = m_session.compute(), input](const core::Progress& progress) {
            core::DoctorRequest request{open(), compute, {}};
            if (core::repeatedLists(*request.model).empty()) request.input = input;
            return Examined{request.model, core::examine(request, progress)};
        },
        [this](Examined examined) {
            m_model = std::move(examined.model);
            m_diagnosis = std::move(examined.diagnosis);
            show();
        });
}

void DoctorPage::show() {
    QList<QTreeWidgetItem*> items;
    m_findings->clear();
    if (m_diagnosis) {
        for (const core::Finding& finding : m_diagnosis->findings) {
            auto* item = new QTreeWidgetItem;
            item->setText(0, doctorText(finding.kind->name));
            item->setText(1, placeText(finding));
            if (!finding.tensor.empty()) item->setToolTip(1, wholeName(finding.tensor));
            item->setText(2, surenessText(finding.kind->sureness));
            items.append(item);
        }
    }
    m_findings->addTopLevelItems(items);
    if (!items.empty()) m_findings->setCurrentItem(items.front());
    QString verdict =
        tr("Looks for numbers that are not finite, huge weights, exploding scores, saturated, "
           "uniform, dead and identical heads, layers that look untrained, and sinks.");
    if (m_diagnosis) {
        verdict = items.empty() ? tr("Nothing was found.")
                                : tr("%n finding(s). Click one to go to its head.", nullptr,
                                     static_cast<int>(items.size()));
        if (!m_diagnosis->ran) verdict += QLatin1Char(' ') + tr("The model could not be run.");
    }
    m_verdict->setText(verdict);
    showAdvice();
    showButtons();
}

void DoctorPage::showButtons() {
    const bool running = m_job.isRunning();
    m_progress->setVisible(running);
    m_stop->setVisible(running);
    m_examine->setEnabled(!running && m_session.shown());
    for (QPushButton* button : {m_copy, m_save}) button->setVisible(m_diagnosis.has_value());
}

const core::Finding* DoctorPage::findingOf(const QTreeWidgetItem* item) const {
    const int row = item ? m_findings->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item)) : -1;
    return row >= 0 && m_diagnosis ? &m_diagnosis->findings[static_cast<std::size_t>(row)] : nullptr;
}

void DoctorPage::showAdvice() {
    const core::Finding* finding = findingOf(m_findings->currentItem());
    QString lines;
    if (finding != nullptr) {
        for (const auto& [title, words] : adviceOf(*finding))
            lines +=
                QStringLiteral("<p><b>%1</b><br>%2</p>").arg(title.toHtmlEscaped(), words.toHtmlEscaped());
    }
    m_advice->setText(lines);
}

void DoctorPage::goTo(const QTreeWidgetItem* item) {
    const core::Finding* finding = findingOf(item);
    const bool shown = m_session.shown() && m_session.shown()->model == m_model;
    if (finding == nullptr || !finding->layer || !shown) return;
    core::HeadId head = m_session.selection().head;
    head.layer = *finding->layer;
    head.head = finding->head.value_or(head.head);
    m_session.selectHead(head);
}

QString DoctorPage::text() const {
    if (!m_diagnosis) return {};
    QStringList lines{m_name, m_verdict->text()};
    for (const core::Finding& finding : m_diagnosis->findings) {
        lines << QString()
              << QStringLiteral("%1 · %2 · %3")
                     .arg(doctorText(finding.kind->name), placeText(finding),
                          surenessText(finding.kind->sureness));
        for (const auto& [title, words] : adviceOf(finding))
            lines << QStringLiteral("  %1: %2").arg(title, words);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void DoctorPage::save(const QString& path) {
    if (!m_diagnosis || m_saving.isRunning()) return;
    const core::Origin origin{HEADSCOPE_VERSION, "doctor", m_name.toStdString(), {}};
    m_saving.start<QString>(
        [path, report = core::doctorReport(origin, *m_diagnosis)](const core::Progress&) {
            core::writeReport(path.toStdString(), report);
            return path;
        },
        [this](const QString& written) { m_verdict->setText(tr("Saved %1").arg(written)); });
}

void DoctorPage::askSave() {
    auto* dialog = new QFileDialog(this, tr("Save what was found"), settings::exportFolder.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Tables") + QStringLiteral(" (*.txt *.csv *.json)"));
    dialog->setDefaultSuffix(QStringLiteral("txt"));
    connect(dialog, &QFileDialog::fileSelected, this, &DoctorPage::save);
    dialog->open();
}

void DoctorPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void DoctorPage::retranslate() {
    m_examine->setText(tr("&Examine this model"));
    m_stop->setText(tr("Stop"));
    m_copy->setText(tr("Copy"));
    m_save->setText(tr("&Save…"));
    m_findings->setHeaderLabels({tr("Finding"), tr("Where"), tr("How sure")});
    m_findings->setAccessibleName(tr("What is wrong with the model"));
    if (!m_job.isRunning()) show();
}

}  // namespace headscope::ui
