// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <array>

#include "ui/actions.h"
#include "ui/session.h"

namespace headscope::ui {

/// Where the text that is shown stands in the list of texts, with buttons to the one before and the next.
/// Only there while there is a list.
class TextsBar : public QWidget {
    Q_OBJECT
public:
    TextsBar(Session& session, const Actions& actions, QWidget* parent);

    QLabel& place() { return *m_place; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();

    Session& m_session;
    const Actions& m_actions;
    QLabel* m_place;
};

inline constexpr std::array textSuffixes = {"txt", "tsv", "jsonl", "ndjson"};
/// Whether a file is a list of texts, by its name.
bool isTextsFile(const QString& path);

inline constexpr std::array goldSuffixes = {"conllu", "conll"};
/// Whether a file is gold data, by its name; others show it by what is in them.
bool isGoldFile(const QString& path);

/// The text `steps` after `input` in the list; the first or last one where `input` is not in it. Nothing
/// behind its ends.
std::optional<core::Input> stepped(const TextList& texts, const core::Input& input, int steps);

/// The lines of a pasted text that hold anything, each with a second text behind a tab; at most
/// TextList::most.
std::vector<core::Input> textsIn(const QString& pasted);

}  // namespace headscope::ui
