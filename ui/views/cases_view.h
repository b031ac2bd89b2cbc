// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QTreeWidget>
#include <functional>
#include <optional>
#include <vector>

#include "core/analysis/check_cases.h"
#include "ui/job.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// Test cases for attention, run on the model that is shown: what passed and what failed, by how much. A
/// click shows the text of a case, with its head and pair; what is selected can become a case.
class CasesView : public View {
    Q_OBJECT
public:
    CasesView(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;

    /// Reads a file of cases and runs it.
    void open(const QString& path);
    /// Makes a case of what is selected and puts it into a file, which may be new; then runs that file.
    void addTo(const QString& path);

    QTreeWidget& list() { return *m_list; }
    QToolButton& addButton() { return *m_add; }
    QToolButton& runButton() { return *m_run; }
    const QLabel& summary() const { return *m_summary; }
    bool isBusy() const { return m_job.isRunning() || m_adding.isRunning(); }

signals:
    void fileOpened(const QString& path);
    /// The text of a case, and where to look in it.
    void shownWanted(const headscope::core::Input& input, const headscope::ui::Selection& selection);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    using Reader = std::function<core::CaseFile()>;
    struct Checked {
        core::CaseFile file;
        std::vector<core::CaseResult> results;
    };

    void arrange();
    void connectParts();
    void prepareIfNeeded();
    void run();
    void showResults();
    void showButtons();
    void showCase(QTreeWidgetItem* item);
    void askOpen();
    void add();
    void retranslate();

    Theme m_theme = Theme::light();
    QString m_path;          // of the file; empty: that of the example, where the model is one
    Reader m_reader;         // null: there are no cases
    core::ModelPtr m_model;  // that was asked, or is being asked
    std::optional<Checked> m_checked;
    Job m_job;
    Job m_adding;
    QLabel* m_title;
    QToolButton* m_open;
    QToolButton* m_run;  // or stop
    QToolButton* m_add;
    QLabel* m_summary;
    QTreeWidget* m_list;
};

}  // namespace headscope::ui
