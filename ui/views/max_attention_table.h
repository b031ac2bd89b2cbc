// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "ui/job.h"
#include "ui/models/max_attention_model.h"
#include "ui/models/value_sort_model.h"
#include "ui/views/number_delegate.h"
#include "ui/views/segmented_control.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// The strongest key of every token (or word, where pieces are merged) for the selected head, or of the
/// pinned one for every head. Click selects.
class MaxAttentionTable : public View {
    Q_OBJECT
public:
    MaxAttentionTable(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;

    QTableView& table() { return *m_table; }
    SegmentedControl& rowsSwitch() { return *m_rows; }
    /// Whether the table shows what was asked for.
    bool isSettled() const { return !m_job.isRunning(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What the rows are a function of.
    struct Shown {
        RunPtr run;
        ComparedRunsPtr difference;
        bool heads = false;
        core::HeadId head;
        std::optional<core::Index> query;
        bool words = false;
        bool operator==(const Shown&) const = default;
    };

    void retranslate();
    void follow();
    void prepare();
    void take(std::vector<core::Link> links);
    void retitle();
    void followSelection();
    void selectRow(const QModelIndex& index);

    ViewHeader* m_header;
    SegmentedControl* m_rows;
    MaxAttentionModel* m_model;
    ValueSortModel* m_sorted;
    NumberDelegate* m_delegate;
    QTableView* m_table;
    Shown m_shown;
    bool m_following = false;
    Job m_job;
};

}  // namespace headscope::ui
