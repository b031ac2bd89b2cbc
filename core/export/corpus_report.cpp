// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/corpus_report.h"

#include <algorithm>

#include "core/base/input_text.h"
#include "core/base/json.h"
#include "core/export/measure_report.h"

namespace headscope::core {
namespace {

constexpr std::size_t largestReport = 256000000;

Error noReport(const std::string& file, const std::string& why) {
    return Error(ErrorCode::BadArgument, {file, "it is no measured part of a corpus: " + why});
}

Cell settingOf(const Json& value) {
    switch (value.kind()) {
        case Json::Kind::Bool:
            return value.asBool();
        case Json::Kind::Number:
            return value.asInt();
        case Json::Kind::String:
            return std::string(value.asString());
        case Json::Kind::Null:
        case Json::Kind::Array:
        case Json::Kind::Object:
            break;
    }
    return {};
}

Origin originIn(const Json& json) {
    Origin origin;
    origin.version = json.at("version").asString();
    origin.command = json.at("command").asString();
    origin.model = json.at("model").asString();
    for (const auto& [name, value] : json.at("settings").members())
        origin.settings.push_back({std::string(name), settingOf(value)});
    return origin;
}

AttentionKind kindIn(const Json& row, const std::string& file) {
    for (const AttentionKind kind :
         {AttentionKind::Self, AttentionKind::Encoder, AttentionKind::Decoder, AttentionKind::Cross}) {
        if (kindName(kind) == row.at("kind").asString()) return kind;
    }
    throw noReport(file, "it has heads of an unknown kind");
}

ExactSum sumIn(const Json& row, std::string_view key, const std::string& file) {
    const auto sum = ExactSum::read(row.at(key).asString());
    if (!sum) throw noReport(file, "a sum is no number with twelve decimals");
    return *sum;
}

std::vector<const Metric*> metricsIn(const Json& definitions, const std::string& file) {
    std::vector<const Metric*> metrics;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        const std::string_view id = definitions[i].at("metric").asString();
        const Metric* metric = metricNamed(id);
        if (metric == nullptr) throw noReport(file, "it has the unknown metric " + std::string(id));
        metrics.push_back(metric);
    }
    return metrics;
}

/// One row per head and metric, in the order of the definitions.
Measures measuresIn(const Json& json, const std::string& file) {
    Measures measures;
    measures.metrics = metricsIn(json.at("measures"), file);
    const Json sums = json.at("sums");
    const std::size_t count = measures.metrics.size();
    if (count == 0 || sums.size() % count != 0) throw noReport(file, "its sums are incomplete");
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Json row = sums[i];
        const HeadId head{kindIn(row, file), static_cast<int>(row.at("layer").asInt()),
                          static_cast<int>(row.at("head").asInt())};
        if (i % count == 0) measures.heads.push_back({head, {}, {}});
        if (row.at("metric").asString() != measures.metrics[i % count]->id ||
            measures.heads.back().head != head)
            throw noReport(file, "its sums are out of order");
        const auto rows = static_cast<Index>(row.at("count").asInt());
        if (rows < 0) throw noReport(file, "a count is below 0");
        measures.heads.back().values.push_back({rows, sumIn(row, "sum", file), sumIn(row, "squares", file)});
    }
    return measures;
}

CorpusState stateIn(const Json& json, const std::string& file) {
    const Json info = json.at("info");
    CorpusState state;
    state.modelPrint = info.at("model_print").asString();
    state.corpusPrint = info.at("corpus_print").asString();
    const auto part = partNamed(info.stringOr("part", "1/1"));
    if (!part) throw noReport(file, "its part is not of the form 2/4");
    state.part = *part;
    state.texts = static_cast<Index>(info.at("texts").asInt());
    state.tokens = static_cast<Index>(info.at("tokens").asInt());
    state.tokensDropped = static_cast<Index>(info.at("tokens_dropped").asInt());
    if (const auto place = info.find("next_byte")) {
        state.place = place->asUnsigned();
        state.lines = static_cast<Index>(info.at("lines_read").asInt());
        state.skipped = static_cast<Index>(info.at("texts_skipped").asInt());
    }
    state.measures = measuresIn(json, file);
    return state;
}

std::vector<NamedCell> comparable(const Origin& origin) {
    std::vector<NamedCell> settings = origin.settings;
    std::erase_if(settings, [](const NamedCell& s) { return s.name == "part" || s.name == "corpus"; });
    return settings;
}

bool sameSettings(const Origin& a, const Origin& b) {
    const auto one = comparable(a);
    const auto other = comparable(b);
    return std::equal(
        one.begin(), one.end(), other.begin(), other.end(),
        [](const NamedCell& x, const NamedCell& y) { return x.name == y.name && x.value == y.value; });
}

/// Why two parts do not belong together; nothing when they do.
std::string difference(const StoredCorpus& a, const StoredCorpus& b) {
    if (a.state.modelPrint != b.state.modelPrint) return "they were measured with different models";
    if (a.state.corpusPrint != b.state.corpusPrint) return "they are of different corpora";
    if (a.state.part.count != b.state.part.count) return "the corpus was divided differently";
    if (a.state.part.index == b.state.part.index) return "both are part " + partName(a.state.part);
    if (a.origin.version != b.origin.version) return "they were measured by different versions of Headscope";
    if (!sameSettings(a.origin, b.origin)) return "they were measured with different settings";
    if (!a.state.measures.fits(b.state.measures)) return "they hold different heads or measures";
    return {};
}

Fact number(const char* name, const char* label, Index value) {
    return {name, label, std::int64_t{value}};
}

}  // namespace

Report corpusReport(Origin origin, const CorpusState& state, bool unfinished) {
    Report report{std::move(origin), {}, {}};
    report.facts = {number("texts", "texts", state.texts),
                    number("tokens", "tokens", state.tokens),
                    number("tokens_dropped", "tokens cut off", state.tokensDropped),
                    {"model_print", "model print", state.modelPrint},
                    {"corpus_print", "corpus print", state.corpusPrint}};
    if (!state.part.isWhole()) report.facts.push_back({"part", "part", partName(state.part)});
    if (unfinished) {
        report.facts.push_back(number("next_byte", "next byte", static_cast<Index>(state.place)));
        report.facts.push_back(number("lines_read", "lines read", state.lines));
        report.facts.push_back(number("texts_skipped", "texts skipped", state.skipped));
    }
    report.tables = {headTable(state.measures), definitionTable(state.measures), sumTable(state.measures),
                     labelTable(patternLabels(state.measures))};
    return report;
}

StoredCorpus readCorpusReport(const std::filesystem::path& path) {
    const std::string file = path.string();
    const Json json = Json::parse(readInput(path, largestReport), file);
    if (!json.isObject() || !json.find("sums") || !json.find("info") || !json.find("headscope"))
        throw noReport(file, "write one with --part 1/4 --out part.json");
    StoredCorpus stored{file, originIn(json.at("headscope")), stateIn(json, file)};
    for (const NamedCell& setting : stored.origin.settings) {
        if (setting.name == "specials")
            stored.state.measures.specials = specialsNamed(std::get<std::string>(setting.value));
    }
    return stored;
}

std::string whyOther(const StoredCorpus& stored, const Origin& origin, const CorpusState& fresh) {
    if (stored.state.modelPrint != fresh.modelPrint) return "another model";
    if (stored.state.corpusPrint != fresh.corpusPrint) return "another corpus";
    if (stored.state.part != fresh.part) return "part " + partName(stored.state.part);
    if (stored.origin.version != origin.version) return "Headscope " + stored.origin.version;
    return sameSettings(stored.origin, origin) ? "" : "other options";
}

StoredCorpus mergedCorpus(std::vector<StoredCorpus> parts) {
    std::sort(parts.begin(), parts.end(), [](const StoredCorpus& a, const StoredCorpus& b) {
        return a.state.part.index < b.state.part.index;
    });
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string why = difference(parts[i - 1], parts[i]);
        if (!why.empty()) throw Error(ErrorCode::PartsDiffer, {parts[i - 1].file, parts[i].file, why});
    }
    // Neighbours fit, but between two that do not there may be one without texts, which fits both.
    const auto first = std::find_if(parts.begin(), parts.end(), [](const StoredCorpus& part) {
        return !part.state.measures.heads.empty();
    });
    for (auto part = first; part != parts.end(); ++part) {
        const std::string why = part == first ? "" : difference(*first, *part);
        if (!why.empty()) throw Error(ErrorCode::PartsDiffer, {first->file, part->file, why});
    }
    for (const StoredCorpus& part : parts) {
        if (part.state.place > 0)
            throw Error(ErrorCode::BadArgument, {part.file, "it is unfinished; let its part run to the end"});
    }
    const Index count = parts.front().state.part.count;
    for (Index i = 0; i < count; ++i) {
        const bool there = i < static_cast<Index>(parts.size()) &&
                           parts[static_cast<std::size_t>(i)].state.part.index == i + 1;
        if (!there)
            throw Error(ErrorCode::BadArgument,
                        {"--merge", "part " + partName({i + 1, count}) + " is missing"});
    }
    StoredCorpus all = std::move(parts.front());
    std::erase_if(all.origin.settings, [](const NamedCell& setting) { return setting.name == "part"; });
    all.state.part = {};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const CorpusState& part = parts[i].state;
        all.state.texts += part.texts;
        all.state.tokens += part.tokens;
        all.state.tokensDropped += part.tokensDropped;
        all.state.measures.add(part.measures);
    }
    return all;
}

}  // namespace headscope::core
