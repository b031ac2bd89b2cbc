// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texts_bar.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <algorithm>

#include "ui/window_style.h"

namespace headscope::ui {

TextsBar::TextsBar(Session& session, const Actions& actions, QWidget* parent)
    : QWidget(parent), m_session(session), m_actions(actions), m_place(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 4, 0);
    row->setSpacing(2);
    const auto addButton = [&](ActionId id) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(actions[id]);
        button->setIconSize({16, 16});
        row->addWidget(button);
    };
    addButton(ActionId::PreviousText);
    row->addWidget(m_place);
    addButton(ActionId::NextText);
    auto* mean = new QToolButton(this);
    mean->setDefaultAction(actions[ActionId::MeanOverTexts]);
    mean->setToolButtonStyle(Qt::ToolButtonTextOnly);
    row->addWidget(mean);
    setLook(*m_place, "quiet");
    m_place->setAlignment(Qt::AlignCenter);
    connect(&session, &Session::textsChanged, this, &TextsBar::follow);
    connect(&session, &Session::runChanged, this, &TextsBar::follow);
    follow();
}

void TextsBar::follow() {
    const TextList& texts = m_session.texts();
    const RunPtr& run = m_session.shown();
    const bool present = run != nullptr && texts.size() > 0;
    setVisible(present);
    for (const ActionId id : {ActionId::NextText, ActionId::PreviousText, ActionId::ForgetTexts})
        m_actions[id]->setEnabled(present);
    const bool ofText = run && run->trace->spec.input.ids.empty() && !run->trace->spec.input.vectors;
    m_actions[ActionId::KeepText]->setEnabled(ofText);
    const std::size_t means = run ? run->trace->meanOf.size() : 0;
    m_actions[ActionId::MeanOverTexts]->setChecked(means > 0);
    m_actions[ActionId::MeanOverTexts]->setIconText(tr("Mean"));  // what the button has room for
    m_actions[ActionId::MeanOverTexts]->setEnabled(present && (texts.size() > 1 || means > 0));
    if (!present) return;
    const core::Input& input = run->trace->spec.input;
    const auto at = texts.find(input);
    m_actions[ActionId::NextText]->setEnabled(stepped(texts, input, 1).has_value());
    m_actions[ActionId::PreviousText]->setEnabled(stepped(texts, input, -1).has_value());
    if (means > 0) {
        m_place->setText(tr("%1 of %2").arg(means).arg(texts.size()));
        m_place->setAccessibleName(
            tr("Mean over %1 texts, which have tokens, words and special tokens at the same places")
                .arg(means));
        return m_place->setToolTip(m_place->accessibleName());
    }
    m_place->setText(
        QStringLiteral("%1 / %2").arg(at ? QString::number(*at + 1) : QStringLiteral("–")).arg(texts.size()));
    m_place->setAccessibleName(at ? tr("Text %1 of %2").arg(*at + 1).arg(texts.size())
                                  : tr("This text is none of the %1 of the list").arg(texts.size()));
    m_place->setToolTip(m_place->accessibleName());
}

void TextsBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

namespace {

template <class Suffixes>
bool endsIn(const QString& path, const Suffixes& suffixes) {
    const QString suffix = QFileInfo(path).suffix();
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [&](const char* known) { return suffix == QLatin1String(known); });
}

}  // namespace

bool isTextsFile(const QString& path) {
    return endsIn(path, textSuffixes);
}

bool isGoldFile(const QString& path) {
    return endsIn(path, goldSuffixes);
}

std::optional<core::Input> stepped(const TextList& texts, const core::Input& input, int steps) {
    if (texts.size() == 0) return std::nullopt;
    const auto at = texts.find(input);
    if (!at) return texts[steps > 0 ? 0 : texts.size() - 1];
    const auto to = static_cast<std::ptrdiff_t>(*at) + steps;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(texts.size())) return std::nullopt;
    return texts[static_cast<std::size_t>(to)];
}

std::vector<core::Input> textsIn(const QString& pasted) {
    std::vector<core::Input> texts;
    QString lines = pasted;
    lines.replace(QLatin1String("\r\n"), QLatin1String("\n"))
        .replace(QChar(QChar::ParagraphSeparator), QLatin1Char('\n'));
    for (const QString& line : lines.split(QLatin1Char('\n'))) {
        if (line.trimmed().isEmpty() || texts.size() == TextList::most) continue;
        core::Input& input = texts.emplace_back();
        input.text = line.section(QLatin1Char('\t'), 0, 0).toStdString();
        if (line.contains(QLatin1Char('\t'))) input.pair = line.section(QLatin1Char('\t'), 1).toStdString();
    }
    return texts;
}

}  // namespace headscope::ui
