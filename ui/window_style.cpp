// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_style.h"

#include <QGuiApplication>
#include <QVariant>
#include <QWidget>
#include <utility>

namespace headscope::ui {
namespace {

// Colours stand as $names, so that the sheet reads like one.
constexpr const char* sheet = R"(
QWidget { color: $ink; }
QMainWindow, QWidget#page { background: $window; }
QWidget[look="bar"] { background: $panel; border: none; border-bottom: 1px solid $hairline; }
QWidget#statusLine { background: $panel; border-top: 1px solid $hairline; border-bottom: none; }
QFrame[look="card"] { background: $panel; border: 1px solid $hairline; border-radius: 8px; }
QFrame[look="drop"] { background: $panel; border: 1px dashed $line; border-radius: 10px; }
QFrame[look="drop"][over="true"] { border: 2px solid $focus; }
QFrame[look="error"] { background: $panel; border: none; border-left: 4px solid $accent; border-bottom: 1px solid $hairline; }
QLabel[look="quiet"] { color: $ink2; }
QLabel[look="pill"] { background: $sunken; color: $ink; border-radius: 6px; padding: 5px 10px; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 5px 8px; }
QToolButton:hover { background: $sunken; }
QToolButton:pressed, QToolButton:checked { background: $sunken; }
QToolButton:focus { border-color: $focus; }
QToolButton:disabled { color: $ink3; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton { background: $panel; border: 1px solid $line; border-radius: 6px; padding: 5px 12px; }
QPushButton:hover { background: $sunken; }
QPushButton:focus { border-color: $focus; }
QPushButton[look="row"] { background: transparent; border: 1px solid transparent; text-align: left; padding: 7px 8px; }
QPushButton[look="row"]:hover { background: $sunken; }
QPushButton[look="row"]:focus { border-color: $focus; }

QLineEdit { background: $sunken; border: 1px solid $sunken; border-radius: 6px; padding: 5px 8px;
            selection-background-color: $focus; selection-color: $panel; }
QLineEdit:focus { border-color: $focus; background: $panel; }
QComboBox { background: $panel; border: 1px solid $line; border-radius: 6px; padding: 4px 8px; }
QComboBox:focus { border-color: $focus; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/$chevron.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $hairline; selection-background-color: $sunken;
                              selection-color: $ink; outline: none; }

QMenu { background: $panel; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 5px; background: transparent; }
QMenu::item:selected { background: $sunken; }
QMenu::item:disabled { color: $ink3; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 6px; }
QToolTip { background: $panel; color: $ink; border: 1px solid $line; padding: 4px 6px; }

QTableView, QListView { border: 1px solid transparent; border-radius: 4px; }
QTableView:focus, QListView:focus { border-color: $focus; }
QTableView { background: transparent; gridline-color: $hairline; outline: none;
             selection-background-color: $picked; selection-color: $ink; }
QTreeView { background: transparent; border: none; outline: none; selection-background-color: $picked; selection-color: $ink; }
QTreeView::item { padding: 3px 6px; }
QAbstractSpinBox { background: $panel; border: 1px solid $line; border-radius: 6px; padding: 4px 8px; }
QAbstractSpinBox:focus { border-color: $focus; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QTabWidget::pane { border: none; border-top: 1px solid $hairline; }
QTabBar::tab { background: transparent; color: $ink2; border: none; border-bottom: 2px solid transparent; padding: 6px 2px; margin-right: 18px; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $ink; }
QTabBar::tab:hover { color: $ink; }
QTabBar:focus { outline: none; }
QTabBar::tab:focus { color: $focus; border-bottom-color: $focus; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialog { background: $panel; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: $panel; color: $ink2; border: none; border-bottom: 1px solid $hairline; padding: 4px 3px; }
QTableView QTableCornerButton::section { background: $panel; border: none; }

QProgressBar { background: $sunken; border: none; border-radius: 3px; }
QProgressBar::chunk { background: $data; border-radius: 3px; }
QSplitter::handle { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

}  // namespace

QPalette windowPalette(const Theme& theme) {
    QPalette palette;
    const std::pair<QPalette::ColorRole, QColor> roles[] = {
        {QPalette::Window, theme.window},
        {QPalette::WindowText, theme.ink},
        {QPalette::Base, theme.panel},
        {QPalette::AlternateBase, theme.sunken},
        {QPalette::Text, theme.ink},
        {QPalette::Button, theme.panel},
        {QPalette::ButtonText, theme.ink},
        {QPalette::BrightText, theme.accent},
        {QPalette::ToolTipBase, theme.panel},
        {QPalette::ToolTipText, theme.ink},
        {QPalette::Highlight, theme.focusRing},
        {QPalette::HighlightedText, theme.panel},
        {QPalette::PlaceholderText, theme.ink3},
        {QPalette::Link, theme.focusRing},
        {QPalette::Mid, theme.hairline},
        {QPalette::Light, theme.panel},
        {QPalette::Midlight, theme.sunken},
        {QPalette::Dark, theme.ink3},
    };
    for (const auto& [role, colour] : roles) palette.setColor(role, colour);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.ink3);
    }
    return palette;
}

QString windowStyleSheet(const Theme& theme) {
    QString text = QString::fromLatin1(sheet);
    // "$ink2" before "$ink": names may begin with other names.
    const std::pair<const char*, QColor> names[] = {
        {"$window", theme.window},
        {"$panel", theme.panel},
        {"$sunken", theme.sunken},
        {"$hairline", theme.hairline},
        {"$ink2", theme.ink2},
        {"$ink3", theme.ink3},
        {"$ink", theme.ink},
        {"$accent", theme.accent},
        {"$focus", theme.focusRing},
        {"$data", theme.data},
        {"$line", mixed(theme.hairline, theme.ink3, 0.35)},
        {"$picked", mixed(theme.panel, theme.accent, theme.dark ? 0.18 : 0.12)},
    };
    // Pictures of a style sheet are not tinted: there is one for each ground.
    text.replace(QLatin1String("$chevron"), QLatin1String(theme.dark ? "chevron-dark" : "chevron-light"));
    for (const auto& [name, colour] : names) text.replace(QLatin1String(name), colour.name());
    return text;
}

bool systemIsDark() {
    const QPalette palette = QGuiApplication::palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QString asLabel(QString text) {
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

void setLook(QWidget& widget, const char* look) {
    widget.setProperty("look", QLatin1String(look));
    widget.setAttribute(Qt::WA_StyledBackground);
}

}  // namespace headscope::ui
