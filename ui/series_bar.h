// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSlider>
#include <QWidget>

#include "ui/session.h"

namespace headscope::ui {

/// Where the shown model stands among the checkpoints of its training, with a slider to go to another one.
/// Only there where the model has such.
class SeriesBar : public QWidget {
    Q_OBJECT
public:
    SeriesBar(Session& session, QWidget* parent);

    QSlider& slider() { return *m_slider; }
    const QLabel& place() const { return *m_place; }
    /// Back to what is shown, when what was asked for did not come.
    void follow();

signals:
    void modelWanted(const QString& model);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showPlace(int place);

    Session& m_session;
    QLabel* m_title;
    QSlider* m_slider;
    QLabel* m_place;
};

}  // namespace headscope::ui
