// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <span>
#include <string_view>

#include "ui/figures/figure.h"
#include "ui/figures/theme.h"
#include "ui/session.h"

namespace headscope::ui {

/// What the keys + − 0 F ask of a view.
enum class ZoomStep { In, Out, Fit, Centre };

/// A widget that shows the session and can hand out what it shows as a picture. Views do not fill their
/// background: the window draws the card (Theme::panel) they lie on.
class View : public QWidget {
    Q_OBJECT
public:
    View(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {}

    /// The view as it stands, self-contained; null before there is a run, and for views that are no picture
    /// (tables).
    virtual Figure figure() const { return {}; }
    virtual void setTheme(const Theme& theme) = 0;
    /// Views that always show the whole do nothing.
    virtual void zoom(ZoomStep step) { Q_UNUSED(step); }

signals:
    /// What the status line should read for the cell or line under the pointer; empty when there is none.
    void readingChanged(const QString& text);

protected:
    Session& session() const { return m_session; }

private:
    Session& m_session;
};

/// One row of the table of views: a big view of the window's centre.
struct ViewInfo {
    std::string_view id;    ///< "heatmap": also the command line's --view
    std::string_view name;  ///< "Heatmap"; translation context "View"
    View* (*make)(Session& session, QWidget* parent);
};
std::span<const ViewInfo> views() noexcept;
/// The place of a row of views(); −1 for an unknown id.
int viewIndexOf(std::string_view id) noexcept;

}  // namespace headscope::ui
