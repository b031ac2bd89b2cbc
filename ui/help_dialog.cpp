// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help_dialog.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <array>

#include "ui/actions.h"
#include "ui/language.h"

namespace headscope::ui {
namespace {

/// Keys that views understand themselves, beside the table of commands.
struct ViewKey {
    std::string_view keys;  ///< translation context "Key"
    std::string_view does;  ///< translation context "Key"
};

constexpr std::array viewKeys = {
    ViewKey{QT_TRANSLATE_NOOP("Key", "Arrows in the overview"),
            QT_TRANSLATE_NOOP("Key", "Previous and next head, layer")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Ctrl+click, Shift+arrows, rubber band"),
            QT_TRANSLATE_NOOP(
                "Key", "Several heads at once, in the overview; in the table Ctrl+click, Shift+click")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Space in the overview"),
            QT_TRANSLATE_NOOP("Key", "Larger thumbnails in the centre, and back")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Arrows in the map"), QT_TRANSLATE_NOOP("Key", "Move the pinned pair")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Wheel, double click"),
            QT_TRANSLATE_NOOP("Key", "Zoom at the pointer, show all")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Click, Shift+click on a word"),
            QT_TRANSLATE_NOOP("Key", "Pin the token, the other end of a pair")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Menu key, right click on a word"),
            QT_TRANSLATE_NOOP("Key", "Make the token global, where the model has global tokens")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Ctrl+1, Ctrl+2, …"),
            QT_TRANSLATE_NOOP("Key", "The big views, from left to right")},
    ViewKey{QT_TRANSLATE_NOOP("Key", "Alt+1, Alt+2, …"),
            QT_TRANSLATE_NOOP("Key", "The tables under the overview, from left to right")},
};

QString row(const QString& keys, const QString& does) {
    return QStringLiteral(
               "<tr><td style='padding:2px 24px 2px 0'><b>%1</b></td><td style='padding:2px 0'>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
}

QString keyTable() {
    QString rows;
    for (const ViewKey& key : viewKeys) rows += row(translated("Key", key.keys), translated("Key", key.does));
    for (const ActionInfo& info : actionTable()) {
        if (info.keys.empty()) continue;
        const QString keys =
            QString::fromStdString(std::string(info.keys)).replace(QLatin1Char(' '), QStringLiteral("   "));
        rows += row(keys, translated("Action", info.text));
    }
    return QStringLiteral("<table>%1</table>").arg(rows);
}

QString reading() {
    return QStringLiteral("<h3>%1</h3><p>%2</p><p>%3</p><p>%4</p><h3>%5</h3>")
        .arg(HelpDialog::tr("What attention can tell, and what not"),
             HelpDialog::tr("Row = query, the token that looks; column = key, the token that is looked at. "
                            "The weights of a "
                            "row add up to 1."),
             HelpDialog::tr(
                 "A weight says how much of a token's value a head reads at this place. It does not say that "
                 "the "
                 "model's answer depends on it: other heads may carry the same, the value may be close to "
                 "nothing, and later layers may ignore it."),
             HelpDialog::tr("Much weight on the first or a special token often means that the head has "
                            "nothing to do here."),
             HelpDialog::tr("Keys"));
}

}  // namespace

HelpDialog::HelpDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys, and how to read this"));
    auto* text = new QLabel(reading() + keyTable());
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignTop);
    text->setMargin(20);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setWidget(text);
    scroll->setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    resize(620, 680);
}

}  // namespace headscope::ui
