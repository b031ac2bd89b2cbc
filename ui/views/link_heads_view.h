// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "ui/job.h"
#include "ui/views/link_list.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// Which heads link the pinned query to the pinned key: all heads by the weight of that link, of B − A by how
/// much it changed. Click goes to the head and keeps the pair.
class LinkHeadsView : public View {
    Q_OBJECT
public:
    LinkHeadsView(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;
    LinkList& list() { return *m_list; }
    const QLabel& title() const { return *m_title; }
    /// Whether the list shows the heads of the pinned pair.
    bool isSettled() const { return !m_job.isRunning(); }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Wanted {
        RunPtr run;
        ComparedRunsPtr difference;
        std::optional<core::Index> query;
        std::optional<core::Index> key;
        bool words = false;
        bool operator==(const Wanted&) const = default;
    };

    void prepareIfNeeded();
    void take(std::vector<core::Link> links);
    void showLinks();
    void retranslate();

    Wanted m_wanted;
    std::vector<core::Link> m_links;
    QLabel* m_title;
    LinkList* m_list;
    Job m_job;
};

}  // namespace headscope::ui
