// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/head_maps.h"

#include <algorithm>
#include <utility>

namespace headscope::ui {
namespace {

// Pairs of heads × cells of a pattern: about a second of one processor.
constexpr double quickWork = 5e7;

bool isQuick(const Run& run) {
    const auto heads = static_cast<double>(run.trace->headIds().size());
    const auto length = static_cast<double>(run.trace->length());
    const auto texts = static_cast<double>(std::max<std::size_t>(1, run.trace->meanOf.size()));
    return heads * heads / 2 * length * length * texts <= quickWork;
}

}  // namespace

void HeadMaps::follow(const RunPtr& run, bool words, bool shown) {
    if (run != m_run.lock() || words != m_words) {
        reset();
        m_run = run;
        m_words = words;
        m_begun = false;
        m_map.reset();
    }
    // Once: who stops it wants it stopped.
    if (shown && run && isQuick(*run) && !std::exchange(m_begun, true)) find();
}

void HeadMaps::start() {
    job().start<HeadMapPtr>(
        [run = m_run.lock(), words = m_words](const core::Progress& progress) {
            return findHeadMap(*run, words, progress);
        },
        [this](HeadMapPtr map) {
            m_map = std::move(map);
            emit changed();
        });
}

}  // namespace headscope::ui
