// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtGlobal>

#include "ui/views/arcs_view.h"
#include "ui/views/flow_view.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/view.h"

namespace headscope::ui {

namespace {

template <class Widget>
View* make(Session& session, QWidget* parent) {
    return new Widget(session, parent);
}

// The views of the window's centre. Adding one is one row here; its picture is a row in ui/figures.
constexpr ViewInfo table[] = {
    {"heatmap", QT_TRANSLATE_NOOP("View", "Heatmap"), make<HeatmapView>},
    {"flow", QT_TRANSLATE_NOOP("View", "Flow"), make<FlowView>},
    {"arcs", QT_TRANSLATE_NOOP("View", "Arcs"), make<ArcsView>},
};

}  // namespace

std::span<const ViewInfo> views() noexcept {
    return table;
}

}  // namespace headscope::ui
