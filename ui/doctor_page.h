// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>

#include "core/analysis/doctor.h"
#include "ui/job.h"
#include "ui/session.h"

namespace headscope::ui {

/// What is wrong with the model that is shown: a list of findings, and of the one that is picked the
/// evidence, the likely cause and what people do about it. A click goes to its head.
class DoctorPage : public QWidget {
    Q_OBJECT
public:
    DoctorPage(Session& session, QWidget* parent);

    /// The model that is shown; does nothing without one.
    void examine();
    /// One that could not be shown, such as one whose numbers run away.
    void examine(const QString& model);
    /// Writes what was found to a file, in the format of its suffix.
    void save(const QString& path);
    /// All that was found as text, in the language of the window; empty before that.
    QString text() const;

    QTreeWidget& findings() { return *m_findings; }
    QPushButton& stopButton() { return *m_stop; }
    const QLabel& verdict() const { return *m_verdict; }
    const QLabel& advice() const { return *m_advice; }
    bool isBusy() const { return m_job.isRunning() || m_saving.isRunning(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Examined {
        core::ModelPtr model;
        core::Diagnosis diagnosis;
    };

    void start(std::function<core::ModelPtr()> open, const std::optional<core::Input>& input);
    void arrange();
    void connectParts();
    void retranslate();
    void followSession();
    void show();
    void showButtons();
    void showAdvice();
    void goTo(const QTreeWidgetItem* item);
    void askSave();
    const core::Finding* findingOf(const QTreeWidgetItem* item) const;

    Session& m_session;
    core::ModelPtr m_model;  // null: none
    QString m_name;          // what it was opened as
    std::optional<core::Diagnosis> m_diagnosis;
    Job m_job;
    Job m_saving;
    QPushButton* m_examine;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QPushButton* m_copy;
    QPushButton* m_save;
    QLabel* m_verdict;
    QTreeWidget* m_findings;
    QLabel* m_advice;
};

}  // namespace headscope::ui
