// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/top_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <algorithm>

#include "ui/figures/icon.h"
#include "ui/views/hover_tip.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int barHeight = 52;
constexpr int progressSteps = 1000;
constexpr int narrowBelow = 1280;
constexpr int narrowPill = 140;
constexpr int tightBelow = 1080;  // then only what has no other place on the screen

}  // namespace

TopBar::TopBar(const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_open(new QToolButton(this)),
      m_openMenu(new QMenu(this)),
      m_pill(new QLabel(this)),
      m_progress(new QWidget(this)),
      m_activity(new QLabel(m_progress)),
      m_bar(new QProgressBar(m_progress)),
      m_stop(new QToolButton(m_progress)),
      m_compare(new QToolButton(this)),
      m_sides(new SegmentedControl(this)),
      m_views(new SegmentedControl(this)),
      m_export(new QToolButton(this)),
      m_exportMenu(new QMenu(this)),
      m_language(new QToolButton(this)),
      m_languageMenu(new QMenu(this)) {
    setLook(*this, "bar");
    setFixedHeight(barHeight);
    addParts(actions);
    m_progressDelay.setSingleShot(true);
    m_progressDelay.setInterval(progressDelayMilliseconds);
    connect(&m_progressDelay, &QTimer::timeout, this, [this] { showProgress(true); });
    connect(m_stop, &QToolButton::clicked, actions[ActionId::Escape], &QAction::trigger);
    m_sides->setLabels({QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("B − A")});
    showProgress(false);
    showRun(nullptr, {}, Side::A, Sides::A);
    retranslate();
}

void TopBar::addParts(const Actions& actions) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    m_open->setMenu(m_openMenu);
    m_export->setMenu(m_exportMenu);
    m_language->setMenu(m_languageMenu);
    for (QToolButton* button : {m_open, m_export, m_language})
        button->setPopupMode(QToolButton::InstantPopup);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_compare->setDefaultAction(actions[ActionId::Compare]);

    auto* progress = new QHBoxLayout(m_progress);
    progress->setContentsMargins(0, 0, 0, 0);
    setLook(*m_pill, "pill");
    m_pill->setTextFormat(Qt::PlainText);
    m_activity->setTextFormat(Qt::PlainText);
    m_pill->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_bar->setRange(0, progressSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(120, 6);
    for (QWidget* part :
         {static_cast<QWidget*>(m_activity), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_stop)}) {
        progress->addWidget(part);
    }
    row->addWidget(m_open);
    for (const ActionId step : {ActionId::Undo, ActionId::Redo}) {
        m_steps.append(addButton(actions[step]));
        row->addWidget(m_steps.last());
    }
    row->addWidget(addButton(actions[ActionId::Palette]));
    for (QWidget* part : {static_cast<QWidget*>(m_pill), m_progress, static_cast<QWidget*>(m_compare),
                          static_cast<QWidget*>(m_sides)}) {
        row->addWidget(part);
    }
    m_beside = addButton(actions[ActionId::SideBySide]);
    row->addWidget(m_beside);
    row->addStretch(1);
    row->addWidget(m_views);
    row->addStretch(1);
    row->addWidget(m_export);
    m_side = addButton(actions[ActionId::SidePanel]);
    row->addWidget(m_side);
    row->addWidget(addButton(actions[ActionId::DarkTheme]));
    row->addWidget(m_language);
    row->addWidget(addButton(actions[ActionId::Help]));
}

QToolButton* TopBar::addButton(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setIconSize({18, 18});
    return button;
}

void TopBar::setViews(const QStringList& names) {
    QStringList keys;
    for (int i = 0; i < names.size(); ++i)
        keys.append(QStringLiteral("%1 (Ctrl+%2)").arg(names[i]).arg(i + 1));
    m_views->setLabels(names);
    m_views->setToolTips(keys);
}

void TopBar::setTheme(const Theme& theme) {
    m_open->setIcon(icon("open", theme));
    m_export->setIcon(icon("export", theme));
    m_language->setIcon(icon("language", theme));
    m_stop->setIcon(icon("stop", theme));
    m_stop->setToolButtonStyle(m_stop->icon().isNull() ? Qt::ToolButtonTextOnly
                                                       : Qt::ToolButtonTextBesideIcon);
    m_views->setTheme(theme);
    m_sides->setTheme(theme);
}

void TopBar::showRun(const RunPtr& run, const QString& model, Side side, Sides sides) {
    m_run = run;
    m_model = model;
    for (QWidget* part : {static_cast<QWidget*>(m_views), static_cast<QWidget*>(m_export),
                          static_cast<QWidget*>(m_compare), static_cast<QWidget*>(m_side)}) {
        part->setVisible(run != nullptr);
    }
    for (QWidget* part : {static_cast<QWidget*>(m_sides), static_cast<QWidget*>(m_beside)})
        part->setVisible(run && sides != Sides::A);
    m_sides->setCurrent(static_cast<int>(side));
    m_comparable = sides == Sides::All;
    describeSides();
    describeRun();
}

void TopBar::describeSides() {
    m_sides->button(2)->setEnabled(m_comparable);
    m_sides->setToolTips({tr("The first run ([)"), tr("The second run (])"),
                          m_comparable ? tr("How the second differs from the first (\\)")
                                       : tr("The two models have different layers or heads: nothing to "
                                            "subtract. A and B can be looked at in turns.")});
}

void TopBar::describeRun() {
    // The title of the window names the model too.
    const bool room = width() >= tightBelow || m_sides->isHidden();
    m_pill->setVisible(m_run && !m_progress->isVisible() && room);
    if (!m_run) return;
    const core::Trace& trace = *m_run->trace;
    int widest = 0;
    for (int layer = 0; layer < trace.layerCount(); ++layer)
        widest = std::max(widest, trace.headCount(layer));
    //: Layers × heads of a model
    const QString size = tr("%1 × %2 heads").arg(trace.layerCount()).arg(widest);
    const QString tokens = tr("%n token(s)", "", static_cast<int>(trace.length()));
    QString text = QStringLiteral("%1   %2   %3").arg(QString::fromStdString(trace.modelName), size, tokens);
    if (trace.tokensDropped > 0)
        text += QStringLiteral("   ") + tr("%n cut", "", static_cast<int>(trace.tokensDropped));
    // A narrow bar names the model only; the rest is under the pointer.
    const bool narrow = width() < narrowBelow;
    const QString name = m_pill->fontMetrics().elidedText(QString::fromStdString(trace.modelName),
                                                          Qt::ElideMiddle, narrowPill);
    m_pill->setText(narrow ? name : text);
    m_pill->setAccessibleName(text);
    m_pill->setToolTip(asToolTip(narrow ? text + QLatin1Char('\n') + m_model : m_model));
}

void TopBar::setBusy(bool busy, const QString& activity) {
    m_activity->setText(activity);
    m_bar->setValue(0);
    if (busy) {
        m_progressDelay.start();
    } else {
        m_progressDelay.stop();
        showProgress(false);
    }
}

void TopBar::setProgress(double fraction) {
    m_bar->setValue(static_cast<int>(fraction * progressSteps));
}

void TopBar::showProgress(bool shown) {
    m_progress->setVisible(shown);
    describeRun();
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool narrow = width() < narrowBelow;
    m_compare->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    const bool tight = width() < tightBelow;
    m_open->setToolButtonStyle(tight ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    for (QToolButton* step : m_steps) step->setVisible(!tight);
    describeRun();
}

void TopBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void TopBar::retranslate() {
    m_open->setText(tr("Open"));
    m_open->setToolTip(tr("Open a model folder, a recent run or a sample"));
    m_compare->defaultAction()->setIconText(tr("Compare"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop and keep what is shown (Esc)"));
    m_stop->setAccessibleName(tr("Stop"));
    m_export->setToolTip(tr("Export pictures and tables"));
    m_export->setAccessibleName(tr("Export"));
    m_language->setToolTip(QStringLiteral("Language · 语言"));
    m_language->setAccessibleName(tr("Language"));
    m_sides->setAccessibleName(tr("Run A, B, or their difference"));
    describeSides();
    m_views->setAccessibleName(tr("Views"));
    m_bar->setAccessibleName(tr("Progress"));
    describeRun();
}

}  // namespace headscope::ui
