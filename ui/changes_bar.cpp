// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes_bar.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/figures/icon.h"
#include "ui/window_style.h"

namespace headscope::ui {

ChangesBar::ChangesBar(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_label(new QLabel(this)) {
    auto* content = new QWidget;
    m_row = new QHBoxLayout(content);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(12);
    m_row->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);  // what can be reached is inside it
    scroll->setWidgetResizable(true);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_label);
    row->addWidget(scroll, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setLook(*m_label, "quiet");
    setFixedHeight(QDoubleSpinBox().sizeHint().height() + scroll->horizontalScrollBar()->sizeHint().height());
    connect(&session, &Session::runChanged, this, &ChangesBar::follow);
    retranslate();
    hide();
    follow();
}

void ChangesBar::follow() {
    const RunPtr& b = m_session.b();
    const std::vector<core::Edit> edits = b ? b->trace->spec.edits : std::vector<core::Edit>();
    if (edits == m_edits) return;
    const bool sameHeads =
        std::equal(edits.begin(), edits.end(), m_edits.begin(), m_edits.end(),
                   [](const core::Edit& one, const core::Edit& other) {
                       return std::get<core::HeadGate>(one).head == std::get<core::HeadGate>(other).head;
                   });
    m_edits = edits;
    // Who changes a gate step by step keeps the field under the fingers.
    if (sameHeads) return showGates();
    clear();
    for (const core::Edit& edit : edits) addPart(std::get<core::HeadGate>(edit));
    retranslate();
    setVisible(!edits.empty());
}

void ChangesBar::showGates() {
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_parts[i].edit = std::get<core::HeadGate>(m_edits[i]);
        const QSignalBlocker quiet(m_parts[i].gate);
        m_parts[i].gate->setValue(m_parts[i].edit.gate);
    }
}

void ChangesBar::clear() {
    for (const Part& part : m_parts) {
        // What is typed and not entered goes with its gate: a field that loses the keys tells of it once
        // more.
        part.gate->disconnect(this);
        // Later, because one of them may be what asked for the change.
        for (QWidget* widget : {static_cast<QWidget*>(part.head), static_cast<QWidget*>(part.gate),
                                static_cast<QWidget*>(part.remove)}) {
            widget->hide();
            widget->deleteLater();
        }
    }
    m_parts.clear();
    while (m_row->count() > 1) delete m_row->takeAt(0);
}

void ChangesBar::addPart(const core::HeadGate& edit) {
    QWidget* parent = m_row->parentWidget();
    const Part part{edit, new QToolButton(parent), new QDoubleSpinBox(parent), new QToolButton(parent)};
    part.head->setText(QString::fromStdString(core::headName(edit.head)));
    part.gate->setRange(0, core::HeadGate::most);
    part.gate->setSingleStep(0.1);
    part.gate->setDecimals(2);
    part.gate->setKeyboardTracking(false);
    part.gate->setPrefix(QStringLiteral("× "));
    part.gate->setValue(edit.gate);
    part.remove->setIcon(icon("close", m_theme));
    const auto ask = [this, head = edit.head](double gate) {
        m_session.wantGate({head, static_cast<float>(gate)});
    };
    connect(part.head, &QToolButton::clicked, this, [this, head = edit.head] { m_session.selectHead(head); });
    connect(part.gate, &QDoubleSpinBox::valueChanged, this, ask);
    connect(part.remove, &QToolButton::clicked, this, [ask] { ask(1); });
    auto* together = new QHBoxLayout;
    together->setSpacing(2);
    together->addWidget(part.head);
    together->addWidget(part.gate);
    together->addWidget(part.remove);
    m_row->insertLayout(m_row->count() - 1, together);
    m_parts.push_back(part);
}

void ChangesBar::setTheme(const Theme& theme) {
    m_theme = theme;
    for (const Part& part : m_parts) part.remove->setIcon(icon("close", theme));
}

void ChangesBar::retranslate() {
    m_label->setText(tr("In B:"));
    for (const Part& part : m_parts) {
        const QString name = part.head->text();
        part.head->setToolTip(tr("Show head %1").arg(name));
        part.gate->setToolTip(tr("What the output of head %1 is multiplied by: 0 removes the head, 1 changes "
                                 "nothing")
                                  .arg(name));
        part.gate->setAccessibleName(tr("Gate of head %1").arg(name));
        part.remove->setToolTip(tr("Take back the gate of head %1").arg(name));
        part.remove->setAccessibleName(part.remove->toolTip());
    }
}

void ChangesBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
