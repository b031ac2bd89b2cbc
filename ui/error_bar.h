// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// One sentence about what went wrong, where the eye is, with what to do about it as a button. Hidden while
/// all is well.
class ErrorBar : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBar(QWidget* parent = nullptr);

    /// `remedy`: the text of the button; empty: no button.
    void showError(const QString& sentence, const QString& remedy = {});
    QString sentence() const { return m_sentence->text(); }
    QPushButton& remedy() { return *m_remedy; }
    void setTheme(const Theme& theme);

signals:
    void remedyWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_sentence;
    QPushButton* m_remedy;
    QToolButton* m_close;
};

}  // namespace headscope::ui
