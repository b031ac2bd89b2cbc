// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/figures/grid_figure.h"
#include "ui/session.h"
#include "ui/views/hover_tip.h"

namespace headscope::ui {

/// The thumbnails of the overview. Click chooses a head, Ctrl+click one more or one less, a rubber band those
/// it touches; with Shift the keys below add the head they lead to. Left and Right, Up and Down, Home, End,
/// Page Up and Page Down move between heads; Space asks for more room; the pointer shows a head's numbers.
class GridCanvas : public QWidget {
    Q_OBJECT
public:
    /// `panel`: whose heads are shown while A and B stand beside each other; without, and else, what the
    /// session shows.
    GridCanvas(Session& session, QWidget* parent, std::optional<Side> panel = {});

    void setTheme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    Figure figure() const;
    /// Where a head's thumbnail stands; empty when there is none.
    QRectF rectOf(core::HeadId head) const;

    /// What screen readers ask for.
    const std::vector<core::HeadId>& heads() const { return m_heads; }
    core::HeadId selectedHead() const { return m_session.selection().head; }
    bool isSelected(core::HeadId head) const { return m_session.selection().holds(head); }
    /// Of a head in heads(); −1: none.
    int indexOf(core::HeadId head) const;
    const GridData& data() const { return m_data; }
    /// Whether the measure in whose colours the heads should be is still being found.
    bool isMeasuring() const { return m_measuring; }
    /// Title, type and every metric of a head, one text each.
    QStringList headLines(core::HeadId head) const;
    void selectHead(core::HeadId head) { m_session.selectHead(head); }

    QSize sizeHint() const override { return {340, 340}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void enlargeWanted();
    /// Other heads, colours or order.
    void prepared();
    void readingChanged(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Both runs while they stand beside each other and this shows one of them.
    ComparedRunsPtr beside() const;
    RunPtr run() const;
    ComparedRunsPtr difference() const;
    HeadChangesPtr changes() const;
    Caption caption() const;
    GridLayout gridLayout() const { return {m_data, caption(), QSizeF(size())}; }
    void showRun();
    void followSettings();
    void prepare();
    void followSelection();
    std::vector<GridMark> marks() const;
    GridLook look() const;
    /// The heads that the rubber band touches.
    std::vector<core::HeadId> banded() const;
    /// From the press to the pointer; nothing until that has moved.
    std::optional<QRectF> band() const;
    void setHovered(std::optional<core::HeadId> head, QPoint globalPosition);
    /// The head that a key leads to from the selected one.
    std::optional<core::HeadId> target(int key) const;

    Session& m_session;
    std::optional<Side> m_panel;
    Theme m_theme = Theme::light();
    GridData m_data;
    std::string m_measure;  ///< the settings that m_data follows
    bool m_sorted = false;
    bool m_isBeside = false;
    bool m_measuring = false;
    std::vector<core::HeadId> m_heads;
    std::optional<core::HeadId> m_hovered;
    std::optional<QPointF> m_pressed;  ///< while the button is down
    QPointF m_pointer;
    HoverTip m_tip;
};

}  // namespace headscope::ui
