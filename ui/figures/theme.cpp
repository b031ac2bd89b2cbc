// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/theme.h"

#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QStringList>

#include "ui/figures/plain_font.h"

namespace headscope::ui {

namespace {

/// JetBrains Mono comes before the CJK families because it has signs that Inter has not, and emoji before
/// DejaVu Sans, which has them without colour.
QStringList textFamilies() {
    return {
        "Inter",          "JetBrains Mono",  "Noto Sans CJK SC",    "Noto Sans SC",     "Source Han Sans SC",
        "PingFang SC",    "Microsoft YaHei", "WenQuanYi Micro Hei", "Noto Color Emoji", "Apple Color Emoji",
        "Segoe UI Emoji", "DejaVu Sans",     "sans-serif"};
}

QStringList numberFamilies() {
    return {"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "WenQuanYi Micro Hei Mono",
            "monospace"};
}

QFont makeFont(const QStringList& families, qreal pixels) {
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(std::max(1, qRound(pixels)));
    // Without hinting a text is as wide at any scale, so that the same layout serves screen, PNG and PDF.
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferAntialias);
    return font;
}

}  // namespace

Theme Theme::light() {
    Theme theme;
    theme.dark = false;
    theme.window = QColor(0xF5F6F8);
    theme.panel = QColor(0xFFFFFF);
    theme.sunken = QColor(0xECEEF1);
    theme.hairline = QColor(0xE1E4E9);
    theme.ink = QColor(0x15181D);
    theme.ink2 = QColor(0x565E69);
    theme.ink3 = QColor(0x6B737E);
    theme.accent = QColor(0xC93B08);
    theme.focusRing = QColor(0x3B5BDB);
    theme.data = QColor(0x5B6BD6);
    theme.gold = QColor(0x1C7ED6);
    theme.m_headColours = {QColor(0x4338A8), QColor(0x3D9BDC), QColor(0xA7ADB6),
                           QColor(0xB03A86), QColor(0x00886A), QColor(0xD98E00)};
    return theme;
}

Theme Theme::darkTheme() {
    Theme theme;
    theme.dark = true;
    theme.window = QColor(0x101215);
    theme.panel = QColor(0x181B1F);
    theme.sunken = QColor(0x22262C);
    theme.hairline = QColor(0x2B3037);
    theme.ink = QColor(0xE9ECEF);
    theme.ink2 = QColor(0xA3ABB5);
    theme.ink3 = QColor(0x8A939D);
    theme.accent = QColor(0xFFA94D);
    theme.focusRing = QColor(0x91A7FF);
    theme.data = QColor(0x8FA8FF);
    theme.gold = QColor(0x4DABF7);
    theme.m_headColours = {QColor(0x8F9BFF), QColor(0x7FD0FF), QColor(0x6C757F),
                           QColor(0xF09AC8), QColor(0x2CC79A), QColor(0xF5C04A)};
    return theme;
}

QColor Theme::headColour(core::HeadType type) const {
    switch (type) {
        case core::HeadType::Content:
            return m_headColours[0];
        case core::HeadType::Previous:
        case core::HeadType::Next:
            return m_headColours[1];
        case core::HeadType::Sink:
            return m_headColours[2];
        case core::HeadType::Self:
            return m_headColours[3];
        case core::HeadType::Local:
            return m_headColours[4];
        case core::HeadType::Broad:
            return m_headColours[5];
    }
    return m_headColours[0];
}

QFont Theme::textFont(qreal pixels, bool bold) const {
    QFont font = makeFont(textFamilies(), pixels);
    font.setStyleHint(QFont::SansSerif);
    // Normal and not Medium: Chinese families often have two weights only, and Medium would fall to Bold.
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont Theme::numberFont(qreal pixels) const {
    QFont font = makeFont(numberFamilies(), pixels);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void loadFonts() {
    const QDir folder(QStringLiteral(":/fonts"));
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            QFontDatabase::addApplicationFontFromData(withoutContextualAlternates(file.readAll()));
    }
}

}  // namespace headscope::ui
