// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QRegularExpression>
#include <limits>
#include <utility>

#include "ui/figures/icon.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {
namespace {

const QRegularExpression& betweenIds() {
    static const QRegularExpression pattern(QStringLiteral("[\\s,;]+"));
    return pattern;
}

std::vector<std::int32_t> idsIn(const QString& text) {
    std::vector<std::int32_t> ids;
    for (const QString& word : text.split(betweenIds(), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int id = word.toInt(&isNumber);
        // No vocabulary has a negative id, so the engine says what is wrong with the word.
        ids.push_back(isNumber ? id : -1);
    }
    return ids;
}

QString textOf(const std::vector<std::int32_t>& ids) {
    QStringList words;
    for (const std::int32_t id : ids) words.append(QString::number(id));
    return words.join(QLatin1Char(' '));
}

}  // namespace

TextBar::TextBar(QWidget* parent)
    : QWidget(parent),
      m_label(new QLabel(this)),
      m_text(new QLineEdit(this)),
      m_pair(new QLineEdit(this)),
      m_pairSwitch(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_label);
    row->addWidget(m_text, 3);
    row->addWidget(m_pair, 2);
    row->addWidget(m_pairSwitch);
    m_label->setProperty("look", QStringLiteral("quiet"));
    m_label->setBuddy(m_text);
    m_pair->hide();
    m_pairSwitch->setCheckable(true);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &TextBar::enter);
    for (QLineEdit* field : {m_text, m_pair}) {
        // The model says when a text is too long; a field with an end of its own would cut it silently.
        field->setMaxLength(std::numeric_limits<int>::max());
        connect(field, &QLineEdit::textEdited, this, &TextBar::edited);
        connect(field, &QLineEdit::returnPressed, this, [this] {
            enter();
            emit left();
        });
        connect(field, &QLineEdit::textEdited, this, &TextBar::typed);
        field->setAcceptDrops(false);  // a dropped folder is for the window, not a text
        field->installEventFilter(this);
    }
    connect(m_pairSwitch, &QToolButton::clicked, this, &TextBar::showPair);
    retranslate();
}

void TextBar::showInput(const core::Input& shown, bool ids) {
    const bool sameKind = ids == m_ids;
    m_ids = ids;
    m_shown = shown;
    m_pairSwitch->setVisible(!ids);
    retranslate();
    if (sameKind && m_isDraft) return;
    if (input() != shown) revert();
}

void TextBar::revert() {
    m_pause.stop();
    m_isDraft = false;
    m_text->setText(m_ids ? textOf(m_shown.ids) : exactText(m_shown.text));
    m_text->setCursorPosition(0);
    m_pair->setText(exactText(m_shown.pair.value_or(std::string())));
    m_pair->setVisible(m_shown.pair.has_value() && !m_ids);
    m_pairSwitch->setChecked(m_shown.pair.has_value());
}

core::Input TextBar::input() const {
    core::Input input;
    input.literalSpecials = m_shown.literalSpecials;
    input.globalTokens = m_shown.globalTokens;
    if (m_ids) {
        input.ids = idsIn(m_text->text());
        return input;
    }
    input.text = m_text->text().toStdString();
    if (m_pairSwitch->isChecked() && !m_pair->text().isEmpty()) input.pair = m_pair->text().toStdString();
    return input;
}

void TextBar::edited() {
    m_isDraft = true;
    // A field that was just emptied is about to be filled; the complaint about nothing to read would only
    // flicker.
    if (m_quick && !m_text->text().trimmed().isEmpty()) {
        m_pause.start();
    } else {
        m_pause.stop();
    }
}

void TextBar::enter() {
    m_pause.stop();
    m_isDraft = false;
    emit entered(input());
}

void TextBar::showPair(bool shown) {
    m_pair->setVisible(shown);
    if (shown) {
        m_pair->setFocus();
    } else if (std::exchange(m_shown.pair, std::nullopt)) {
        enter();
    }
}

void TextBar::setTheme(const Theme& theme) {
    m_pairSwitch->setIcon(icon("plus", theme));
    m_pairSwitch->setToolButtonStyle(m_pairSwitch->icon().isNull() ? Qt::ToolButtonTextOnly
                                                                   : Qt::ToolButtonTextBesideIcon);
}

bool TextBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool letter = key->key() >= Qt::Key_A && key->key() <= Qt::Key_Z;
        const auto* field = static_cast<QLineEdit*>(watched);
        // A field with nothing to take back leaves that to the window.
        const bool editing = key->matches(QKeySequence::Copy) || key->matches(QKeySequence::Cut) ||
                             key->matches(QKeySequence::Paste) || key->matches(QKeySequence::SelectAll) ||
                             (key->matches(QKeySequence::Undo) && field->isUndoAvailable()) ||
                             (key->matches(QKeySequence::Redo) && field->isRedoAvailable());
        if (letter && key->modifiers() == Qt::ControlModifier && !editing) {
            // On X11 a text field takes Ctrl+E, Ctrl+D and others for moves of the cursor, as Emacs does.
            event->ignore();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste)) {
        // A field has one line and would join them.
        const QString pasted = QApplication::clipboard()->text();
        if (!m_ids && pasted.trimmed().contains(QLatin1Char('\n'))) {
            emit linesPasted(pasted);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TextBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void TextBar::retranslate() {
    m_label->setText(m_ids ? tr("Token ids") : tr("Text"));
    m_text->setPlaceholderText(m_ids ? tr("Token ids, separated by spaces")
                                     : tr("Type a sentence and press Enter"));
    m_text->setAccessibleName(m_label->text());
    m_text->setToolTip(tr("What the model reads. Change it and press Enter."));
    m_pair->setPlaceholderText(tr("Second text"));
    m_pair->setAccessibleName(tr("Second text"));
    m_pairSwitch->setText(tr("Second text"));
    m_pairSwitch->setToolTip(tr("Read two texts together, such as a question and its answer"));
}

}  // namespace headscope::ui
