// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_formats.h"

#include <QCoreApplication>
#include <QFile>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/output_file.h"
#include "ui/export/svg_device.h"

namespace headscope::ui {

namespace {

constexpr double logicalDotsPerInch = 96;
constexpr int pdfDotsPerInch = 1200;  // of a painter's coordinates; text and lines have no resolution
constexpr double mostPixels = 400e6;
constexpr double longestSide = 32767;

QString qtPath(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

[[noreturn]] void failed(const std::filesystem::path& path, const QString& reason) {
    throw core::Error(core::ErrorCode::WriteFailed, {path.string(), reason.toStdString()});
}

void writePng(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options) {
    QImage image = figureImage(figure, options.scale);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), figure.description);
    QImageWriter writer(qtPath(path), "png");
    if (!writer.write(image)) failed(path, writer.errorString());
}

void writeSvg(const Figure& figure, const std::filesystem::path& path, const FigureOptions& /*options*/) {
    SvgDevice device(figure.size, figure.title, figure.description);
    QPainter painter;
    if (!painter.begin(&device)) failed(path, QStringLiteral("SVG"));
    figure.paint(painter, figure.size, PaintMode::Vector);
    painter.end();
    QFile file(qtPath(path));
    const QByteArray bytes = device.svg();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        failed(path, file.errorString());
}

void writePdf(const Figure& figure, const std::filesystem::path& path, const FigureOptions& /*options*/) {
    QPdfWriter writer(qtPath(path));
    writer.setResolution(pdfDotsPerInch);
    writer.setPageSize(
        QPageSize(figure.size * 72 / logicalDotsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Headscope"));
    QPainter painter;
    if (!painter.begin(&writer)) failed(path, QStringLiteral("PDF"));
    // Without this hint images go in as JPEG, and cells get colours that no weight has.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.scale(pdfDotsPerInch / logicalDotsPerInch, pdfDotsPerInch / logicalDotsPerInch);
    figure.paint(painter, figure.size, PaintMode::Vector);
    if (!painter.end()) failed(path, QStringLiteral("PDF"));
}

constexpr std::array formats = {
    FigureFormat{"png", QT_TRANSLATE_NOOP("FigureFormat", "PNG image"), writePng},
    FigureFormat{"svg", QT_TRANSLATE_NOOP("FigureFormat", "SVG drawing"), writeSvg},
    FigureFormat{"pdf", QT_TRANSLATE_NOOP("FigureFormat", "PDF document"), writePdf},
};

const FigureFormat& formatOf(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    if (!suffix.empty()) suffix.erase(0, 1);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::string known;
    for (const FigureFormat& format : formats) {
        if (format.suffix == suffix) return format;
        known += (known.empty() ? "" : ", ") + std::string(format.suffix);
    }
    throw core::Error(core::ErrorCode::UnknownFormat, {path.string(), known});
}

}  // namespace

std::span<const FigureFormat> figureFormats() noexcept {
    return formats;
}

QImage figureImage(const Figure& figure, double scale) {
    const QSizeF pixels = figure.size * scale;
    if (!(scale > 0) || !std::isfinite(scale))
        throw core::Error(core::ErrorCode::BadArgument, {"scale", "it must be above 0"});
    if (pixels.width() > longestSide || pixels.height() > longestSide ||
        pixels.width() * pixels.height() > mostPixels)
        throw core::Error(core::ErrorCode::BadArgument, {"scale", "the picture would have too many pixels"});
    const QSize size(static_cast<int>(std::ceil(pixels.width() - 1e-6)),
                     static_cast<int>(std::ceil(pixels.height() - 1e-6)));
    QImage image(size.expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    if (image.isNull()) throw core::Error(core::ErrorCode::OutOfMemory, {"a picture of this size"});
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

void writeFigure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options) {
    const FigureFormat& format = formatOf(path);
    core::writeWhole(
        path, [&](const std::filesystem::path& temporary) { format.write(figure, temporary, options); });
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
