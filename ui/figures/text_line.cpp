// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/text_line.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QRawFont>
#include <QTextBoundaryFinder>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace headscope::ui {
namespace {

constexpr char16_t dottedCircle = 0x25CC;
constexpr char16_t emojiSelector = 0xFE0F;
constexpr char16_t keycap = 0x20E3;
constexpr double endless = 1 << 20;

/// Whether a character is drawn by itself. Letters are, of any script: shaping is the painter's business.
bool isPlainCharacter(QChar c) {
    return !c.isSurrogate() && c != emojiSelector && c != keycap && c != dottedCircle;
}

/// Pictographs and the parts of flags.
bool isPictograph(char32_t c) {
    return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0xE0020 && c <= 0xE007F);
}

/// Whether half of a flag stands there.
bool isHalfFlag(const QString& text, qsizetype at) {
    if (at < 0 || at + 1 >= text.size() || !text[at].isHighSurrogate()) return false;
    const char32_t c = QChar::surrogateToUcs4(text[at], text[at + 1]);
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

/// Where clusters begin, and the end. What follows a joiner belongs to what is before it.
std::vector<qsizetype> clusterEdges(const QString& text) {
    std::vector<qsizetype> edges{0};
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    for (qsizetype at = finder.toNextBoundary(); at > 0; at = finder.toNextBoundary())
        if (!isHalfFlag(text, at - 2) || !isHalfFlag(text, at)) edges.push_back(at);
    // Behind another emoji Qt 6.4 takes flags apart: between their halves it is counted here, two by two.
    for (qsizetype at = 0, halves = 0; at<text.size(); at += halves> 0 ? 2 : 1) {
        halves = isHalfFlag(text, at) ? halves + 1 : 0;
        if (halves > 1 && halves % 2 == 1) edges.push_back(at);
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

bool isEmoji(QStringView cluster) {
    if (cluster.contains(QChar(emojiSelector)) || cluster.contains(QChar(keycap))) return true;
    const QList<uint> characters = cluster.toUcs4();
    return std::any_of(characters.begin(), characters.end(), isPictograph);
}

QFont withFamilies(const QFont& font, const QStringList& first) {
    QFont other = font;
    other.setFamilies(first + font.families());
    return other;
}

std::unique_ptr<QTextLayout> laidOut(const QString& text, const QFont& font,
                                     const QList<QTextLayout::FormatRange>& fonts = {}) {
    auto layout = std::make_unique<QTextLayout>(text, font);
    QTextOption option(Qt::AlignLeft | Qt::AlignAbsolute);
    option.setWrapMode(QTextOption::NoWrap);
    layout->setTextOption(option);
    layout->setFormats(fonts);
    layout->beginLayout();
    layout->createLine().setLineWidth(endless);
    layout->endLayout();
    return layout;
}

/// Whether a font puts the mark of "◌́" on its circle, and not beside it.
bool combines(const QString& cluster, const QFont& font) {
    const double circle = laidOut(cluster.left(1), font)->lineAt(0).naturalTextWidth();
    const QList<QGlyphRun> runs = laidOut(cluster, font)->glyphRuns();
    if (runs.size() != 1) return false;
    const QList<QPointF> positions = runs[0].positions();
    return std::all_of(positions.begin(), positions.end(),
                       [circle](QPointF at) { return at.x() < circle - 0.5; });
}

/// A font that has the mark of "◌́" and a circle for it; `font` where that makes no difference. Arabic marks
/// do not say that they are Arabic, and few Arabic fonts know what to do with them where nothing else says
/// it.
QFont fontOfMark(const QString& cluster, const QFont& font) {
    const QList<QGlyphRun> mark = laidOut(cluster.mid(1), font)->glyphRuns();
    const QString own = mark.isEmpty() ? QString() : mark.first().rawFont().familyName();
    for (const QString& family : {own, QStringLiteral("Noto Naskh Arabic")}) {
        const QFont candidate = withFamilies(font, {family});
        if (combines(cluster, candidate)) return candidate;
    }
    return font;
}

QTextLayout::FormatRange inFont(qsizetype begin, qsizetype length, const QFont& font) {
    QTextLayout::FormatRange range;
    range.start = static_cast<int>(begin);
    range.length = static_cast<int>(length);
    range.format.setFont(font);
    return range;
}

/// A line as it is shaped: without emoji selectors, which keep Qt from joining what is around them, and with
/// fonts for the clusters that need another one than their first character gets.
std::unique_ptr<QTextLayout> laidOutInFonts(const QString& text, const QFont& font) {
    const QFont emoji = withFamilies(font, {"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"});
    QString shaped;
    QList<QTextLayout::FormatRange> fonts;
    const std::vector<qsizetype> edges = clusterEdges(text);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        QString cluster = text.mid(edges[i], edges[i + 1] - edges[i]);
        const bool pictured = isEmoji(cluster);
        cluster.remove(QChar(emojiSelector));
        if (pictured)
            fonts.append(inFont(shaped.size(), cluster.size(), emoji));
        else if (cluster.size() > 1 && cluster.front() == dottedCircle)
            fonts.append(inFont(shaped.size(), cluster.size(), fontOfMark(cluster, font)));
        shaped += cluster;
    }
    return laidOut(shaped, font, fonts);
}

bool drawsColours(const QRawFont& font) {
    constexpr std::array tables{"CBDT", "COLR", "sbix"};
    return std::any_of(tables.begin(), tables.end(),
                       [&font](const char* table) { return !font.fontTable(table).isEmpty(); });
}

bool sameGlyph(const QGlyphRun& a, const QGlyphRun& b) {
    return a.glyphIndexes().value(0) == b.glyphIndexes().value(0) &&
           a.positions().value(0) == b.positions().value(0);
}

/// Whether the first glyph of `runs` is one that `before` has begun with.
bool begins(const QList<QGlyphRun>& runs, const QList<QGlyphRun>& before) {
    return !before.isEmpty() && sameGlyph(runs.first(), before.first());
}

/// Left and right end of glyphs. Qt gives a part of a ligature the place of a whole one beside it.
std::pair<double, double> extentOf(const QList<QGlyphRun>& runs, bool isLigature) {
    double left = endless;
    double right = 0;
    for (const QGlyphRun& run : runs) {
        QRectF extent = run.boundingRect();
        if (isLigature) {
            extent.moveLeft(run.positions().value(0).x());
            extent.setWidth(run.rawFont().advancesForGlyphIndexes(run.glyphIndexes()).value(0).x());
        }
        left = std::min(left, extent.left());
        right = std::max(right, extent.right());
    }
    return {std::min(left, right), right};
}

}  // namespace

TextLine::TextLine(QString text, const QFont& font)
    : m_text(std::move(text)),
      m_font(font),
      m_isPlain(std::all_of(m_text.begin(), m_text.end(), isPlainCharacter)),
      m_width(m_isPlain ? QFontMetricsF(font).horizontalAdvance(m_text)
                        : layout().lineAt(0).naturalTextWidth()) {}

const QTextLayout& TextLine::layout() const {
    if (!m_layout) m_layout = m_isPlain ? laidOut(m_text, m_font) : laidOutInFonts(m_text, m_font);
    return *m_layout;
}

void TextLine::draw(QPainter& painter, QPointF start) const {
    if (auto* device = dynamic_cast<LineDevice*>(painter.device()))
        device->drawLine(painter, *this, start);
    else
        drawGlyphs(painter, start);
}

void TextLine::drawGlyphs(QPainter& painter, QPointF start) const {
    if (m_isPlain) {
        painter.setFont(m_font);
        painter.drawText(start, m_text);
    } else {
        layout().draw(&painter, start - QPointF(0, layout().lineAt(0).ascent()));
    }
}

std::vector<TextCluster> TextLine::clusters() const {
    std::vector<TextCluster> clusters;
    const std::vector<qsizetype> edges = clusterEdges(m_text);
    QList<QGlyphRun> before;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        TextCluster cluster{edges[i], edges[i + 1] - edges[i]};
        QList<QGlyphRun> runs = glyphs(cluster.begin, cluster.length);
        const bool joined = !clusters.empty() && (runs.isEmpty() || begins(runs, before));
        if (joined) {
            // One glyph for several characters: they are read together.
            cluster = clusters.back();
            cluster.length = edges[i + 1] - cluster.begin;
            clusters.pop_back();
            runs = before;
        }
        std::tie(cluster.left, cluster.right) = extentOf(runs, joined);
        cluster.colour = std::any_of(runs.begin(), runs.end(),
                                     [](const QGlyphRun& run) { return drawsColours(run.rawFont()); });
        clusters.push_back(cluster);
        before = runs;
    }
    return clusters;
}

QList<QGlyphRun> TextLine::glyphs(qsizetype begin, qsizetype length) const {
    const auto shaped = [this](qsizetype at) {
        return static_cast<int>(at - QStringView(m_text).left(at).count(QChar(emojiSelector)));
    };
    const QTextLine line = layout().lineAt(0);
    const int first = shaped(begin);
    const int end = shaped(begin + length);
    if (end == first) return {};
    QList<QGlyphRun> runs = line.glyphRuns(first, end - first);
    for (QGlyphRun& run : runs) {
        QList<QPointF> positions = run.positions();
        for (QPointF& position : positions) position.ry() -= line.ascent();
        run.setPositions(positions);
    }
    return runs;
}

}  // namespace headscope::ui
