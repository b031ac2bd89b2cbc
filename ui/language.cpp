// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>

namespace headscope::ui {
namespace {

constexpr std::array languageTable = {
    LanguageInfo{"en", "English"},
    LanguageInfo{"zh_CN", "简体中文"},
};

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

bool known(const QString& id) {
    return std::any_of(languageTable.begin(), languageTable.end(),
                       [&](const LanguageInfo& row) { return text(row.id) == id; });
}

}  // namespace

std::span<const LanguageInfo> languages() noexcept {
    return languageTable;
}

QString systemLanguage() {
    // "zh-Hans-CN", "zh-CN", "zh": the script stands between language and country, or is left out.
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        const QLocale locale(wanted);
        if (known(locale.name())) return locale.name();
        if (locale.language() == QLocale::English) break;
    }
    return QStringLiteral("en");
}

QString translated(const char* context, std::string_view text) {
    return QCoreApplication::translate(context, std::string(text).c_str());
}

Language::Language(QObject* parent) : QObject(parent), m_id(QStringLiteral("en")) {
    use(m_id);
}

Language::~Language() {
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
}

void Language::use(const QString& id) {
    m_id = known(id) ? id : QStringLiteral("en");
    QLocale::setDefault(m_id == QStringLiteral("en") ? QLocale(QLocale::English) : QLocale(m_id));
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_ours);
    // English has a catalogue too, with the plural forms and nothing else.
    if (m_qt.load(QStringLiteral(":/i18n/qtbase_") + m_id)) QCoreApplication::installTranslator(&m_qt);
    if (m_ours.load(QStringLiteral(":/i18n/headscope_") + m_id)) QCoreApplication::installTranslator(&m_ours);
}

}  // namespace headscope::ui
