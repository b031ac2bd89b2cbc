// SPDX-License-Identifier: GPL-3.0-or-later
// An incremental update (PDF 1.4, 3.4.5): the page gets a second content stream, whose fonts have glyphs
// without ink (5.5.4, Type 3 fonts) and say which characters each code stands for (5.9.2, ToUnicode).
#include "ui/export/pdf_text_layer.h"

#include <QHash>
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace headscope::ui {
namespace {

constexpr qsizetype codesPerFont = 256;
constexpr qsizetype mostPerBlock = 100;  // mappings, 5.9.2
// Readers guess how large the letters of such a font are from its glyph "m", which in others is about so
// wide.
constexpr double glyphWidth = 0.6;

QByteArray number(double value) {
    return QByteArray::number(value, 'f', 4);
}

QByteArray reference(int object) {
    return QByteArray::number(object) + " 0 R";
}

QByteArray stream(const QByteArray& content) {
    return "<< /Length " + QByteArray::number(content.size()) + " >>\nstream\n" + content + "\nendstream";
}

QByteArray utf16(const QString& text) {
    QByteArray hex;
    for (const QChar unit : text) hex += QByteArray::number(unit.unicode(), 16).rightJustified(4, '0');
    return hex;
}

/// The document with objects added to it and put in the place of others.
class Document {
public:
    explicit Document(const QByteArray& pdf) : m_pdf(pdf) {
        const qsizetype start = pdf.lastIndexOf("startxref\n");
        m_table = pdf.mid(start + 10).split('\n').value(0).trimmed().toLongLong();
        m_trailer = pdf.mid(pdf.lastIndexOf("trailer\n"));
        m_size = valueAfter(m_trailer, "/Size ").value_or(0);
    }

    /// The number behind `key`, which may be a reference.
    static std::optional<int> valueAfter(const QByteArray& text, const QByteArray& key) {
        const qsizetype at = text.indexOf(key);
        if (at < 0) return {};
        const QByteArray rest = text.mid(at + key.size(), 24).trimmed();
        qsizetype digits = 0;
        while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9') ++digits;
        return digits > 0 ? std::optional(rest.first(digits).toInt()) : std::nullopt;
    }

    std::optional<int> root() const { return valueAfter(m_trailer, "/Root "); }

    /// Of an object that is no stream.
    QByteArray object(int id) const {
        constexpr qsizetype entry = 20;
        const qsizetype first = m_pdf.indexOf('\n', m_pdf.indexOf('\n', m_table) + 1) + 1;
        const qsizetype offset = m_pdf.mid(first + entry * id, 10).toLongLong();
        const qsizetype begin = m_pdf.indexOf("obj", offset) + 3;
        return m_pdf.mid(begin, m_pdf.indexOf("endobj", begin) - begin).trimmed();
    }

    int add(const QByteArray& body) {
        replace(m_size, body);
        return m_size++;
    }
    void replace(int id, const QByteArray& body) { m_changed[id] = body; }

    QByteArray updated() const {
        QByteArray pdf = m_pdf;
        QByteArray table = "xref\n";
        for (const auto& [id, body] : m_changed) {
            table += QByteArray::number(id) + " 1\n" +
                     QByteArray::number(pdf.size()).rightJustified(10, '0') + " 00000 n \n";
            pdf += QByteArray::number(id) + " 0 obj\n" + body + "\nendobj\n";
        }
        const QByteArray start = QByteArray::number(pdf.size());
        QByteArray trailer = m_trailer.first(m_trailer.indexOf(">>"));
        const qsizetype size = trailer.indexOf("/Size ");
        trailer.replace(size, trailer.indexOf('\n', size) - size, "/Size " + QByteArray::number(m_size));
        return pdf + table + trailer + "/Prev " + QByteArray::number(m_table) + "\n>>\nstartxref\n" + start +
               "\n%%EOF\n";
    }

private:
    QByteArray m_pdf;
    qsizetype m_table = 0;
    QByteArray m_trailer;
    int m_size = 0;
    std::map<int, QByteArray> m_changed;
};

/// Texts with codes of their own, 256 to a font, in the order of their first use.
class Codes {
public:
    explicit Codes(const std::vector<HiddenText>& texts) {
        for (const HiddenText& each : texts) {
            if (m_codes.contains(each.text)) continue;
            m_codes.insert(each.text, m_texts.size());
            m_texts.append(each.text);
        }
    }

    qsizetype fonts() const { return (m_texts.size() + codesPerFont - 1) / codesPerFont; }
    qsizetype fontOf(const QString& text) const { return m_codes[text] / codesPerFont; }
    QByteArray codeOf(const QString& text) const {
        return QByteArray::number(m_codes[text] % codesPerFont, 16).rightJustified(2, '0');
    }
    QStringList textsOf(qsizetype font) const { return m_texts.mid(font * codesPerFont, codesPerFont); }

private:
    QHash<QString, qsizetype> m_codes;
    QStringList m_texts;
};

QByteArray characterMap(const QStringList& texts) {
    QByteArray map =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Text def\n/CMapType 2 "
        "def\n"
        "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n";
    for (qsizetype first = 0; first < texts.size(); first += mostPerBlock) {
        const qsizetype end = std::min(texts.size(), first + mostPerBlock);
        map += QByteArray::number(end - first) + " beginbfchar\n";
        for (qsizetype code = first; code < end; ++code)
            map += '<' + QByteArray::number(code, 16).rightJustified(2, '0') + "> <" + utf16(texts[code]) +
                   ">\n";
        map += "endbfchar\n";
    }
    return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend";
}

/// A font whose every glyph is empty.
int addFont(Document& document, const QStringList& texts, int glyph) {
    const int map = document.add(stream(characterMap(texts)));
    const QByteArray last = QByteArray::number(texts.size() - 1);
    return document.add(
        "<< /Type /Font\n/Subtype /Type3\n/FontBBox [0 -250 1000 750]\n/FontMatrix [0.001 0 0 0.001 0 0]\n"
        "/CharProcs << /m " +
        reference(glyph) + " >>\n/Encoding << /Type /Encoding /Differences [0" +
        QByteArray(" /m").repeated(texts.size()) + "] >>\n/FirstChar 0\n/LastChar " + last + "\n/Widths [" +
        QByteArray("600 ").repeated(texts.size()) + "]\n/Resources << >>\n/ToUnicode " + reference(map) +
        " >>");
}

QByteArray fontName(qsizetype font) {
    return "/Text" + QByteArray::number(font);
}

QByteArray contentOf(const std::vector<HiddenText>& texts, const Codes& codes) {
    QByteArray content = "Q\nBT\n3 Tr\n";  // without the scale of what was drawn before, and without ink
    for (const HiddenText& each : texts) {
        const QTransform place = QTransform::fromScale(1 / glyphWidth, 1) * each.place;
        content += fontName(codes.fontOf(each.text)) + " 1 Tf ";
        for (const double value :
             {place.m11(), place.m12(), place.m21(), place.m22(), place.dx(), place.dy()})
            content += number(value) + ' ';
        content += "Tm <" + codes.codeOf(each.text) + "> Tj\n";
    }
    return content + "ET";
}

}  // namespace

QByteArray withHiddenTexts(const QByteArray& pdf, const std::vector<HiddenText>& texts) {
    Document document(pdf);
    const auto follow = [&document](std::optional<int> from, const QByteArray& key) {
        return from ? Document::valueAfter(document.object(*from), key) : std::nullopt;
    };
    const std::optional<int> page = follow(follow(document.root(), "/Pages "), "/Kids \n[");
    const std::optional<int> content = follow(page, "/Contents ");
    const std::optional<int> resources = follow(page, "/Resources ");
    if (texts.empty() || !content || !resources) return pdf;

    const Codes codes(texts);
    const int glyph = document.add(stream("600 0 d0"));
    QByteArray fonts;
    for (qsizetype font = 0; font < codes.fonts(); ++font)
        fonts += fontName(font) + ' ' + reference(addFont(document, codes.textsOf(font), glyph)) + '\n';
    const int layer = document.add(stream(contentOf(texts, codes)));

    const int keep = document.add(stream("q"));
    QByteArray pageBody = document.object(*page);
    pageBody.replace(
        "/Contents " + reference(*content),
        "/Contents [" + reference(keep) + ' ' + reference(*content) + ' ' + reference(layer) + ']');
    document.replace(*page, pageBody);
    QByteArray resourcesBody = document.object(*resources);
    resourcesBody.replace("/Font <<\n", "/Font <<\n" + fonts);
    document.replace(*resources, resourcesBody);
    return document.updated();
}

}  // namespace headscope::ui
