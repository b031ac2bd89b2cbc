// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QGlyphRun>
#include <QString>
#include <QTextLayout>
#include <memory>
#include <vector>

class QPainter;

namespace headscope::ui {

/// What a reader takes for one character, and where it stands from the left end of its line.
struct TextCluster {
    qsizetype begin = 0;  ///< in the text of the line
    qsizetype length = 0;
    double left = 0;
    double right = 0;
    bool colour = false;  ///< its font draws it in colours of its own: an emoji
};

/// One line of plain text, measured and drawn alike on screen and in files: an emoji is one picture in
/// colour, also one that begins with a digit or a heart, and a mark without a letter stands on its dotted
/// circle. Needs an application object, any thread.
class TextLine {
public:
    TextLine(QString text, const QFont& font);

    const QString& text() const { return m_text; }
    const QFont& font() const { return m_font; }
    double width() const { return m_width; }
    /// With the painter's pen; `start` is the left end of the baseline.
    void draw(QPainter& painter, QPointF start) const;

    // For files that hold text.
    bool isRightToLeft() const { return m_text.isRightToLeft(); }
    std::vector<TextCluster> clusters() const;
    /// The glyphs of some of its characters; positions are from `start` of draw().
    QList<QGlyphRun> glyphs(qsizetype begin, qsizetype length) const;
    /// As draw(), glyph by glyph for any device.
    void drawGlyphs(QPainter& painter, QPointF start) const;

private:
    const QTextLayout& layout() const;

    QString m_text;
    QFont m_font;
    bool m_isPlain;  // each character may be drawn with the first font that has it
    mutable std::unique_ptr<QTextLayout> m_layout;  // made when it is needed
    double m_width;
};

/// Part of a paint device that takes lines whole. Other devices get them in pieces, one for each script and
/// font, from left to right: right-to-left text cannot be put together again from those.
class LineDevice {
public:
    virtual ~LineDevice() = default;
    virtual void drawLine(QPainter& painter, const TextLine& line, QPointF start) = 0;
};

}  // namespace headscope::ui
