// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <functional>
#include <vector>

#include "ui/figures/theme.h"
#include "ui/session.h"

namespace headscope::ui {

enum class PaletteKind { Command, View, Chart, Table, Head, Token, Model, Language };

/// Something that can be done or gone to by typing its name.
struct PaletteEntry {
    PaletteKind kind;
    QString name;
    QString detail;  ///< a key, a place: also found by typing it
    std::function<void()> apply;
};

/// The heads and tokens of the run that is shown; applying them selects. `session` must outlive the entries.
void addParts(Session& session, std::vector<PaletteEntry>& entries);

/// How well `typed` names an entry, 0 best; nothing when one of its words is not in it. A name that is the
/// same comes before one that begins with it, then words that begin with it, then letters within.
std::optional<int> paletteRank(const QString& typed, const PaletteEntry& entry);

/// A field over the window in which everything is found by its name. It is not modal: it goes when the focus
/// leaves it.
class Palette : public QFrame {
    Q_OBJECT
public:
    static constexpr int mostShown = 50;

    explicit Palette(QWidget* window);

    void setTheme(const Theme& theme);
    /// Comes up with these entries and an empty field.
    void ask(std::vector<PaletteEntry> entries);

    QLineEdit& field() { return *m_field; }
    QListWidget& list() { return *m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void applyCurrent();
    void leave();
    bool isOwnKey(int key) const;

    QLineEdit* m_field;
    QListWidget* m_list;
    QPointer<QWidget> m_before;  // had the focus
    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_shown;  // per row of the list, the entry
    Theme m_theme;
};

}  // namespace headscope::ui
