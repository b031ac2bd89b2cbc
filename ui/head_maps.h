// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/head_map_chart.h"
#include "ui/finding.h"

namespace headscope::ui {

/// Finds the map of heads of a run: by itself where that takes a second or so. GUI thread only.
class HeadMaps : public Finding {
    Q_OBJECT
public:
    using Finding::Finding;

    /// The run to look at from now on, by words or by tokens; null: none. What was found of it stays while it
    /// is not `shown`, and nothing is begun then. Emits nothing but what follows later.
    void follow(const RunPtr& run, bool words, bool shown);
    /// Null until it is found.
    const HeadMapPtr& map() const { return m_map; }

protected:
    bool isWanted() const override { return !m_run.expired() && !m_map; }
    void start() override;

private:
    std::weak_ptr<const Run> m_run;
    bool m_words = false;
    bool m_begun = false;  // by itself
    HeadMapPtr m_map;
};

}  // namespace headscope::ui
