// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>
#include <span>
#include <string_view>

namespace headscope::ui {

/// One row of the table of languages. Adding one is a row, a word in ui/CMakeLists.txt and a file in
/// resources/i18n.
struct LanguageInfo {
    std::string_view id;    ///< "en", "zh_CN"
    std::string_view name;  ///< in the language itself, so that its speakers find it
};
std::span<const LanguageInfo> languages() noexcept;

/// The id of the language that suits the system best; "en" when none does.
QString systemLanguage();

/// A text that `core` or a table marked with HEADSCOPE_TEXT or QT_TRANSLATE_NOOP, in the language of the
/// window.
QString translated(const char* context, std::string_view text);

/// The language of the program while it lives. Changing it sends LanguageChange to every widget.
class Language : public QObject {
public:
    explicit Language(QObject* parent = nullptr);
    ~Language() override;

    const QString& id() const { return m_id; }
    /// An unknown id means English.
    void use(const QString& id);

private:
    QString m_id;
    QTranslator m_ours;
    QTranslator m_qt;
};

}  // namespace headscope::ui
