// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QListView>
#include <QStyledItemDelegate>

#include "ui/figures/theme.h"
#include "ui/job.h"
#include "ui/models/link_model.h"
#include "ui/session.h"

namespace headscope::ui {

/// Paints a row of a LinkModel: names, bar, number.
class LinkDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int rowHeight = 22;

    using QStyledItemDelegate::QStyledItemDelegate;
    void setTheme(const Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {80, rowHeight}; }

private:
    Theme m_theme = Theme::light();
};

/// The strongest links of the selected head, without special tokens. Click selects the pair.
class LinksPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr core::Index largestCount = 6;

    LinksPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    QListView& list() { return *m_list; }
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
        core::HeadId head;
        bool words = false;
        bool operator==(const Wanted&) const = default;
    };

    void retranslate();
    void followTitle();
    void followWords();
    void prepareIfNeeded();
    void take(std::vector<core::Link> links, const core::PatternPtr& pattern);
    void followSelection();
    void selectLink(const QModelIndex& index);

    Session& m_session;
    Wanted m_wanted;
    QLabel* m_title;
    QLabel* m_note;
    QListView* m_list;
    LinkModel* m_model;
    LinkDelegate* m_delegate;
    Job m_job;
};

}  // namespace headscope::ui
