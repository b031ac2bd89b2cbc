// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/error_text.h"

#include "ui/language.h"

namespace headscope::ui {

QString errorText(const core::Error& error) {
    const std::string sentence = translated("Error", core::errorTemplate(error.code())).toStdString();
    return QString::fromStdString(core::fillTemplate(sentence, error.arguments()));
}

QString phraseText(const core::Phrase& phrase, const char* context) {
    const std::string text = translated(context, phrase.text).toStdString();
    return QString::fromStdString(core::fillTemplate(text, phrase.arguments));
}

}  // namespace headscope::ui
