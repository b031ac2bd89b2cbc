// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeWidget>
#include <optional>
#include <vector>

#include "core/analysis/verify.h"
#include "ui/doctor_page.h"
#include "ui/job.h"
#include "ui/session.h"

namespace headscope::ui {

/// What the model that is shown is made of, what became of its tensors, what memory a run of some tokens
/// takes, whether it passes the checks of `headscope verify`, and what the doctor says. Not modal: it follows
/// the session.
class ModelDialog : public QDialog {
    Q_OBJECT
public:
    ModelDialog(Session& session, QWidget* parent);

    /// Runs the checks; with a folder also those against its reference values.
    void check(const std::optional<QString>& references = {});

    /// Turns to the doctor and lets it examine the model that is shown, or one that could not be.
    void examine(const QString& model = {});

    DoctorPage& doctor() { return *m_doctor; }
    QTreeWidget& facts() { return *m_facts; }
    QTreeWidget& checks() { return *m_checks; }
    QSpinBox& tokens() { return *m_tokens; }
    bool isChecking() const { return m_job.isRunning(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void retranslate();
    void followSession();
    void showFacts();
    void showMemory();
    void showChecks();
    void askReferences();

    Session& m_session;
    core::ModelPtr m_model;  // null: none is open
    std::vector<core::CheckResult> m_results;
    Job m_job;
    QTabWidget* m_pages;
    DoctorPage* m_doctor;
    QLabel* m_title;
    QLabel* m_place;
    QTreeWidget* m_facts;
    QLabel* m_tokensLabel;
    QSpinBox* m_tokens;
    QLabel* m_memory;
    QPushButton* m_check;
    QPushButton* m_compare;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QLabel* m_verdict;
    QTreeWidget* m_checks;
};

}  // namespace headscope::ui
