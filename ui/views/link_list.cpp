// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/link_list.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {
namespace {

constexpr double barWidth = 50;

class RowPainter : public QStyledItemDelegate {
public:
    RowPainter(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {80, LinkList::rowHeight};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool picked = option.state.testFlag(QStyle::State_Selected);
        const QRectF row(option.rect);
        if (picked || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(picked ? mixed(m_theme.panel, m_theme.accent, 0.13) : m_theme.sunken);
            painter->drawRoundedRect(row, 4, 4);
        }
        const QFont numbers = m_theme.numberFont(12);
        const QString number = index.data(LinkModel::WeightTextRole).toString();
        const double numberWidth = textWidth(number, numbers) + 8;
        const QRectF bar(row.right() - numberWidth - barWidth - 4, row.center().y() - 2.5, barWidth, 5);
        painter->setPen(Qt::NoPen);
        painter->setBrush(mixed(m_theme.panel, m_theme.data, 0.18));
        painter->drawRoundedRect(bar, 2.5, 2.5);
        QRectF filled = bar;
        filled.setWidth(
            std::max(2.0, barWidth * std::min(1.0, std::abs(index.data(LinkModel::WeightRole).toDouble()))));
        painter->setBrush(m_theme.data);
        painter->drawRoundedRect(filled, 2.5, 2.5);
        drawText(*painter, index.data().toString(), m_theme.textFont(13),
                 {QRectF(row.left() + 4, row.top(), bar.left() - row.left() - 12, row.height()),
                  Qt::AlignLeft | Qt::AlignVCenter, m_theme.ink});
        drawText(*painter, number, numbers,
                 {row.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, m_theme.ink});
        painter->restore();
    }

private:
    const Theme& m_theme;
};

}  // namespace

LinkList::LinkList(Session& session, QWidget* parent)
    : QListView(parent), m_session(session), m_links(new LinkModel(this)) {
    setModel(m_links);
    setItemDelegate(new RowPainter(m_theme, this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto select = [this](const QModelIndex& index) {
        if (!index.isValid()) return;
        const Selection pair = m_links->pairAt(index.row());
        m_session.pin(pair.head, pair.query, pair.key);
    };
    connect(this, &QListView::clicked, this, select);
    connect(this, &QListView::activated, this, select);
    connect(m_links, &QAbstractItemModel::modelReset, this, &LinkList::followSelection);
    connect(&session, &Session::selectionChanged, this, &LinkList::followSelection);
}

void LinkList::setTheme(const Theme& theme) {
    m_theme = theme;
    QPalette colours = palette();
    colours.setColor(QPalette::Base, theme.panel);
    setPalette(colours);
    viewport()->update();
}

void LinkList::followSelection() {
    const int row = m_links->rowOf(m_session.selection());
    if (row < 0) return clearSelection();
    const QModelIndex index = m_links->index(row);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    scrollTo(index);
}

}  // namespace headscope::ui
