// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "ui/figures/flow_figure.h"
#include "ui/job.h"
#include "ui/session.h"
#include "ui/views/hover_tip.h"

namespace headscope::ui {

/// What is under the pointer.
struct LinksHit {
    Hover hover;
    std::optional<core::HeadId> head;  ///< of the line, where it is one
};

/// Pointing at a line is pointing at both its ends, in its head.
LinksHit lineHit(const FlowData& data, const FlowLine& line);

/// How a picture of lines is made: flow and arcs are one row each.
struct LinksPainter {
    const char* id;          ///< "flow"
    QString (*direction)();  ///< how it is read
    Qt::Orientation scroll;
    core::Index (*capacity)(QSizeF size);
    QImage (*layer)(const FlowData& data, const FlowLook& look, QSizeF size, double ratio);
    void (*paint)(QPainter& painter, const FlowData& data, const FlowLook& look, QSizeF size, PaintMode mode);
    Figure (*figure)(FlowDataPtr data, FlowLook look, QSizeF size);
    LinksHit (*hit)(const FlowData& data, const FlowLook& look, QSizeF size, QPointF point);
};

/// The lines of the shown heads, or those in A and in B beside each other. Pointing isolates a token's lines,
/// click pins, Esc unpins; arrows along the tokens move the pinned query, the others change the head.
class LinksCanvas : public QWidget {
    Q_OBJECT
public:
    LinksCanvas(Session& session, const LinksPainter& painter, QWidget* parent);

    void setTheme(const Theme& theme);
    Figure figure() const;
    /// Null while there is nothing to show.
    const FlowDataPtr& data() const { return m_panels.front().data; }
    /// One panel, or that of A and that of B.
    std::size_t panels() const { return m_panels.size(); }
    const FlowDataPtr& data(std::size_t panel) const { return m_panels[panel].data; }
    /// Whether what is shown is what was asked for.
    bool isSettled() const { return !m_job.isRunning(); }

    /// Places that there are, that fit, and the first one that is shown.
    core::Index places() const;
    core::Index capacity() const;
    core::Index firstPlace() const { return m_first; }
    void setFirstPlace(core::Index first);
    /// Isolates a head's lines while something else points at it.
    void setHoveredHead(std::optional<core::HeadId> head);

    QSize sizeHint() const override { return {640, 640}; }
    QSize minimumSizeHint() const override { return {240, 240}; }

signals:
    void readingChanged(const QString& text);
    /// New lines are shown, or the window onto the tokens changed.
    void prepared();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Panel {
        FlowDataPtr data;
        QImage layer;
    };
    using Panels = std::vector<Panel>;

    /// What the shown lines are a function of.
    struct Wanted {
        RunPtr run;
        ComparedRunsPtr difference;
        ComparedRunsPtr beside;
        Side side = Side::A;  ///< of the run whose tokens are selected
        core::HeadGroup heads;
        GoldPtr gold;
        bool words = false;
        bool muteSpecials = false;
        double share = 0;
        bool dark = false;
        QSizeF size;  ///< of a panel
        double ratio = 1;
        TokenWindow window;
        bool operator==(const Wanted&) const = default;
    };

    void showRun();
    void followSettings();
    Wanted wanted() const;
    /// Moves the window to the pinned pair where that lies outside.
    void followPin();
    void prepareIfNeeded();
    void prepare();
    static Panels panelsOf(const Wanted& wanted, const ViewSettings& settings, const FlowLook& look,
                           const LinksPainter& painter, const core::Progress& progress);
    void take(Panels panels);
    QSizeF panelSize() const;
    FlowLook look(std::size_t panel) const;
    std::vector<FlowDataPtr> everyData() const;
    QString summary() const;
    QString readingOf(const LinksHit& hit) const;
    /// What gold data asks for between the two; empty for nothing.
    QString goldReading(const Hover& pair) const;
    QString besideReading(core::HeadId head, const Hover& pair) const;
    LinksHit hitAt(QPointF point) const;
    void movePin(core::Index step);

    Session& m_session;
    const LinksPainter& m_painter;
    Theme m_theme = Theme::light();
    Panels m_panels{1};  ///< never none
    Wanted m_shown;      ///< what they are of …
    Wanted m_wanted;     ///< … and what it will be of
    core::Index m_first = 0;
    std::optional<core::HeadId> m_hoveredHead;
    HoverTip m_tip;
    Job m_job;
};

}  // namespace headscope::ui
