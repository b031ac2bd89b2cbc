// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/figures/heatmap_panels.h"
#include "ui/job.h"
#include "ui/session.h"
#include "ui/views/hover_tip.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// The heatmap itself, or those of A and B beside each other: what is done in one is done in both. Wheel
/// zooms about the pointer, dragging moves, double click, 0 and F fit, + and − zoom; click pins a pair,
/// arrows move it, Esc unpins.
class HeatmapCanvas : public QWidget {
    Q_OBJECT
public:
    HeatmapCanvas(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    Figure figure() const;
    /// About the middle of the map.
    void zoom(ZoomStep step);

    /// Null while there is nothing to show or it is being computed for the first time.
    const HeatmapPanels& panels() const { return m_panels; }
    /// Of the first panel.
    HeatmapDataPtr data() const { return m_panels.empty() ? nullptr : m_panels.front(); }
    /// Where cells of a panel stand now, from the corner of its panelRect(); nothing without data.
    std::optional<GridMapping> mapping() const;
    QRectF panelRect(std::size_t index) const;

    QSize sizeHint() const override { return {640, 640}; }
    QSize minimumSizeHint() const override { return {240, 240}; }

signals:
    void readingChanged(const QString& text);
    /// New data is shown.
    void prepared();
    /// The part that is looked at changed.
    void viewportChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Drag {
        QPointF from;
        Viewport viewport;
        bool moved = false;
    };

    /// What the shown data is a function of.
    struct Wanted {
        RunPtr run;
        ComparedRunsPtr difference;
        ComparedRunsPtr beside;
        Side side = Side::A;  ///< of the run whose tokens are selected
        core::HeadGroup heads;
        bool words = false;
        ToneScale scale = ToneScale::SquareRoot;
        ToneRange range = ToneRange::WholeMap;
        GoldPtr gold;
        bool operator==(const Wanted&) const = default;
    };

    void showRun();
    void prepareIfNeeded();
    void prepare();
    void take(HeatmapPanels panels);
    void prepareNumbers();
    /// A point of the widget in the panel that it lies in.
    struct PanelPoint {
        std::size_t panel = 0;
        QPointF point;
    };
    PanelPoint inPanel(QPointF point) const;
    /// The cell that the minimap shows at a point.
    std::optional<CellPlace> onMinimap(const PanelPoint& at) const;
    HeatmapLayout layout() const;
    HeatmapLook look() const;
    void setViewport(const Viewport& viewport);
    void zoom(QPointF anchor, double factor);
    void hoverAt(QPointF point, QPoint globalPosition);
    void setPointed(std::optional<CellPlace> cell);
    void pin(CellPlace cell);
    void movePin(int rows, int columns);
    CellPlace firstCell() const;
    void fitOrCentre(bool centrePin);
    QString readingOf(CellPlace cell) const;
    QString weightsAt(CellPlace cell) const;

    Session& m_session;
    Theme m_theme = Theme::light();
    HeatmapPanels m_panels;
    Wanted m_shown;   ///< what m_data is of …
    Wanted m_wanted;  ///< … and what it will be of
    Viewport m_viewport;
    std::optional<Drag> m_drag;
    std::optional<CellPlace> m_pointed;  ///< under the pointer
    HoverTip m_tip;
    QTimer m_rest;  ///< runs while the view moves
    Job m_prepare;
    Job m_numbers;
};

}  // namespace headscope::ui
