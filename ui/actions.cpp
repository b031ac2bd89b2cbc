// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions.h"

#include <QWidget>
#include <array>

#include "ui/figures/icon.h"
#include "ui/language.h"

namespace headscope::ui {
namespace {

// In the order of the enum; a test holds it.
constexpr std::array table = {
    ActionInfo{ActionId::OpenFolder, QT_TRANSLATE_NOOP("Action", "Open model folder…"), "Ctrl+O", "open",
               false, false},
    ActionInfo{ActionId::OpenFile, QT_TRANSLATE_NOOP("Action", "Open weights file or session…"), "", "",
               false, false},
    ActionInfo{ActionId::OpenRecent, QT_TRANSLATE_NOOP("Action", "Recent runs"), "Ctrl+Shift+O", "recent",
               false, false},
    ActionInfo{ActionId::AboutModel, QT_TRANSLATE_NOOP("Action", "About this model"), "Ctrl+I", "", true,
               false},
    ActionInfo{ActionId::ExamineModel, QT_TRANSLATE_NOOP("Action", "What is wrong with this model"),
               "Ctrl+Shift+I", "", true, false},
    ActionInfo{ActionId::CloseModel, QT_TRANSLATE_NOOP("Action", "Close model"), "Ctrl+W", "", true, false},
    ActionInfo{ActionId::SaveSession, QT_TRANSLATE_NOOP("Action", "Save the session"), "Ctrl+S", "", true,
               false},
    ActionInfo{ActionId::SaveSessionAs, QT_TRANSLATE_NOOP("Action", "Save the session as…"), "Ctrl+Shift+S",
               "", true, false},
    ActionInfo{ActionId::Undo, QT_TRANSLATE_NOOP("Action", "Undo"), "Ctrl+Z", "undo", false, false},
    ActionInfo{ActionId::Redo, QT_TRANSLATE_NOOP("Action", "Redo"), "Ctrl+Shift+Z Ctrl+Y", "redo", false,
               false},
    ActionInfo{ActionId::Palette, QT_TRANSLATE_NOOP("Action", "Find commands, heads, words, models"),
               "Ctrl+K", "search", false, false},
    ActionInfo{ActionId::EditText, QT_TRANSLATE_NOOP("Action", "Edit the text"), "Ctrl+L", "", true, false},
    ActionInfo{ActionId::OpenTexts, QT_TRANSLATE_NOOP("Action", "Open a list of texts…"), "", "", true,
               false},
    ActionInfo{ActionId::NextText, QT_TRANSLATE_NOOP("Action", "Next text of the list"), "N", "chevron-right",
               false, false},
    ActionInfo{ActionId::PreviousText, QT_TRANSLATE_NOOP("Action", "Previous text of the list"), "P",
               "chevron-left", false, false},
    ActionInfo{ActionId::KeepText, QT_TRANSLATE_NOOP("Action", "Put this text into the list, or take it out"),
               "K", "", false, false},
    ActionInfo{ActionId::ForgetTexts, QT_TRANSLATE_NOOP("Action", "Forget the list of texts"), "", "", false,
               false},
    ActionInfo{ActionId::MeanOverTexts, QT_TRANSLATE_NOOP("Action", "Mean over the list of texts"), "M", "",
               false, true},
    ActionInfo{ActionId::OpenGold, QT_TRANSLATE_NOOP("Action", "Open gold data…"), "", "", true, false},
    ActionInfo{ActionId::ForgetGold, QT_TRANSLATE_NOOP("Action", "Forget the gold data"), "", "", false,
               false},
    ActionInfo{ActionId::LiteralSpecials, QT_TRANSLATE_NOOP("Action", "Read typed special tokens as text"),
               "T", "text", true, true},
    ActionInfo{ActionId::GlobalToken, QT_TRANSLATE_NOOP("Action", "Let the token see all and be seen by all"),
               "G", "", true, false},
    ActionInfo{ActionId::GateHead, QT_TRANSLATE_NOOP("Action", "Run B without this head, or with it again"),
               "X", "", true, false},
    ActionInfo{ActionId::Compare, QT_TRANSLATE_NOOP("Action", "Compare with another text"), "Ctrl+D",
               "compare", true, true},
    ActionInfo{ActionId::ShowA, QT_TRANSLATE_NOOP("Action", "Show run A"), "[", "", true, false},
    ActionInfo{ActionId::ShowB, QT_TRANSLATE_NOOP("Action", "Show run B"), "]", "", true, false},
    ActionInfo{ActionId::ShowDifference, QT_TRANSLATE_NOOP("Action", "Show how B differs from A"), "\\", "",
               true, false},
    ActionInfo{ActionId::SideBySide, QT_TRANSLATE_NOOP("Action", "A and B side by side"), "|", "beside", true,
               true},
    ActionInfo{ActionId::NextScale, QT_TRANSLATE_NOOP("Action", "Next colour scale"), "L", "", true, false},
    ActionInfo{ActionId::NextRange, QT_TRANSLATE_NOOP("Action", "Next colour range"), "R", "", true, false},
    ActionInfo{ActionId::Words, QT_TRANSLATE_NOOP("Action", "Merge pieces into words"), "W", "words", true,
               true},
    ActionInfo{ActionId::MuteSpecials, QT_TRANSLATE_NOOP("Action", "Mute special tokens"), "S", "", true,
               true},
    ActionInfo{ActionId::AllHeads, QT_TRANSLATE_NOOP("Action", "All heads of the layer"), "A", "", true,
               true},
    ActionInfo{ActionId::LargestHead, QT_TRANSLATE_NOOP("Action", "Largest, not the mean, of several heads"),
               "H", "", true, true},
    ActionInfo{ActionId::Direction, QT_TRANSLATE_NOOP("Action", "Shade who looks at the token"), "D", "",
               true, true},
    ActionInfo{ActionId::NextChart, QT_TRANSLATE_NOOP("Action", "Next chart"), "C", "", true, false},
    ActionInfo{ActionId::ZoomIn, QT_TRANSLATE_NOOP("Action", "Zoom in"), "+ =", "", true, false},
    ActionInfo{ActionId::ZoomOut, QT_TRANSLATE_NOOP("Action", "Zoom out"), "-", "", true, false},
    ActionInfo{ActionId::Fit, QT_TRANSLATE_NOOP("Action", "Show the whole map"), "0", "", true, false},
    ActionInfo{ActionId::Centre, QT_TRANSLATE_NOOP("Action", "Centre the pinned pair"), "F", "", true, false},
    ActionInfo{ActionId::CopyView, QT_TRANSLATE_NOOP("Action", "Copy picture and numbers"), "Ctrl+C", "",
               true, false},
    ActionInfo{ActionId::ExportPicture, QT_TRANSLATE_NOOP("Action", "Export this view…"), "Ctrl+E", "export",
               true, false},
    ActionInfo{ActionId::ExportOverview, QT_TRANSLATE_NOOP("Action", "Export the overview…"), "", "", true,
               false},
    ActionInfo{ActionId::ExportChart, QT_TRANSLATE_NOOP("Action", "Export the chart…"), "", "", true, false},
    ActionInfo{ActionId::ExportHeads, QT_TRANSLATE_NOOP("Action", "Export the table of heads…"), "", "", true,
               false},
    ActionInfo{ActionId::ExportLinks, QT_TRANSLATE_NOOP("Action", "Export the strongest keys…"), "", "", true,
               false},
    ActionInfo{ActionId::ExportPattern, QT_TRANSLATE_NOOP("Action", "Export this head's pattern…"), "", "",
               true, false},
    ActionInfo{ActionId::ExportPatterns, QT_TRANSLATE_NOOP("Action", "Export all patterns…"), "", "", true,
               false},
    ActionInfo{ActionId::Escape, QT_TRANSLATE_NOOP("Action", "Stop, unpin, or one head again"), "Esc", "",
               false, false},
    ActionInfo{ActionId::DarkTheme, QT_TRANSLATE_NOOP("Action", "Dark colours"), "Ctrl+Shift+D", "theme",
               false, true},
    ActionInfo{ActionId::SidePanel, QT_TRANSLATE_NOOP("Action", "Panel of numbers"), "Ctrl+B", "chart", true,
               true},
    ActionInfo{ActionId::FullScreen, QT_TRANSLATE_NOOP("Action", "Full screen"), "F11", "", false, true},
    ActionInfo{ActionId::Help, QT_TRANSLATE_NOOP("Action", "Keys, and how to read this"), "F1 ?", "help",
               false, false},
    ActionInfo{ActionId::Quit, QT_TRANSLATE_NOOP("Action", "Quit"), "Ctrl+Q", "", false, false},
};

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QList<QKeySequence> keysOf(const ActionInfo& info) {
    QList<QKeySequence> keys;
    for (const QString& key : text(info.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        keys.append(QKeySequence(key));
    return keys;
}

}  // namespace

std::span<const ActionInfo> actionTable() noexcept {
    return table;
}

Actions::Actions(QWidget& window) {
    for (const ActionInfo& info : table) {
        auto* action = new QAction(&window);
        action->setShortcuts(keysOf(info));
        action->setCheckable(info.checkable);
        window.addAction(action);
        m_actions.push_back(action);
    }
    retranslate();
    setRunPresent(false);
}

void Actions::retranslate() {
    for (const ActionInfo& info : table) {
        QAction* action = (*this)[info.id];
        const QString name = translated("Action", info.text);
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        action->setText(name);
        action->setToolTip(key.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, key));
    }
}

void Actions::setTheme(const Theme& theme) {
    for (const ActionInfo& info : table) {
        if (!info.icon.empty()) (*this)[info.id]->setIcon(icon(info.icon, theme));
    }
}

void Actions::setRunPresent(bool present) {
    for (const ActionInfo& info : table) {
        if (info.needsRun) (*this)[info.id]->setEnabled(present);
    }
}

}  // namespace headscope::ui
