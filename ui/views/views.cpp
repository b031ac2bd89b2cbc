// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtGlobal>
#include <algorithm>

#include "ui/views/arcs_view.h"
#include "ui/views/flow_view.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/overview_view.h"
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
    {"grid", QT_TRANSLATE_NOOP("View", "Heads"), make<OverviewView>},
};

}  // namespace

std::span<const ViewInfo> views() noexcept {
    return table;
}

int viewIndexOf(std::string_view id) noexcept {
    const std::span<const ViewInfo> rows = table;
    const auto row =
        std::find_if(rows.begin(), rows.end(), [id](const ViewInfo& info) { return info.id == id; });
    return row == rows.end() ? -1 : static_cast<int>(row - rows.begin());
}

}  // namespace headscope::ui
