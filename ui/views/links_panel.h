// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "ui/job.h"
#include "ui/views/link_list.h"

namespace headscope::ui {

/// The strongest links of the selected head, without special tokens. Click selects the pair.
class LinksPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr core::Index largestCount = 6;

    LinksPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    LinkList& list() { return *m_list; }
    /// Whether the list shows the links of the selected head.
    bool isSettled() const { return !m_job.isRunning(); }

signals:
    /// The list shows the links of the selected head.
    void prepared();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Wanted {
        RunPtr run;
        ComparedRunsPtr difference;
        core::HeadGroup heads;
        core::HeadId head;  ///< the current one, to which a click on a link goes
        bool words = false;
        bool operator==(const Wanted&) const = default;
    };

    void retranslate();
    void followTitle();
    void followWords();
    void prepareIfNeeded();
    void take(std::vector<core::Link> links, const core::PatternPtr& pattern);

    Session& m_session;
    Wanted m_wanted;
    QLabel* m_title;
    QLabel* m_note;
    LinkList* m_list;
    Job m_job;
};

}  // namespace headscope::ui
