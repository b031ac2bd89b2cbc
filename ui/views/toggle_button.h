// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "ui/figures/theme.h"

namespace headscope::ui {

/// A small checkable button painted from the theme: a part of a segmented control, or a chip of its own.
class ToggleButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Look {
        Segment,  ///< lies on a sunken ground, raised when checked
        Chip,     ///< has a hairline, filled with its colour when checked
    };

    explicit ToggleButton(Look look, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// The fill of a checked chip; invalid: Theme::ink2.
    void setColour(const QColor& colour);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void doubleClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QFont labelFont() const;
    QColor ground() const;
    QColor textColour(const QColor& ground) const;

    Look m_look;
    Theme m_theme = Theme::light();
    QColor m_colour;
};

}  // namespace headscope::ui
