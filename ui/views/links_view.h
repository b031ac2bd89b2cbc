// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollBar>
#include <QSlider>

#include "ui/views/head_chips.h"
#include "ui/views/links_canvas.h"
#include "ui/views/segmented_control.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// What flow and arcs share: controls, head chips, the lines, and a scroll bar for texts that do not fit.
class LinksView : public View {
    Q_OBJECT
public:
    LinksView(Session& session, const LinksPainter& painter, QWidget* parent);

    Figure figure() const override { return m_canvas->figure(); }
    void setTheme(const Theme& theme) override;

    LinksCanvas& canvas() { return *m_canvas; }
    HeadChips& chips() { return *m_chips; }
    QSlider& shareSlider() { return *m_share; }
    QScrollBar& scrollBar() { return *m_scroll; }
    /// "All heads" and "Mute specials".
    SegmentedControl& switches() { return *m_switches; }

protected:
    void changeEvent(QEvent* event) override;
    /// How to read the picture, in a few words.
    virtual QString note() const = 0;
    virtual void retranslate();

private:
    void connectParts();
    void follow();
    void followWindow();
    void switchPressed(int index);

    // First, because the view hands its focus on to it: the Tab key would skip what stands between them.
    LinksCanvas* m_canvas;
    ViewHeader* m_header;
    SegmentedControl* m_switches;
    QLabel* m_shareLabel;
    QSlider* m_share;
    QLabel* m_shareValue;
    HeadChips* m_chips;
    QScrollBar* m_scroll;
};

}  // namespace headscope::ui
