// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_formats.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageWriter>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/output_file.h"
#include "ui/export/pdf_device.h"
#include "ui/export/svg_device.h"

namespace headscope::ui {

namespace {

constexpr double logicalDotsPerInch = 96;
constexpr double mostPixels = 400e6;
constexpr double longestSide = 32767;
constexpr double painted = 0.5;  // of the progress: the rest is for compressing and writing

/// Painters and image writers fail only where memory runs out: all they write to is memory.
void require(bool made) {
    if (!made) throw core::Error(core::ErrorCode::OutOfMemory, {"a picture of this size"});
}

/// Keeps no more bytes when `progress` says stop. It says that it took them: an image writer that cannot
/// write leaves memory behind.
class StoppableBuffer : public QBuffer {
public:
    explicit StoppableBuffer(const core::Progress& progress) : m_progress(progress) {}

protected:
    qint64 writeData(const char* bytes, qint64 count) override {
        if (m_progress && !m_progress(painted)) return count;
        return QBuffer::writeData(bytes, count);
    }

private:
    const core::Progress& m_progress;
};

QByteArray pngBytes(const Figure& figure, const FigureOptions& options, const core::Progress& progress) {
    QImage image = figureImage(figure, options.scale);
    core::report(progress, painted);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), figure.description);
    StoppableBuffer buffer(progress);
    const bool written = buffer.open(QIODevice::WriteOnly) && QImageWriter(&buffer, "png").write(image);
    core::report(progress, 1);
    require(written);
    return buffer.data();
}

QByteArray svgBytes(const Figure& figure, const FigureOptions& /*options*/, const core::Progress& progress) {
    SvgDevice device(figure.size, figure.title, figure.description);
    QPainter painter;
    require(painter.begin(&device));
    figure.paint(painter, figure.size, PaintMode::Vector);
    painter.end();
    core::report(progress, painted);
    return device.svg();
}

QByteArray pdfBytes(const Figure& figure, const FigureOptions& /*options*/, const core::Progress& progress) {
    PdfDevice device(figure.size, figure.title);
    QPainter painter;
    require(painter.begin(&device));
    // Without this hint images go in as JPEG, and cells get colours that no weight has.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.scale(device.scale(), device.scale());
    figure.paint(painter, figure.size, PaintMode::Vector);
    core::report(progress, painted);
    require(painter.end());
    return device.pdf();
}

constexpr std::array formats = {
    FigureFormat{"png", QT_TRANSLATE_NOOP("FigureFormat", "PNG image"), pngBytes},
    FigureFormat{"svg", QT_TRANSLATE_NOOP("FigureFormat", "SVG drawing"), svgBytes},
    FigureFormat{"pdf", QT_TRANSLATE_NOOP("FigureFormat", "PDF document"), pdfBytes},
};

}  // namespace

std::span<const FigureFormat> figureFormats() noexcept {
    return formats;
}

const FigureFormat& figureFormatOf(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    if (!suffix.empty()) suffix.erase(0, 1);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::string known;
    for (const FigureFormat& format : formats) {
        if (format.suffix == suffix) return format;
        known += (known.empty() ? "." : ", .") + std::string(format.suffix);
    }
    throw core::Error(core::ErrorCode::UnknownFormat, {path.string(), known});
}

void checkPixels(QSizeF size, double scale) {
    if (!(scale > 0) || !std::isfinite(scale))
        throw core::Error(core::ErrorCode::BadArgument, {"scale", "it must be above 0"});
    const QSizeF pixels = size * scale;
    const double all = pixels.width() * pixels.height();
    if (pixels.width() > longestSide || pixels.height() > longestSide || all > mostPixels)
        throw core::Error(
            core::ErrorCode::BadArgument,
            {"The picture", QStringLiteral("it would have %1 x %2 pixels; at most %3 on a side and %4 "
                                           "million in all can be written")
                                .arg(pixels.width(), 0, 'f', 0)
                                .arg(pixels.height(), 0, 'f', 0)
                                .arg(longestSide, 0, 'f', 0)
                                .arg(mostPixels / 1e6, 0, 'f', 0)
                                .toStdString()});
    constexpr double bytesPerPixel = 4;
    // The system would give the memory and end the program when it is used.
    require(all * bytesPerPixel < static_cast<double>(core::physicalMemory()) / 2);
}

QImage figureImage(const Figure& figure, double scale) {
    checkPixels(figure.size, scale);
    const QSizeF pixels = figure.size * scale;
    const QSize size(static_cast<int>(std::ceil(pixels.width() - 1e-6)),
                     static_cast<int>(std::ceil(pixels.height() - 1e-6)));
    QImage image(size.expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    require(!image.isNull());
    image.fill(Qt::white);
    const int dotsPerMeter = static_cast<int>(std::lround(logicalDotsPerInch * scale / 0.0254));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    QPainter painter(&image);
    painter.scale(scale, scale);
    figure.paint(painter, figure.size, PaintMode::Raster);
    painter.end();
    return image;
}

void writeFigure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options,
                 const core::Progress& progress) {
    const FigureFormat& format = figureFormatOf(path);
    core::report(progress, 0);
    const QByteArray bytes = format.bytes(figure, options, progress);
    core::report(progress, 1);
    core::writeWhole(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
}

QString figureFileFilter() {
    QStringList parts;
    for (const FigureFormat& format : formats)
        parts << QStringLiteral("%1 (*.%2)")
                     .arg(QCoreApplication::translate("FigureFormat", std::string(format.name).c_str()),
                          QString::fromUtf8(format.suffix.data(),
                                            static_cast<qsizetype>(format.suffix.size())));
    return parts.join(QStringLiteral(";;"));
}

}  // namespace headscope::ui
