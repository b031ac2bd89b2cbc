// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStyle>

#include "ui/examples.h"
#include "ui/figures/icon.h"
#include "ui/views/hover_tip.h"
#include "ui/window_state.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int pageWidth = 600;
constexpr std::size_t recentShown = 4;
constexpr qsizetype longestNote = 300;  // more than a line shows; measuring a whole book takes seconds

std::vector<RecentRun> samples() {
    std::vector<RecentRun> runs;
    for (const std::string& name : exampleNames()) {
        runs.push_back({QString::fromStdString(std::string(examplePrefix) + name), {}});
    }
    return runs;
}

QLabel* quietLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("look", QStringLiteral("quiet"));
    return label;
}

void clear(QLayout* list) {
    while (QLayoutItem* item = list->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_promise(quietLabel(this)),
      m_drop(new QFrame(this)),
      m_dropIcon(new QLabel(m_drop)),
      m_open(new QPushButton(m_drop)),
      m_files(quietLabel(m_drop)),
      m_recentTitle(quietLabel(this)),
      m_recent(new QVBoxLayout),
      m_samplesTitle(quietLabel(this)),
      m_samples(new QVBoxLayout) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    setLook(*m_drop, "drop");
    auto* zone = new QVBoxLayout(m_drop);
    zone->setContentsMargins(24, 24, 24, 24);
    zone->setSpacing(10);
    for (QWidget* part :
         {static_cast<QWidget*>(m_dropIcon), static_cast<QWidget*>(m_open), static_cast<QWidget*>(m_files)}) {
        zone->addWidget(part, 0, Qt::AlignHCenter);
    }
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    for (QWidget* part :
         {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_promise), static_cast<QWidget*>(m_drop)}) {
        column->addWidget(part);
    }
    column->addSpacing(8);
    column->addWidget(m_recentTitle);
    column->addLayout(m_recent);
    column->addWidget(m_samplesTitle);
    column->addLayout(m_samples);
    auto* centred = new QVBoxLayout;
    centred->addStretch(2);
    centred->addLayout(column);
    centred->addStretch(3);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addLayout(centred, 0);
    row->addStretch(1);
    m_drop->setFixedWidth(pageWidth);
    connect(m_open, &QPushButton::clicked, this, &StartPage::openWanted);
    retranslate();
}

QString StartPage::describe(const RecentRun& run) {
    QString note = QString::fromStdString(run.input.text).left(longestNote);
    if (run.input.pair)
        note += QStringLiteral(" | ") + QString::fromStdString(*run.input.pair).left(longestNote);
    if (!run.input.ids.empty()) note = tr("%n token id(s)", "", static_cast<int>(run.input.ids.size()));
    if (run.input == core::Input{})
        note = isSessionFile(run.model.toStdString()) ? tr("session") : tr("built in, nothing to download");
    return QStringLiteral("%1   –   %2").arg(modelTitle(run.model), note.simplified());
}

void StartPage::refresh() {
    std::vector<RecentRun> runs = recentRuns();
    if (runs.size() > recentShown) runs.resize(recentShown);
    fill(m_recent, runs, "recent");
    m_recentTitle->setVisible(!runs.empty());
    fill(m_samples, samples(), "sample");
}

void StartPage::fill(QVBoxLayout* list, const std::vector<RecentRun>& runs, std::string_view iconName) {
    clear(list);
    for (const RecentRun& run : runs) {
        auto* button = new QPushButton(this);
        const QString line = describe(run);
        button->setProperty("look", QStringLiteral("row"));
        button->setIcon(icon(iconName, m_theme));
        button->setText(asLabel(button->fontMetrics().elidedText(line, Qt::ElideRight, pageWidth - 48)));
        button->setToolTip(asToolTip(run.model));
        button->setAccessibleName(line);
        connect(button, &QPushButton::clicked, this, [this, run] { emit runWanted(run); });
        list->addWidget(button);
    }
}

QList<QPushButton*> StartPage::rows() const {
    QList<QPushButton*> rows;
    for (QVBoxLayout* list : {m_recent, m_samples}) {
        for (int i = 0; i < list->count(); ++i)
            rows.append(static_cast<QPushButton*>(list->itemAt(i)->widget()));
    }
    return rows;
}

void StartPage::setDropOver(bool over) {
    m_drop->setProperty("over", over);
    m_drop->style()->polish(m_drop);
}

void StartPage::setTheme(const Theme& theme) {
    m_theme = theme;
    m_title->setFont(theme.textFont(24, true));
    m_promise->setFont(theme.textFont(14));
    m_files->setFont(theme.textFont(12));
    m_dropIcon->setPixmap(icon("open", theme).pixmap(28, 28));
    m_dropIcon->setVisible(!m_dropIcon->pixmap().isNull());
    refresh();
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

void StartPage::retranslate() {
    m_title->setText(tr("See where a model looks"));
    m_promise->setText(tr("Open the folder of a saved transformer. Nothing leaves this computer."));
    m_open->setText(tr("Drop a folder here, or press Ctrl+O"));
    m_files->setText(QStringLiteral("config.json + *.safetensors"));
    m_recentTitle->setText(tr("Recent"));
    m_samplesTitle->setText(tr("Samples"));
}

}  // namespace headscope::ui
