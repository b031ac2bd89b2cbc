// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/selection.h"

#include <algorithm>

namespace headscope::ui {

std::vector<core::HeadId> Selection::heads() const {
    std::vector<core::HeadId> all = others;
    all.insert(std::upper_bound(all.begin(), all.end(), head), head);
    return all;
}

bool Selection::holds(core::HeadId wanted) const {
    return wanted == head || std::find(others.begin(), others.end(), wanted) != others.end();
}

std::vector<core::HeadId> headsOfLayer(const core::Trace& trace, int layer) {
    std::vector<core::HeadId> heads = trace.headIds();
    std::erase_if(heads, [layer](core::HeadId head) { return head.layer != layer; });
    return heads;
}

Selection withHeads(Selection selection, std::vector<core::HeadId> heads, core::HeadId current) {
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    std::erase(heads, current);
    selection.head = current;
    selection.others = std::move(heads);
    return selection;
}

Selection withOnly(Selection selection, core::HeadId head) {
    selection.head = head;
    selection.others.clear();
    return selection;
}

Selection withAdded(Selection selection, core::HeadId head) {
    std::vector<core::HeadId> heads = selection.heads();
    heads.push_back(head);
    return withHeads(std::move(selection), std::move(heads), head);
}

Selection withToggled(Selection selection, core::HeadId head) {
    if (!selection.holds(head)) return withAdded(std::move(selection), head);
    if (!selection.several()) return selection;
    std::vector<core::HeadId> heads = selection.heads();
    std::erase(heads, head);
    const core::HeadId current = head == selection.head ? heads.front() : selection.head;
    return withHeads(std::move(selection), std::move(heads), current);
}

}  // namespace headscope::ui
