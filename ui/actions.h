// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <span>
#include <string_view>
#include <vector>

#include "ui/figures/theme.h"

class QWidget;

namespace headscope::ui {

enum class ActionId {
    OpenFolder,
    OpenFile,
    OpenRecent,
    AboutModel,
    ExamineModel,
    CloseModel,
    SaveSession,
    SaveSessionAs,
    Undo,
    Redo,
    Palette,
    EditText,
    OpenTexts,
    NextText,
    PreviousText,
    KeepText,
    ForgetTexts,
    MeanOverTexts,
    OpenGold,
    ForgetGold,
    LiteralSpecials,
    GlobalToken,
    GateHead,
    Compare,
    ShowA,
    ShowB,
    ShowDifference,
    SideBySide,
    NextScale,
    NextRange,
    Words,
    MuteSpecials,
    AllHeads,
    LargestHead,
    Direction,
    NextChart,
    ZoomIn,
    ZoomOut,
    Fit,
    Centre,
    CopyView,
    ExportPicture,
    ExportOverview,
    ExportChart,
    ExportHeads,
    ExportLinks,
    ExportPattern,
    ExportPatterns,
    Escape,
    DarkTheme,
    SidePanel,
    FullScreen,
    Help,
    Quit,
};

/// One row of the table of commands. Every command of the window is here, with its keys.
struct ActionInfo {
    ActionId id;
    std::string_view text;  ///< translation context "Action"
    std::string_view keys;  ///< separated by spaces; the first is shown
    std::string_view icon;  ///< of ui/figures/icon.h; empty: none
    bool needsRun;
    bool checkable;
};
std::span<const ActionInfo> actionTable() noexcept;

/// The commands as QActions of `window`, which owns them.
class Actions {
public:
    explicit Actions(QWidget& window);

    QAction* operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    void retranslate();
    void setTheme(const Theme& theme);
    /// Commands that need a run are grey without one.
    void setRunPresent(bool present);

private:
    std::vector<QAction*> m_actions;
};

}  // namespace headscope::ui
