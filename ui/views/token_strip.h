// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollBar>

#include "ui/models/row_map.h"
#include "ui/views/token_strip_layout.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// The tokens of the run as they are read. The one under the pointer, or the pinned one, shades the others by
/// the weight the selected head gives them (ViewSettings::lookedAtBy: by the weight they give to it). Click
/// pins, Shift+click pins the other end of a pair; left and right move, Enter pins, Esc unpins. Where the
/// model has global tokens they carry a bar, and a menu makes a token global or undoes it.
class TokenStrip : public View {
    Q_OBJECT
public:
    /// As many lines are shown before the strip scrolls.
    static constexpr int largestLines = 4;

    TokenStrip(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Where a token stands now; for tests. Empty when there is no such token.
    QRectF chipRect(core::Index position) const;
    /// How strongly each token is shaded, 0 … 1 along the colour scale (differences: −1 … 1); empty: none.
    const std::vector<double>& shades() const { return m_shades; }
    /// The token whose weights are shown: hovered before pinned.
    std::optional<core::Index> lookingToken() const;

signals:
    /// A token shall be global, or no longer.
    void globalWanted(std::optional<headscope::core::Index> position);
    /// Global tokens shall be those of the model's class.
    void globalResetWanted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showRun();
    void followSettings();
    void layOut();
    void reshade();
    void retranslate();
    core::Index positionAt(QPointF point) const;
    std::vector<double> shadesOf(const core::PatternSource& pattern, core::Index looking) const;
    /// All tokens of the row that `position` is in.
    std::vector<bool> pieces(std::optional<core::Index> position) const;
    void pin(std::optional<core::Index> position, bool otherEnd);
    void move(core::Index step);
    void scrollTo(core::Index position);
    QString toolTipOf(core::Index position) const;
    bool isGlobal(core::Index position) const;

    Theme m_theme = Theme::light();
    QScrollBar m_scroll;
    std::vector<MeasuredToken> m_tokens;
    RowMap m_rows;
    std::vector<bool> m_global;  // per token; empty: none
    TokenStripLayout m_layout;
    std::vector<double> m_shades;
};

}  // namespace headscope::ui
