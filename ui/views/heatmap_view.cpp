// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_view.h"

#include <QAbstractButton>
#include <QEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/figures/caption.h"
#include "ui/figures/colour_scale.h"

namespace headscope::ui {

namespace {

constexpr ToneRange ranges[] = {ToneRange::WholeMap, ToneRange::PerRow, ToneRange::Fixed,
                                ToneRange::WithoutSinks};
constexpr ColourMap colourMaps[] = {ColourMap::Ink, ColourMap::Viridis, ColourMap::Magma, ColourMap::Cividis};

/// One text per item, keeping what is chosen.
void setItems(QComboBox& box, const QStringList& texts) {
    const QSignalBlocker quiet(&box);
    const int chosen = box.currentIndex();
    box.clear();
    box.addItems(texts);
    box.setCurrentIndex(chosen);
}

void choose(QComboBox& box, int index) {
    const QSignalBlocker quiet(&box);
    box.setCurrentIndex(index);
}

}  // namespace

HeatmapView::HeatmapView(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_canvas(new HeatmapCanvas(shared, this)),
      m_header(new ViewHeader(this)),
      m_combining(new SegmentedControl(this)),
      m_scale(new SegmentedControl(this)),
      m_range(new QComboBox(this)),
      m_colours(new QComboBox(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    for (QWidget* control : {static_cast<QWidget*>(m_combining), static_cast<QWidget*>(m_scale),
                             static_cast<QWidget*>(m_range), static_cast<QWidget*>(m_colours)}) {
        m_header->addControl(control);
    }
    setFocusProxy(m_canvas);
    connect(m_combining, &SegmentedControl::pressed, this, [this](int index) {
        change([=](ViewSettings& settings) { settings.combining = static_cast<core::Combining>(index); });
    });
    connect(m_scale, &SegmentedControl::pressed, this, [this](int index) {
        change([=](ViewSettings& settings) { settings.scale = static_cast<ToneScale>(index); });
    });
    connect(m_range, &QComboBox::activated, this,
            [this](int index) { change([=](ViewSettings& settings) { settings.range = ranges[index]; }); });
    connect(m_colours, &QComboBox::activated, this, [this](int index) {
        change([=](ViewSettings& settings) { settings.colours = colourMaps[index]; });
    });
    connect(m_canvas, &HeatmapCanvas::readingChanged, this, &HeatmapView::readingChanged);
    connect(&shared, &Session::selectionChanged, this, &HeatmapView::follow);
    connect(&shared, &Session::runChanged, this, &HeatmapView::follow);
    connect(&shared, &Session::settingsChanged, this, &HeatmapView::follow);
    retranslate();
}

Figure HeatmapView::figure() const {
    return m_canvas->figure();
}

void HeatmapView::setTheme(const Theme& theme) {
    m_header->setTheme(theme);
    m_combining->setTheme(theme);
    m_scale->setTheme(theme);
    for (QComboBox* box : {m_range, m_colours}) box->setFont(theme.textFont(12));
    m_canvas->setTheme(theme);
}

void HeatmapView::change(const std::function<void(ViewSettings&)>& edit) {
    ViewSettings settings = session().settings();
    edit(settings);
    session().setSettings(settings);
}

void HeatmapView::follow() {
    m_header->setTitle(session().shown() ? groupTitle(session().group()) : QString());
    const ViewSettings& settings = session().settings();
    m_header->setNote(noteFor(tr("rows attend to columns"), settings.words));
    m_combining->setVisible(session().shown() && session().selection().several());
    m_combining->setCurrent(static_cast<int>(settings.combining));
    m_scale->setCurrent(static_cast<int>(settings.scale));
    // Differences have colours of their own, with two ends.
    m_colours->setEnabled(!session().difference());
    choose(*m_range,
           static_cast<int>(std::find(std::begin(ranges), std::end(ranges), settings.range) - ranges));
    choose(*m_colours,
           static_cast<int>(std::find(std::begin(colourMaps), std::end(colourMaps), settings.colours) -
                            colourMaps));
}

void HeatmapView::retranslate() {
    m_combining->setLabels({tr("Mean"), tr("Max")});
    m_combining->setToolTips({tr("Every weight is the mean over the chosen heads (H)"),
                              tr("Every weight is the largest of the chosen heads (H)")});
    m_combining->setAccessibleName(tr("How several heads become one map"));
    m_scale->setLabels({tr("Linear"), QStringLiteral("√"), tr("Log")});
    m_scale->setToolTips({tr("Colour follows the weight"), tr("Colour follows the square root of the weight"),
                          tr("Colour follows the logarithm of the weight, over four decades")});
    m_scale->button(1)->setAccessibleName(tr("Square root"));
    m_scale->setAccessibleName(tr("Scale"));
    setItems(*m_range, {tr("Whole map"), tr("Per row"), tr("0 to 1"), tr("Without sinks")});
    m_range->setAccessibleName(tr("Range of the colours"));
    m_range->setToolTip(
        tr("What the last colour stands for: the largest weight of the map, of each row, 1, or the largest "
           "on keys "
           "other than special tokens and the first one"));
    QStringList maps;
    for (ColourMap map : colourMaps) maps << colourMapName(map);
    setItems(*m_colours, maps);
    m_colours->setAccessibleName(tr("Colour map"));
    m_colours->setToolTip(tr("Colour map"));
    setAccessibleName(tr("Heatmap"));
    m_canvas->setAccessibleName(tr("Heatmap"));
    m_canvas->setAccessibleDescription(tr(
        "Attention weights of the chosen heads, rows attend to columns. Arrow keys move the pinned pair."));
    follow();
}

void HeatmapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
