// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QWidget>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// The row over a view: title, a softer note, then controls at the right.
class ViewHeader : public QWidget {
    Q_OBJECT
public:
    explicit ViewHeader(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setNote(const QString& note);
    void setTheme(const Theme& theme);
    /// Adds a control at the right end.
    void addControl(QWidget* control);

    QString title() const { return m_title->text(); }
    QString note() const { return m_note->text(); }

private:
    QHBoxLayout* m_row;
    QLabel* m_title;
    QLabel* m_note;
};

}  // namespace headscope::ui
