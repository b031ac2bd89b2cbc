// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QTimer>
#include <QWidget>

namespace headscope::ui {

/// `plain` for QToolTip, which would take "<b>" in a token for markup.
QString asToolTip(const QString& plain);

/// Shows a tool tip when the pointer has rested for 400 ms, and at once while one is open.
class HoverTip : public QObject {
    Q_OBJECT
public:
    static constexpr int delay = 400;

    explicit HoverTip(QWidget& owner);

    /// What to show for the place under the pointer, plain text; empty: nothing.
    void show(QPoint globalPosition, const QString& text);
    void hide() { show({}, {}); }

private:
    void open();

    QWidget& m_owner;
    QTimer m_timer;
    QPoint m_position;
    QString m_text;
};

}  // namespace headscope::ui
