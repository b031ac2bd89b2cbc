// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/progress.h"
#include "ui/figures/figure.h"

namespace headscope::ui {

/// How a picture is written.
struct FigureOptions {
    double scale = 1;  ///< device pixels per logical pixel, for PNG; vector formats ignore it
};

/// One row of the table of picture formats.
struct FigureFormat {
    std::string_view suffix;  ///< "png"
    std::string_view name;    ///< "PNG image"; translation context "FigureFormat"
    /// The whole file: what it holds does not depend on the disk it goes to. Throws Error(Cancelled,
    /// OutOfMemory, BadArgument for a scale that is not above 0 or asks for too many pixels).
    QByteArray (*bytes)(const Figure& figure, const FigureOptions& options, const core::Progress& progress);
};
std::span<const FigureFormat> figureFormats() noexcept;
/// The format of the suffix of `path`, in any case. Throws Error(UnknownFormat) listing the suffixes.
const FigureFormat& figureFormatOf(const std::filesystem::path& path);

/// Writes `figure` in the format of the suffix of `path`, whole or not at all; `progress` can stop it until
/// the file is about to appear. Any thread. Throws as figureFormatOf(), FigureFormat::bytes and
/// core::writeWhole(), Error(Cancelled).
void writeFigure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options = {},
                 const core::Progress& progress = {});

/// For a file dialog: "PNG image (*.png);;SVG drawing (*.svg);;…" in the language of the window.
QString figureFileFilter();

/// Refuses a picture with too many pixels before it takes any memory. Throws Error(BadArgument, OutOfMemory).
void checkPixels(QSizeF size, double scale);

/// The figure as an image, for the clipboard. Throws as checkPixels().
QImage figureImage(const Figure& figure, double scale);

}  // namespace headscope::ui
