// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <memory>

#include "ui/figures/token_label.h"
#include "ui/language.h"
#include "ui/models/wording.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int paletteWidth = 560;
constexpr int rowHeight = 30;
constexpr int rowsShown = 10;
constexpr int detailRole = Qt::UserRole;
constexpr int kindRole = Qt::UserRole + 1;

constexpr std::array<std::string_view, 8> kindNames = {
    QT_TRANSLATE_NOOP("PaletteKind", "Command"), QT_TRANSLATE_NOOP("PaletteKind", "View"),
    QT_TRANSLATE_NOOP("PaletteKind", "Chart"),   QT_TRANSLATE_NOOP("PaletteKind", "Table"),
    QT_TRANSLATE_NOOP("PaletteKind", "Head"),    QT_TRANSLATE_NOOP("PaletteKind", "Token"),
    QT_TRANSLATE_NOOP("PaletteKind", "Model"),   QT_TRANSLATE_NOOP("PaletteKind", "Language")};

QString kindName(PaletteKind kind) {
    return translated("PaletteKind", kindNames[static_cast<std::size_t>(kind)]);
}

/// 0: `text` is the word; 1: it begins with it; 2: a word of it does; 3: it is inside; nothing: it is not.
std::optional<int> rankIn(const QString& word, const QString& text) {
    if (text.compare(word, Qt::CaseInsensitive) == 0) return 0;
    const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (at < 0) return std::nullopt;
    if (at == 0) return 1;
    for (qsizetype i = at; i >= 0; i = text.indexOf(word, i + 1, Qt::CaseInsensitive)) {
        if (i > 0 && !text[i - 1].isLetterOrNumber()) return 2;
    }
    return 3;
}

/// One row: the name, and to the right what it is and its detail, softer.
class RowPainter : public QStyledItemDelegate {
public:
    RowPainter(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {option.rect.width(), rowHeight};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QRect row = option.rect.adjusted(4, 1, -4, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state & QStyle::State_Selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(m_theme.sunken);
            painter->drawRoundedRect(row, 5, 5);
        }
        const QRect text = row.adjusted(8, 0, -8, 0);
        const QString detail = index.data(detailRole).toString();
        const QFontMetrics soft(m_theme.textFont(12));
        const QString kind = index.data(kindRole).toString();
        const QString note = soft.elidedText(detail.isEmpty() ? kind : kind + QStringLiteral("   ") + detail,
                                             Qt::ElideMiddle, text.width() / 2);
        painter->setFont(m_theme.textFont(12));
        painter->setPen(m_theme.ink3);
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, note);
        painter->setFont(m_theme.textFont(13));
        painter->setPen(m_theme.ink);
        const int room = text.width() - soft.horizontalAdvance(note) - 16;
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, room));
        painter->restore();
    }

private:
    const Theme& m_theme;
};

}  // namespace

void addParts(Session& session, std::vector<PaletteEntry>& entries) {
    const Run& run = *session.shown();
    const std::vector<core::HeadId> heads = run.trace->headIds();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        entries.push_back({PaletteKind::Head, QString::fromStdString(core::headName(heads[i])),
                           headTypeText(run.types[i].type),
                           [&session, head = heads[i]] { session.selectHead(head); }});
    }
    for (core::Index i = 0; i < run.trace->length(); ++i) {
        entries.push_back({PaletteKind::Token,
                           tokenLabel(run.trace->tokens[static_cast<std::size_t>(i)]).text,
                           QStringLiteral("@%1").arg(i), [&session, i] {
                               Selection selection = session.selection();
                               selection.query = i;
                               selection.key.reset();
                               session.select(selection);
                           }});
    }
}

std::optional<int> paletteRank(const QString& typed, const PaletteEntry& entry) {
    const QString wanted = typed.simplified();
    if (wanted.isEmpty()) return 0;
    if (const auto whole = rankIn(wanted, entry.name)) return 2 * *whole;
    // Word by word, in the name, the detail or the kind; the worst of them counts, behind whole names.
    const QString all =
        entry.name + QLatin1Char(' ') + entry.detail + QLatin1Char(' ') + kindName(entry.kind);
    int worst = 0;
    for (const QString& word : wanted.split(QLatin1Char(' '))) {
        const auto inName = rankIn(word, entry.name);
        const auto anywhere = inName ? inName : rankIn(word, all);
        if (!anywhere) return std::nullopt;
        worst = std::max(worst, *anywhere + (inName ? 0 : 1));
    }
    return 2 * worst + 1;
}

Palette::Palette(QWidget* window)
    : QFrame(window), m_field(new QLineEdit(this)), m_list(new QListWidget(this)), m_theme(Theme::light()) {
    setLook(*this, "card");
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_field);
    column->addWidget(m_list);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new RowPainter(m_theme, this));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &Palette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &Palette::applyCurrent);
    hide();
}

void Palette::setTheme(const Theme& theme) {
    m_theme = theme;
}

void Palette::ask(std::vector<PaletteEntry> entries) {
    if (!isVisible()) m_before = parentWidget()->focusWidget();
    m_entries = std::move(entries);
    m_field->setPlaceholderText(tr("Type a command, a head such as 2.3, a word, a model…"));
    m_field->setAccessibleName(tr("Find a command, head, word or model"));
    m_list->setAccessibleName(tr("What was found"));
    m_field->clear();
    filter();
    move((parentWidget()->width() - width()) / 2, 60);
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void Palette::filter() {
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const auto rank = paletteRank(m_field->text(), m_entries[i])) found.emplace_back(*rank, i);
    }
    std::sort(found.begin(), found.end());
    if (found.size() > mostShown) found.resize(mostShown);
    m_shown.clear();
    m_list->clear();
    for (const auto& [rank, index] : found) {
        const PaletteEntry& entry = m_entries[index];
        auto* item = new QListWidgetItem(entry.name, m_list);
        item->setData(detailRole, entry.detail);
        item->setData(kindRole, kindName(entry.kind));
        item->setData(Qt::AccessibleTextRole,
                      QStringLiteral("%1, %2 %3").arg(entry.name, kindName(entry.kind), entry.detail));
        m_shown.push_back(index);
    }
    if (found.empty()) {
        auto* none = new QListWidgetItem(tr("Nothing is called so"), m_list);
        none->setFlags(Qt::NoItemFlags);
    } else {
        m_list->setCurrentRow(0);
    }
    m_list->setFixedHeight(std::min(m_list->count(), rowsShown) * rowHeight + 2);
    resize(std::min(paletteWidth, parentWidget()->width() - 40), sizeHint().height());
}

void Palette::applyCurrent() {
    const int row = m_list->currentRow();
    if (row < 0 || row >= static_cast<int>(m_shown.size())) return;
    // Gone before it acts: what it does may take the focus, or open something over it.
    const std::function<void()> apply = m_entries[m_shown[static_cast<std::size_t>(row)]].apply;
    leave();
    apply();
}

void Palette::leave() {
    const bool hadFocus = m_field->hasFocus();
    hide();
    m_entries.clear();
    if (hadFocus && m_before) m_before->setFocus(Qt::PopupFocusReason);
}

bool Palette::isOwnKey(int key) const {
    const std::array keys = {Qt::Key_Escape, Qt::Key_Return, Qt::Key_Enter,   Qt::Key_Up,
                             Qt::Key_Down,   Qt::Key_PageUp, Qt::Key_PageDown};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && isVisible()) {
        if (!m_list->underMouse()) leave();
    } else if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto* press = static_cast<QKeyEvent*>(event);
        if (!isOwnKey(press->key())) return QFrame::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::ShortcutOverride) return true;
        if (press->key() == Qt::Key_Escape)
            leave();
        else if (press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter)
            applyCurrent();
        else
            QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace headscope::ui
