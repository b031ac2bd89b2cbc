// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

#include "ui/figures/theme.h"
#include "ui/models/link_model.h"
#include "ui/session.h"

namespace headscope::ui {

/// Links, one below the other: names, bar, number. Click selects what a row names, and the row of what is
/// selected is marked.
class LinkList : public QListView {
    Q_OBJECT
public:
    static constexpr int rowHeight = 22;

    LinkList(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    LinkModel& links() { return *m_links; }

private:
    void followSelection();

    Session& m_session;
    LinkModel* m_links;
    Theme m_theme = Theme::light();
};

}  // namespace headscope::ui
