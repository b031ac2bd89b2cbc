// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview_view.h"

#include <QEvent>
#include <QVBoxLayout>

namespace headscope::ui {

OverviewView::OverviewView(Session& shared, QWidget* parent)
    : View(shared, parent), m_header(new ViewHeader(this)), m_canvas(new GridCanvas(shared, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    connect(m_canvas, &GridCanvas::readingChanged, this, &OverviewView::readingChanged);
    retranslate();
}

Figure OverviewView::figure() const {
    return m_canvas->figure();
}

void OverviewView::setTheme(const Theme& theme) {
    m_header->setTheme(theme);
    m_canvas->setTheme(theme);
}

void OverviewView::retranslate() {
    m_header->setTitle(tr("Overview"));
    m_header->setNote(tr("layers ↓  heads →"));
    setAccessibleName(tr("Overview"));
    m_canvas->setAccessibleName(tr("All heads"));
    m_canvas->setAccessibleDescription(
        tr("One thumbnail per head, layers down and heads across. Arrow keys move between heads."));
}

void OverviewView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
