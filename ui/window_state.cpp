// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_state.h"

#include <algorithm>
#include <array>

#include "core/analysis/gold_data.h"
#include "core/base/output_file.h"
#include "core/tensor/mapped_file.h"
#include "core/trace/run_spec_json.h"
#include "ui/examples.h"
#include "ui/views/view.h"

namespace headscope::ui {
namespace {

namespace fs = std::filesystem;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::JsonWriter;

constexpr int format = 1;
constexpr std::size_t mostHeads = 100'000;
constexpr std::size_t mostNumbers = 4'000'000;  // of input vectors: 60 MB of text
constexpr std::array<std::string_view, 13> stateKeys = {"headscope", "session", "a",        "b",   "side",
                                                        "head",      "heads",   "query",    "key", "shown",
                                                        "texts",     "gold",    "gold_base"};
constexpr std::array<std::string_view, 16> shownKeys = {
    "view",         "scale",        "range",        "colours",     "words",      "mute_specials",
    "share",        "looked_at_by", "heads",        "measure",     "sort_heads", "combining",
    "side_by_side", "chart",        "chart_metric", "chart_across"};

constexpr std::array<std::string_view, 2> textKeys = {"text", "pair"};

template <class Value>
struct Name {
    Value value;
    std::string_view id;
};
constexpr std::array<Name<Side>, 3> sides = {
    {{Side::A, "a"}, {Side::B, "b"}, {Side::Difference, "difference"}}};
constexpr std::array<Name<ToneScale>, 3> scales = {
    {{ToneScale::Linear, "linear"}, {ToneScale::SquareRoot, "sqrt"}, {ToneScale::Log, "log"}}};
constexpr std::array<Name<ToneRange>, 4> ranges = {{{ToneRange::WholeMap, "map"},
                                                    {ToneRange::PerRow, "row"},
                                                    {ToneRange::Fixed, "fixed"},
                                                    {ToneRange::WithoutSinks, "without_sinks"}}};
constexpr std::array<Name<ColourMap>, 4> colourMaps = {{{ColourMap::Ink, "ink"},
                                                        {ColourMap::Viridis, "viridis"},
                                                        {ColourMap::Magma, "magma"},
                                                        {ColourMap::Cividis, "cividis"}}};

constexpr std::array<Name<ChartKind>, 6> charts = {{{ChartKind::ByLayer, "layers"},
                                                    {ChartKind::Scatter, "scatter"},
                                                    {ChartKind::ByDistance, "distance"},
                                                    {ChartKind::AlongText, "entropy"},
                                                    {ChartKind::Map, "map"},
                                                    {ChartKind::Training, "training"}}};

constexpr std::array<Name<core::Combining>, 2> combinings = {
    {{core::Combining::Mean, "mean"}, {core::Combining::Largest, "largest"}}};

template <class Names, class Value>
std::string_view idOf(const Names& names, Value value) {
    return std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.value == value; })
        ->id;
}

[[noreturn]] void refuse(const Json& json, const std::string& why) {
    throw Error(ErrorCode::BadArgument, {json.name(), why});
}

template <class Names>
auto valueOf(const Json& json, std::string_view key, const Names& names) {
    const std::string id = json.stringOr(key, names.front().id);
    std::string known;
    for (const auto& name : names) {
        if (name.id == id) return name.value;
        known += (known.empty() ? "" : ", ") + std::string(name.id);
    }
    refuse(json, "\"" + std::string(key) + "\" is \"" + id + "\"; there are " + known);
}

/// How `model` is named in a file of `folder`.
std::string nameFrom(const fs::path& folder, const std::string& model) {
    if (model.starts_with(examplePrefix)) return model;
    const fs::path whole = fs::absolute(model).lexically_normal();
    const fs::path near = whole.lexically_relative(folder);
    return near.empty() || *near.begin() == ".." ? whole.string() : near.string();
}

std::string modelFrom(const fs::path& folder, const std::string& name) {
    if (name.starts_with(examplePrefix) || fs::path(name).is_absolute()) return name;
    return (folder / name).lexically_normal().string();
}

fs::path folderOf(const fs::path& path) {
    return fs::absolute(path).lexically_normal().parent_path();
}

void write(JsonWriter& writer, const ViewSettings& settings, const std::string& view) {
    writer.key("shown").beginObject();
    writer.key("view").value(view);
    writer.key("scale").value(idOf(scales, settings.scale));
    writer.key("range").value(idOf(ranges, settings.range));
    writer.key("colours").value(idOf(colourMaps, settings.colours));
    writer.key("words").value(settings.words);
    writer.key("mute_specials").value(settings.muteSpecials);
    if (settings.sideBySide) writer.key("side_by_side").value(true);
    writer.key("share").value(settings.share);
    writer.key("looked_at_by").value(settings.lookedAtBy);
    writer.key("combining").value(idOf(combinings, settings.combining));
    if (!settings.measure.empty()) {
        writer.key("measure").value(settings.measure);
        writer.key("sort_heads").value(settings.sortHeads);
    }
    writer.key("chart").value(idOf(charts, settings.chart));
    writer.key("chart_metric").value(settings.chartMetric);
    writer.key("chart_across").value(settings.chartAcross);
    writer.endObject();
}

void write(JsonWriter& writer, std::string_view key, core::RunSpec spec, const fs::path& folder) {
    spec.model = nameFrom(folder, spec.model);
    writer.key(key);
    core::writeRunSpec(writer, spec);
}

void write(JsonWriter& writer, const TextList& texts) {
    writer.key("texts").beginArray();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        writer.beginObject().key("text").value(texts[i].text);
        if (texts[i].pair) writer.key("pair").value(*texts[i].pair);
        writer.endObject();
    }
    writer.endArray();
}

TextList textsOf(const Json& json) {
    if (!json.isArray() || json.size() > TextList::most)
        refuse(json, "\"texts\" must be a list of at most " + std::to_string(TextList::most) + " texts");
    std::vector<core::Input> texts;
    for (std::size_t i = 0; i < json.size(); ++i) {
        core::refuseOtherKeys(json[i], textKeys);
        core::Input& input = texts.emplace_back();
        input.text = std::string(json[i].at("text").asString());
        if (const auto pair = json[i].find("pair")) input.pair = std::string(pair->asString());
    }
    return texts.empty() ? TextList() : TextList(std::move(texts));
}

core::RunSpec specOf(const Json& json, const fs::path& folder) {
    core::RunSpec spec = core::runSpecOf(json);
    spec.model = modelFrom(folder, spec.model);
    return spec;
}

core::HeadId headOf(const Json& json, std::string_view key, const std::string& name) {
    const auto head = core::headNamed(name);
    if (!head)
        refuse(json, "\"" + std::string(key) + "\" is \"" + name + "\"; it must be a head such as \"4.11\"");
    return *head;
}

Selection selectionOf(const Json& json) {
    Selection selection;
    selection.head = headOf(json, "head", json.stringOr("head", "0.0"));
    if (const auto heads = json.find("heads")) {
        if (!heads->isArray() || heads->size() > mostHeads)
            refuse(json, "\"heads\" must be a list of heads such as [\"2.3\", \"4.11\"]");
        std::vector<core::HeadId> all;
        for (std::size_t i = 0; i < heads->size(); ++i)
            all.push_back(headOf(json, "heads", std::string((*heads)[i].asString())));
        selection = withHeads(selection, std::move(all), selection.head);
    }
    const auto position = [&](std::string_view key) -> std::optional<core::Index> {
        const auto value = json.find(key);
        return value ? std::optional(static_cast<core::Index>(value->asUnsigned())) : std::nullopt;
    };
    selection.query = position("query");
    selection.key = position("key");
    return selection;
}

/// The heads of the selected layer whose lines flow and arcs drew, in a session from before several heads
/// could be chosen for every view; the other views showed the selected head alone.
void readLayerHeads(const Json& heads, WindowState& state) {
    if (!heads.isArray() || heads.size() > mostHeads)
        refuse(heads, "\"heads\" must be a list of heads of a layer, such as [0, 3]");
    std::vector<core::HeadId> all;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::int64_t head = heads[i].asInt();
        if (head < 0 || head > 100'000) refuse(heads, "\"heads\" holds what is no head of a layer");
        all.push_back({state.selection.head.kind, state.selection.head.layer, static_cast<int>(head)});
    }
    if (all.empty() || (state.view != "flow" && state.view != "arcs")) return;
    const bool holds = std::find(all.begin(), all.end(), state.selection.head) != all.end();
    state.selection = withHeads(state.selection, all, holds ? state.selection.head : all.front());
}

/// The id of a metric; `usual` where the key is not there.
std::string metricOf(const Json& json, std::string_view key, const std::string& usual) {
    std::string id = json.stringOr(key, usual);
    if (id != usual && core::metricNamed(id) == nullptr)
        refuse(json, "\"" + std::string(key) + "\" is \"" + id + "\", which is no metric of Headscope");
    return id;
}

/// What is shown, from the member "shown".
void readShown(const Json& json, WindowState& state) {
    core::refuseOtherKeys(json, shownKeys);
    state.view = json.stringOr("view", views().front().id);
    if (std::none_of(views().begin(), views().end(),
                     [&](const ViewInfo& row) { return row.id == state.view; }))
        refuse(json, "\"view\" is \"" + state.view + "\", which is no view");
    ViewSettings& settings = state.settings;
    settings.scale = valueOf(json, "scale", scales);
    settings.range = valueOf(json, "range", ranges);
    settings.colours = valueOf(json, "colours", colourMaps);
    settings.words = json.boolOr("words", settings.words);
    settings.muteSpecials = json.boolOr("mute_specials", settings.muteSpecials);
    settings.sideBySide = json.boolOr("side_by_side", settings.sideBySide);
    settings.share = json.doubleOr("share", settings.share);
    if (!(settings.share >= 0 && settings.share <= 1)) refuse(json, "\"share\" is not between 0 and 1");
    settings.lookedAtBy = json.boolOr("looked_at_by", settings.lookedAtBy);
    settings.measure = metricOf(json, "measure", settings.measure);
    settings.sortHeads = json.boolOr("sort_heads", settings.sortHeads);
    settings.combining = valueOf(json, "combining", combinings);
    settings.chart = valueOf(json, "chart", charts);
    settings.chartMetric = metricOf(json, "chart_metric", settings.chartMetric);
    settings.chartAcross = metricOf(json, "chart_across", settings.chartAcross);
    if (const auto heads = json.find("heads")) readLayerHeads(*heads, state);
}

/// A file that is gone does not take the rest of the session with it: its name is what is left.
GoldPtr goldOf(const fs::path& file, const std::optional<Json>& base) {
    core::GoldData gone;
    gone.file = file;
    if (!fs::exists(file)) return std::make_shared<const core::GoldData>(std::move(gone));
    if (!base) return std::make_shared<const core::GoldData>(core::readGoldData(file));
    const auto first = base->toUnsigned();
    if (!first || *first > 1) refuse(*base, "it is the number of the first word, 0 or 1");
    return std::make_shared<const core::GoldData>(core::readGoldData(file, static_cast<core::Index>(*first)));
}

/// A session that could not be read again is none.
void refuseManyVectors(const fs::path& path, const WindowState& state) {
    std::size_t numbers = 0;
    for (const std::optional<core::RunSpec>& spec : {state.a, state.b})
        if (spec && spec->input.vectors) numbers += static_cast<std::size_t>(spec->input.vectors->size());
    if (numbers > mostNumbers)
        throw Error(ErrorCode::BadArgument,
                    {path.string(), "the input vectors hold " + std::to_string(numbers) +
                                        " numbers, and a session at most " + std::to_string(mostNumbers) +
                                        "; open their file with --vectors instead"});
}

}  // namespace

std::optional<std::size_t> TextList::find(const core::Input& input) const {
    for (std::size_t i = 0; i < size(); ++i)
        if ((*this)[i].text == input.text && (*this)[i].pair == input.pair) return i;
    return std::nullopt;
}

TextList TextList::toggled(const core::Input& input) const {
    std::vector<core::Input> texts = m_texts ? *m_texts : std::vector<core::Input>();
    if (const auto at = find(input)) {
        texts.erase(texts.begin() + static_cast<std::ptrdiff_t>(*at));
    } else if (texts.size() < most) {
        core::Input& added = texts.emplace_back();
        added.text = input.text;
        added.pair = input.pair;
    }
    return texts.empty() ? TextList() : TextList(std::move(texts));
}

bool TextList::operator==(const TextList& other) const {
    return m_texts == other.m_texts || (m_texts && other.m_texts && *m_texts == *other.m_texts);
}

bool isSessionFile(const fs::path& path) {
    return path.extension() == sessionSuffix;
}

void writeSession(const fs::path& path, const WindowState& state) {
    refuseManyVectors(path, state);
    const fs::path folder = folderOf(path);
    JsonWriter writer(true);
    writer.beginObject();
    writer.key("headscope").beginObject().key("version").value(HEADSCOPE_VERSION).endObject();
    writer.key("session").value(format);
    write(writer, "a", *state.a, folder);
    if (state.b) write(writer, "b", *state.b, folder);
    writer.key("side").value(idOf(sides, state.side));
    writer.key("head").value(core::headName(state.selection.head));
    if (state.selection.several()) {
        writer.key("heads").beginArray();
        for (const core::HeadId head : state.selection.heads()) writer.value(core::headName(head));
        writer.endArray();
    }
    if (state.selection.query) writer.key("query").value(static_cast<std::int64_t>(*state.selection.query));
    if (state.selection.key) writer.key("key").value(static_cast<std::int64_t>(*state.selection.key));
    write(writer, state.settings, state.view);
    if (state.texts.size() > 0) write(writer, state.texts);
    if (state.gold) writer.key("gold").value(nameFrom(folder, state.gold->file.string()));
    if (state.gold && state.gold->base != 0) writer.key("gold_base").value(std::int64_t{state.gold->base});
    writer.endObject();
    core::writeWhole(path, writer.text() + '\n');
}

WindowState readSession(const fs::path& path) {
    const core::MappedFile file = core::MappedFile::read(path);
    const Json json = Json::parse(file.text(), path.string());
    const auto version = json.find("session");
    if (!version || !version->toUnsigned() || !json.find("a"))
        refuse(json, "it is no session of Headscope; save one with Ctrl+S");
    if (*version->toUnsigned() != format)
        refuse(json, "it was written by another version of Headscope, which this one cannot read");
    core::refuseOtherKeys(json, stateKeys);
    WindowState state;
    state.a = specOf(json.at("a"), folderOf(path));
    if (const auto b = json.find("b")) state.b = specOf(*b, folderOf(path));
    state.side = valueOf(json, "side", sides);
    if (!state.b && state.side != Side::A) refuse(json, "\"side\" is about a run B, but there is no \"b\"");
    state.selection = selectionOf(json);
    state.view = std::string(views().front().id);
    if (const auto shown = json.find("shown")) readShown(*shown, state);
    if (const auto texts = json.find("texts")) state.texts = textsOf(*texts);
    if (const auto gold = json.find("gold"))
        state.gold = goldOf(modelFrom(folderOf(path), std::string(gold->asString())), json.find("gold_base"));
    return state;
}

}  // namespace headscope::ui
