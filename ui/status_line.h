// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>

namespace headscope::ui {

/// The bottom line: what is under the pointer at the left, what to keep in mind at the right.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// What the pointer reads; empty: back to the hint.
    void showReading(const QString& text);
    /// What stands there in place of the hint while nothing is read; empty: the hint.
    void showStanding(const QString& text);
    /// Good news, for some seconds: "Saved heads.csv".
    void showNotice(const QString& text);
    QString text() const { return m_reading->text(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void refresh();

    QLabel* m_reading;
    QLabel* m_caution;
    QString m_text;
    QString m_standing;
    QString m_notice;
    QTimer m_noticeTime;
};

}  // namespace headscope::ui
