// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/grid_canvas.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// All heads of the run as thumbnails, layers down and heads across.
class OverviewView : public View {
    Q_OBJECT
public:
    OverviewView(Session& session, QWidget* parent);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;

    GridCanvas& canvas() { return *m_canvas; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    ViewHeader* m_header;
    GridCanvas* m_canvas;
};

}  // namespace headscope::ui
