// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <filesystem>
#include <span>
#include <string_view>

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
    /// Writes to `path`, which writeFigure() makes a temporary one. Throws Error(WriteFailed, OutOfMemory).
    void (*write)(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options);
};
std::span<const FigureFormat> figureFormats() noexcept;

/// Writes `figure` in the format of the suffix of `path` (in any case), whole or not at all. Any thread.
/// Throws Error(UnknownFormat) listing the suffixes, Error(WriteFailed, OutOfMemory, BadArgument for a scale
/// that is not above 0 or asks for too many pixels).
void writeFigure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options = {});

/// For a file dialog: "PNG image (*.png);;SVG drawing (*.svg);;…" in the language of the window.
QString figureFileFilter();

/// The figure as an image, for the clipboard.
QImage figureImage(const Figure& figure, double scale);

}  // namespace headscope::ui
