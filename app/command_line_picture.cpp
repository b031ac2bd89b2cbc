// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/command_line_picture.h"

#include "app/command_line_commands.h"
#include "core/analysis/gold_data.h"
#include "core/analysis/links.h"
#include "core/base/output_file.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/figures.h"
#include "ui/run_loader.h"

namespace headscope::app {
namespace {

namespace fs = std::filesystem;

constexpr double drawn = 0.5;  // of the progress of one picture: the rest is for its file

QSizeF asSize(const std::string& text) {
    const auto [width, height] = sizeNamed(text);
    return {static_cast<qreal>(width), static_cast<qreal>(height)};
}

ui::ToneScale scaleNamed(std::string_view name) {
    if (name == "linear") return ui::ToneScale::Linear;
    return name == "log" ? ui::ToneScale::Log : ui::ToneScale::SquareRoot;
}

std::optional<core::Index> firstPiece(const core::Trace& trace, const std::optional<std::string>& word) {
    if (!word) return std::nullopt;
    return core::findWord(trace, *word).front();
}

bool namesHead(const Options& options) {
    return options.layer || options.head;
}

/// The head to draw. Without --layer and --head the one with the largest weight of the link that was asked
/// for, else the one that the window would open on.
core::HeadId headOf(const ui::Run& run, const Options& options) {
    if (!namesHead(options) && options.from && options.to) {
        const std::vector<core::Link> ranked =
            core::rankHeads(run.trace, core::findWord(*run.trace, *options.from),
                            core::findWord(*run.trace, *options.to), run.model->kernels());
        if (!ranked.empty()) return ranked.front().head;
    }
    if (!namesHead(options)) return run.openingHead;
    if (!options.layer || !options.head)
        refuse("--layer and --head", "give both, or neither for the head that tells most");
    return selectedHeads(*run.trace, options).front();
}

/// What is too small for one text is large enough for another.
void checkSize(const ui::Figure& figure, const Options& options) {
    const QSizeF least(std::ceil(figure.smallest.width()), std::ceil(figure.smallest.height()));
    if (!options.size || (figure.size.width() >= least.width() && figure.size.height() >= least.height()))
        return;
    refuse("--size", "this picture needs at least " + std::to_string(static_cast<int>(least.width())) + "x" +
                         std::to_string(static_cast<int>(least.height())));
}

void noteShown(const CommandCall& call, const ui::Figure& figure) {
    if (figure.shown.isEmpty()) return;
    call.terminal.note("The picture shows " + figure.shown.toStdString() +
                       ": --from or --to put a word in the middle, a larger --size shows more.");
}

void write(const CommandCall& call, const ui::Figure& figure, const fs::path& path,
           const core::Progress& progress) {
    ui::FigureOptions options;
    options.scale = call.options.pixelRatio;
    ui::writeFigure(figure, path, options, progress);
}

struct Drawing {
    const CommandCall& call;
    const ui::FigureKind& kind;
    ui::FigureRequest request;

    void show(core::HeadId head) {
        request.selection.head = head;
        request.pattern = core::headPattern(request.run->trace, head, request.run->model->kernels());
        if (request.pattern && request.settings.words)
            request.pattern = core::wordPattern(request.pattern, request.run->trace->spec.input);
    }
};

/// What is drawn over the map of a text.
bool drawsGold(std::string_view view) {
    return view == "heatmap" || view == "flow" || view == "arcs";
}

ui::GoldPtr goldOf(const Options& options, const core::Trace& trace) {
    if (!options.gold) return nullptr;
    auto gold = std::make_shared<const core::GoldData>(core::readGoldData(*options.gold, options.base));
    if (!gold->about(trace.spec.input))
        refuse(*options.gold,
               "it asks nothing about this text; a text of it must be given as it stands there");
    return gold;
}

void makeFolder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder, error))
        throw core::Error(core::ErrorCode::WriteFailed,
                          {folder.string(), "it is not a folder and cannot become one"});
}

void drawAll(Drawing& drawing, const Options& options) {
    const std::vector<core::HeadId> heads = selectedHeads(*drawing.request.run->trace, options);
    const fs::path folder(*options.out);
    const core::Progress progress = drawing.call.terminal.progress("Drawing");
    const auto count = static_cast<double>(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto done = static_cast<double>(i);
        const core::Progress own = core::part(progress, done / count, (done + 1) / count);
        drawing.show(heads[i]);
        const ui::Figure figure = drawing.kind.make(drawing.request, core::part(own, 0, drawn));
        checkSize(figure, options);
        // Only what can be drawn makes a folder.
        if (i == 0) makeFolder(folder);
        if (i == 0) noteShown(drawing.call, figure);
        const std::string name =
            options.view + '-' + core::headName(heads[i]) + '.' + options.format.value_or("png");
        write(drawing.call, figure, folder / name, core::part(own, drawn, 1));
    }
}

void checkFolder(const fs::path& out) {
    std::error_code error;
    if (fs::is_directory(out, error)) return;
    if (fs::exists(out, error))
        throw core::Error(core::ErrorCode::WriteFailed,
                          {out.string(), "it is a file, and --all needs a folder"});
    if (isPictureName(out))
        refuse("--out", "with --all it names a folder; choose the format of its pictures with --format");
}

}  // namespace

bool isPictureName(const fs::path& path) {
    const std::string suffix = path.extension().string();
    const auto formats = ui::figureFormats();
    return std::any_of(formats.begin(), formats.end(), [&](const ui::FigureFormat& format) {
        return suffix == '.' + std::string(format.suffix);
    });
}

ui::FigureRequest requestOf(const ui::RunPtr& run, const Options& options) {
    ui::FigureRequest request;
    request.run = run;
    request.selection.query = firstPiece(*run->trace, options.from);
    request.selection.key = firstPiece(*run->trace, options.to);
    request.settings.scale = scaleNamed(options.scale);
    request.settings.words = options.words;
    request.theme = options.theme == "dark" ? ui::Theme::darkTheme() : ui::Theme::light();
    if (options.size) request.size = asSize(*options.size);
    return request;
}

void checkPicture(const Options& options) {
    if (options.size) ui::checkPixels(asSize(*options.size), options.pixelRatio);
    if (options.all) return checkFolder(*options.out);
    core::checkWritable(*options.out);
    ui::figureFormatOf(*options.out);
}

void drawPicture(const CommandCall& call, const ui::FigureKind& kind, const ui::FigureRequest& request) {
    const core::Progress progress = call.terminal.progress("Drawing");
    const ui::Figure figure = kind.make(request, core::part(progress, 0, drawn));
    checkSize(figure, call.options);
    noteShown(call, figure);
    write(call, figure, *call.options.out, core::part(progress, drawn, 1));
}

void runPicture(const CommandCall& call) {
    const Options& options = call.options;
    const ui::FigureKind& kind = ui::figureKindNamed(options.view);
    if (options.gold && !drawsGold(options.view))
        refuse("--gold", "it is drawn over --view heatmap, flow or arcs");
    checkPicture(options);
    ui::loadFonts();
    const ModelRun model = runModel(call);
    const ui::RunPtr run = ui::makeRun(model.model, model.trace);
    Drawing drawing{call, kind, requestOf(run, options)};
    drawing.request.gold = goldOf(options, *run->trace);
    if (options.all) return drawAll(drawing, options);
    const core::HeadId head = headOf(*run, options);
    drawing.show(head);
    drawPicture(call, kind, drawing.request);
    if (!namesHead(options) && kind.ofOneHead)
        call.terminal.note("The picture shows head " + core::headName(head) +
                           ", which tells most; --layer and --head choose another one.");
}

}  // namespace headscope::app
