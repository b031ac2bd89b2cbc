// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>
#include <QToolButton>
#include <QWidget>

#include "ui/figures/theme.h"
#include "ui/finding.h"

namespace headscope::ui {

/// What stands where something is not found yet: what it would be and a button, how far it is and one that
/// stops it, or why it is not to be had. Hidden while it follows nothing.
class WorkBar : public QWidget {
    Q_OBJECT
public:
    explicit WorkBar(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `offer` is what could be found, in one sentence; `activity` what is being done while it is. Null
    /// finding: none.
    void follow(Finding* finding, const QString& offer, const QString& activity);

    QToolButton& button() { return *m_button; }
    QString text() const { return m_text->text(); }

private:
    void showProgress(double fraction);

    QLabel* m_text;
    QToolButton* m_button;  // or stop
    QPointer<Finding> m_finding;
    QString m_activity;
    double m_fraction = 0;
};

}  // namespace headscope::ui
