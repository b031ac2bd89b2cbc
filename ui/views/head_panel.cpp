// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/head_panel.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "ui/figures/caption.h"
#include "ui/models/gates.h"
#include "ui/models/wording.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

TypeChip::TypeChip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void TypeChip::show(const core::HeadTypeEvidence& evidence) {
    m_evidence = evidence;
    m_text = headTypeText(evidence.type);
    setToolTip(evidenceText(evidence));
    setAccessibleName(m_text);
    setAccessibleDescription(evidenceText(evidence));
    updateGeometry();
    update();
}

void TypeChip::setTheme(const Theme& theme) {
    m_theme = theme;
    updateGeometry();
    update();
}

QSize TypeChip::sizeHint() const {
    return {qCeil(QFontMetricsF(m_theme.textFont(12)).horizontalAdvance(m_text)) + 30, 22};
}

void TypeChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.sunken);
    painter.drawRoundedRect(QRectF(rect()), height() / 2.0, height() / 2.0);
    painter.setBrush(m_theme.headColour(m_evidence.type));
    painter.drawEllipse(QRectF(9, height() / 2.0 - 3.5, 7, 7));
    painter.setFont(m_theme.textFont(12));
    painter.setPen(m_theme.ink);
    painter.drawText(QRectF(rect()).adjusted(21, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

HeadPanel::HeadPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(this)),
      m_type(new TypeChip(this)),
      m_evidence(new QLabel(this)),
      m_output(new QLabel(this)),
      m_gate(new QToolButton(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_type);
    grid->addLayout(top, 0, 0, 1, 4);
    grid->addWidget(m_evidence, 1, 0, 1, 4);
    m_evidence->setWordWrap(true);
    addMetricRows(*grid);
    auto* output = new QHBoxLayout;
    output->addWidget(m_output, 1);
    output->addWidget(m_gate);
    grid->addLayout(output, grid->rowCount(), 0, 1, 4);
    m_output->setBuddy(m_gate);
    m_gate->setCheckable(true);
    connect(m_gate, &QToolButton::clicked, this, &HeadPanel::toggleGate);
    connect(&session, &Session::runChanged, this, &HeadPanel::follow);
    connect(&session, &Session::selectionChanged, this, &HeadPanel::follow);
    connect(&session, &Session::settingsChanged, this, &HeadPanel::follow);
    follow();
}

void HeadPanel::addMetricRows(QGridLayout& grid) {
    for (std::size_t i = 0; i < headMetrics().size(); ++i) {
        MetricRow row{new QLabel(this), new StripPlot(this), new QLabel(this), new QLabel(this)};
        const int line = static_cast<int>(i) + 2;
        grid.addWidget(row.name, line, 0);
        grid.addWidget(row.plot, line, 1);
        grid.addWidget(row.value, line, 2, Qt::AlignRight | Qt::AlignVCenter);
        grid.addWidget(row.unit, line, 3);
        m_rows.push_back(row);
    }
    grid.setColumnStretch(1, 1);
}

void HeadPanel::setTheme(const Theme& theme) {
    m_title->setFont(theme.textFont(16, true));
    m_type->setTheme(theme);
    for (QLabel* label : {m_evidence, m_output}) setTextLook(*label, theme.textFont(12), theme.ink2);
    m_gate->setFont(theme.textFont(12));
    for (const MetricRow& row : m_rows) {
        setTextLook(*row.name, theme.textFont(12), theme.ink2);
        row.plot->setTheme(theme);
        row.value->setFont(theme.numberFont(12));
        setTextLook(*row.unit, theme.textFont(11), theme.ink2);
    }
}

void HeadPanel::showGate() {
    const RunPtr& b = m_session.b();
    const float gate = b ? gateOf(b->trace->spec.edits, m_session.selection().head) : 1.0F;
    m_gate->setChecked(gate != 1.0F);
    m_output->setText(gate == 1.0F   ? tr("Output")
                      : gate == 0.0F ? tr("Output removed in B")
                                     : tr("Output × %1 in B").arg(numberText(static_cast<double>(gate), 2)));
    m_gate->setText(gate == 1.0F ? tr("Remove in B") : tr("Bring back"));
    m_gate->setToolTip(gate == 1.0F ? tr("Run B without what this head adds (X)")
                                    : tr("Run B with this head again (X)"));
    m_gate->setAccessibleName(m_gate->toolTip());
}

void HeadPanel::toggleGate() {
    m_session.wantGate({m_session.selection().head, m_gate->isChecked() ? 0.0F : 1.0F});
    showGate();  // what is, until the run is there
}

void HeadPanel::follow() {
    const RunPtr& run = m_session.shown();
    setEnabled(run != nullptr);
    const Selection& selection = m_session.selection();
    for (QWidget* part :
         {static_cast<QWidget*>(m_output), static_cast<QWidget*>(m_gate), static_cast<QWidget*>(m_type)})
        part->setVisible(run && !selection.several());
    m_evidence->setVisible(run != nullptr);
    if (!run) return m_title->clear();
    showGate();
    m_title->setText(!selection.several() ? headTitle(selection.head)
                     : m_session.settings().combining == core::Combining::Mean
                         ? tr("Mean of %1 heads").arg(selection.heads().size())
                         : tr("Largest of %1 heads").arg(selection.heads().size()));
    m_evidence->setText(evidence(*run));
    for (std::size_t metric = 0; metric < m_rows.size(); ++metric) showMetric(*run, metric);
}

QString HeadPanel::evidence(const Run& run) const {
    const Selection& selection = m_session.selection();
    if (selection.several()) return headNames(selection.heads());
    const auto found = std::find_if(run.measures.begin(), run.measures.end(),
                                    [&](const auto& measures) { return measures.head == selection.head; });
    if (found == run.measures.end()) return {};
    const core::HeadTypeEvidence& type = run.types[static_cast<std::size_t>(found - run.measures.begin())];
    m_type->show(type);
    const QString text = evidenceText(type);
    return m_session.settings().words
               ? text + QLatin1Char('\n') + tr("Measured over tokens, also while words are shown.")
               : text;
}

std::optional<double> HeadPanel::value(const Run& run, std::size_t metric) const {
    std::optional<double> all;
    double count = 0;
    for (const core::HeadMeasures& head : run.measures) {
        const std::optional<double> own =
            m_session.selection().holds(head.head) ? head.values[metric].mean() : std::nullopt;
        if (!own) continue;
        ++count;
        if (!all)
            all = own;
        else if (m_session.settings().combining == core::Combining::Largest)
            all = std::max(*all, *own);
        else
            *all += (*own - *all) / count;
    }
    return all;
}

void HeadPanel::showMetric(const Run& run, std::size_t metric) {
    const MetricRow& row = m_rows[metric];
    const core::Metric& info = headMetrics()[metric];
    std::vector<double> values;
    for (const core::HeadMeasures& measures : run.measures) {
        if (const auto one = measures.values[metric].mean()) values.push_back(*one);
    }
    const std::optional<double> own = value(run, metric);
    const ComparedRunsPtr difference = m_session.difference();
    const std::optional<double> before = difference ? value(*difference->a, metric) : std::nullopt;
    row.name->setText(metricName(info));
    row.name->setToolTip(metricDefinition(info));
    row.plot->show(std::move(values), own, before);
    row.plot->setToolTip(difference ? tr("Every head of B; the chosen one is marked, with a ring for A")
                                    : tr("Every head of the model; the chosen one is marked"));
    row.plot->setAccessibleName(metricName(info));
    const auto both = [&](const QString& a, const QString& b) {
        return difference ? QStringLiteral("%1→%2").arg(a, b) : b;
    };
    const QString text = both(metricText(info, before), metricText(info, own));
    row.plot->setAccessibleDescription(text + QLatin1Char(' ') + unitText(info.unit));
    row.value->setText(text);
    row.value->setToolTip(
        own ? both(before ? numberText(*before, 6) : QStringLiteral("–"), numberText(*own, 6)) : QString());
    row.unit->setText(unitText(info.unit));
}

void HeadPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
