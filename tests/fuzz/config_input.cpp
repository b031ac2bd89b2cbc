// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/config_input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <variant>

#include "core/base/json.h"
#include "core/checkpoint/checkpoint.h"
#include "core/model/description.h"

namespace headscope::fuzz {
namespace {

namespace fs = std::filesystem;
using core::Json;

bool isPart(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with("model") &&
           (path.extension() == ".safetensors" || path.extension() == ".pt" || name.ends_with(".index.json"));
}

void readFields(const Json& object, ConfigFixture& fixture) {
    for (const auto& [key, value] : object.members()) {
        if (key == "tensors") {
            for (const auto& [role, name] : value.members()) fixture.names.emplace(role, name.text());
        } else {
            fixture.config.emplace(key, value.text());
        }
    }
}

ConfigFixture fixtureIn(const fs::path& folder) {
    ConfigFixture fixture;
    fixture.folder = folder.filename().string();
    fixture.file = fs::exists(folder / core::descriptionFile) ? core::descriptionFile : "config.json";
    const Json whole = Json::parse(core::MappedFile::open(folder / fixture.file).text(), fixture.file);
    const Json text = core::textConfig(whole);
    fixture.nested = whole.find("text_config").has_value();
    readFields(text, fixture);
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!isPart(entry.path())) continue;
        fixture.weights.emplace(entry.path().filename().string(), core::MappedFile::open(entry.path()));
    }
    return fixture;
}

/// The keys of all fixtures, and those that only other models have.
const std::vector<std::string>& keys() {
    static const std::vector<std::string> all = [] {
        std::set<std::string> keys = {"architectures",
                                      "attention_bias",
                                      "attention_layers",
                                      "attention_types",
                                      "attention_window",
                                      "conv_groups",
                                      "full_attn_idxs",
                                      "global_attn_every_n_layers",
                                      "head_dim",
                                      "id2label",
                                      "is_decoder",
                                      "layer_types",
                                      "max_relative_positions",
                                      "max_window_layers",
                                      "mlp_bias",
                                      "n_ctx",
                                      "n_inner",
                                      "no_rope_layers",
                                      "original_max_position_embeddings",
                                      "pad_token_id",
                                      "partial_rotary_factor",
                                      "position_buckets",
                                      "position_embedding_type",
                                      "pruned_heads",
                                      "quantization_config",
                                      "rope_parameters",
                                      "rope_scaling",
                                      "rope_theta",
                                      "scale_attn_by_inverse_layer_idx",
                                      "scale_attn_weights",
                                      "sliding_window",
                                      "text_config",
                                      "use_sliding_window"};
        for (const ConfigFixture& fixture : configFixtures()) {
            for (const auto& field : fixture.config) keys.insert(field.first);
        }
        return std::vector<std::string>(keys.begin(), keys.end());
    }();
    return all;
}

std::string keyFrom(ByteSource& source, const ConfigFixture& fixture) {
    const auto fields = core::descriptionFields();
    if (fixture.names.empty() || source.rarely(16)) return keys()[source.below(keys().size())];
    return std::string(fields[source.below(fields.size())].key);
}

/// Puts parts between brackets, with commas.
class Brackets {
public:
    explicit Brackets(char open) : m_text(1, open) {}
    void add(std::string_view part) {
        if (m_text.size() > 1) m_text += ',';
        m_text += part;
    }
    void add(std::string_view key, std::string_view value) {
        add("\"" + std::string(key) + "\":" + std::string(value));
    }
    std::string closed() const { return m_text + (m_text.front() == '{' ? '}' : ']'); }

private:
    std::string m_text;
};

std::string numberFrom(ByteSource& source) {
    const std::string sign = source.rarely(4) ? "-" : "";
    if (source.rarely(2)) return sign + std::to_string(source.edge());
    return sign + std::to_string(source.byte());
}

std::string numbersFrom(ByteSource& source, std::size_t most) {
    Brackets list('[');
    for (std::size_t count = source.below(most); count > 0; --count)
        list.add(source.rarely(4) ? numberFrom(source) : "1.5");
    return list.closed();
}

std::string ropeFrom(ByteSource& source) {
    Brackets rope('{');
    rope.add(source.oneOf<const char*>({"rope_type", "type"}),
             source.oneOf<const char*>({"\"default\"", "\"linear\"", "\"dynamic\"", "\"llama3\"", "\"yarn\"",
                                        "\"longrope\"", "null", "1"}));
    for (const char* key : {"factor", "low_freq_factor", "high_freq_factor",
                            "original_max_position_embeddings", "rope_theta", "partial_rotary_factor",
                            "attention_factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim"}) {
        if (source.rarely(2)) rope.add(key, source.rarely(3) ? numberFrom(source) : "2.0");
    }
    for (const char* key : {"short_factor", "long_factor"}) {
        if (source.rarely(4)) rope.add(key, numbersFrom(source, 40));
    }
    if (source.rarely(8)) return R"({"sliding_attention":)" + rope.closed() + '}';
    return rope.closed();
}

/// For id2label and pruned_heads.
std::string numberedFrom(ByteSource& source) {
    Fields numbered;
    for (std::size_t count = source.below(16); count > 0; --count) {
        numbered.insert_or_assign(numberFrom(source),
                                  source.oneOf<const char*>({"\"x\"", "null", "[0]", "[1,0]", "1", "\"\""}));
    }
    Brackets object('{');
    for (const auto& [key, value] : numbered) object.add(key, value);
    return object.closed();
}

std::string layersFrom(ByteSource& source) {
    Brackets list('[');
    for (std::size_t count = source.below(16); count > 0; --count)
        list.add(source.oneOf<const char*>({"\"full_attention\"", "\"sliding_attention\"", "\"conv\"",
                                            "\"global\"", "\"local\"", "0", "1", "\"x\"", "null"}));
    return source.rarely(4) ? "[[" + list.closed() + ',' + numberFrom(source) + "]]" : list.closed();
}

const std::string& anyOf(ByteSource& source, const Fields& fields) {
    return std::next(fields.begin(), static_cast<std::ptrdiff_t>(source.below(fields.size())))->second;
}

std::string wordFrom(ByteSource& source) {
    constexpr const char* literals[] = {"null", "true",     "false",     "0",     "-0.0",   "2.0",
                                        "1e3",  "1e30",     "1e300",     "1e-30", "1e-300", "0.5",
                                        "NaN",  "Infinity", "-Infinity", "[]",    "{}",     "[[1]]"};
    constexpr const char* names[] = {"",       "12", "bert", "gpt2", "llama", "mistral", "qwen2",
                                     "l.{}.x", "{}", "{h}",  "gelu", "relu",  "silu",    "BertModel"};
    if (source.rarely(8)) return source.rarely(2) ? std::string(400, '9') : "18446744073709551616";
    if (source.rarely(3)) return '"' + std::string(names[source.below(std::size(names))]) + '"';
    return literals[source.below(std::size(literals))];
}

/// A word that some field of a headscope.json takes.
std::string describedFrom(ByteSource& source) {
    constexpr const char* names[] = {"none",     "layer",       "rms",    "post",  "pre",    "parallel",
                                     "in_out",   "blocks",      "groups", "alibi", "halves", "neighbours",
                                     "per_head", "whole_width", "gelu",   "silu"};
    if (source.rarely(2)) return source.oneOf<const char*>({"true", "false", "1", "2", "4", "0.5"});
    return '"' + std::string(names[source.below(std::size(names))]) + '"';
}

std::string valueFrom(ByteSource& source, const ConfigFixture& fixture) {
    if (!fixture.names.empty() && source.rarely(2)) return describedFrom(source);
    switch (source.below(10)) {
        case 0:
        case 1:
        case 2:
            return numberFrom(source);
        case 3:  // what some other field says
            return anyOf(source, fixture.config);
        case 4:
            return ropeFrom(source);
        case 5:
            return numberedFrom(source);
        case 6:
            return layersFrom(source);
        default:
            return wordFrom(source);
    }
}

/// The same value as another type: a number as text or in a list …
std::string retyped(ByteSource& source, const std::string& value) {
    const bool plain = value.find_first_of("\"[{") == value.npos;
    switch (source.below(4)) {
        case 0:
            return plain ? '"' + value + '"' : "0";
        case 1:
            return "{\"0\":" + value + '}';
        case 2:
            return value.find_first_not_of("0123456789") == value.npos ? value + ".5" : "1.5";
        default:
            return '[' + value + ']';
    }
}

/// Adds `value` under `key`, or what became of it: changed, twice, under another key, or not at all.
void addChanged(ByteSource& source, const ConfigFixture& fixture, Brackets& object, std::string_view key,
                const std::string& value) {
    switch (source.below(8)) {
        case 0:
            return;
        case 1:
            object.add(key, value);
            return object.add(key, value);
        case 2:
            return object.add(keyFrom(source, fixture), value);
        case 3:
            return object.add(key, retyped(source, value));
        default:
            return object.add(key, valueFrom(source, fixture));
    }
}

/// `text` with one thing inside it changed, where it has anything inside.
std::string changedInside(ByteSource& source, const ConfigFixture& fixture, const std::string& text) {
    const auto parsed = Json::tryParse(text, "field");  // numbers may be too large to be read
    const Json value = std::holds_alternative<Json>(parsed) ? std::get<Json>(parsed) : Json();
    if (value.size() == 0) return retyped(source, text);
    const std::size_t chosen = source.below(value.size());
    if (value.isObject()) {
        Brackets object('{');
        std::size_t i = 0;
        for (const auto& [key, member] : value.members()) {
            if (i++ == chosen)
                addChanged(source, fixture, object, key, member.text());
            else
                object.add(key, member.text());
        }
        return object.closed();
    }
    Brackets list('[');
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string element = value[i].text();
        const std::size_t times = i != chosen ? 1 : source.oneOf<std::size_t>({1, 0, 2, 40});
        for (std::size_t t = 0; t < times; ++t)
            list.add(i == chosen && times == 1 ? valueFrom(source, fixture) : element);
    }
    return list.closed();
}

/// The names of a description, some of them gone, exchanged or new.
std::string namesFrom(ByteSource& source, const ConfigFixture& fixture) {
    Fields names = fixture.names;
    for (std::size_t changes = source.below(3); changes > 0; --changes) {
        const auto rows = core::descriptionTensors();
        const std::string key =
            source.rarely(3)
                ? std::string(rows[source.below(rows.size())].key)
                : std::next(names.begin(), static_cast<std::ptrdiff_t>(source.below(names.size())))->first;
        if (source.rarely(3) && names.size() > 1)
            names.erase(key);
        else
            names.insert_or_assign(
                key, source.rarely(6) ? valueFrom(source, fixture) : anyOf(source, fixture.names));
    }
    Brackets object('{');
    for (const auto& [role, name] : names) object.add(role, name);
    return object.closed();
}

void change(ByteSource& source, const ConfigFixture& fixture, Fields& fields) {
    // Three times in four a key that this model has.
    if (source.rarely(4) || fields.empty()) {
        fields.insert_or_assign(keyFrom(source, fixture), valueFrom(source, fixture));
        return;
    }
    const auto field = std::next(fields.begin(), static_cast<std::ptrdiff_t>(source.below(fields.size())));
    switch (source.below(8)) {
        case 0:
            fields.erase(field);
            return;
        case 1:
            field->second = retyped(source, field->second);
            return;
        case 2:
        case 3:
            field->second = changedInside(source, fixture, field->second);
            return;
        default:
            field->second = valueFrom(source, fixture);
    }
}

}  // namespace

const std::vector<ConfigFixture>& configFixtures() {
    static const std::vector<ConfigFixture> all = [] {
        std::set<fs::path> folders;
        for (const char* kind : {"models", "described"}) {
            for (const auto& entry : fs::directory_iterator(fs::path(HEADSCOPE_TEST_DATA) / kind)) {
                const bool whole = fs::exists(entry.path() / "config.json") ||
                                   fs::exists(entry.path() / core::descriptionFile);
                if (whole) folders.insert(entry.path());
            }
        }
        std::vector<ConfigFixture> fixtures;
        for (const fs::path& folder : folders) fixtures.push_back(fixtureIn(folder));
        return fixtures;
    }();
    return all;
}

std::string configFrom(ByteSource& source, const ConfigFixture& fixture) {
    Fields fields = fixture.config;
    for (std::size_t changes = source.below(5); changes > 0; --changes) change(source, fixture, fields);
    Brackets object('{');
    for (const auto& [key, value] : fields) object.add(key, value);
    if (!fixture.names.empty()) object.add("tensors", namesFrom(source, fixture));
    // The last field twice, which no reader may settle silently.
    if (source.rarely(64) && !fields.empty()) object.add(fields.rbegin()->first, fields.rbegin()->second);
    const std::string text = object.closed();
    const bool nested = source.rarely(16) ? !fixture.nested : fixture.nested;
    return nested ? R"({"text_config":)" + text + '}' : text;
}

std::vector<std::string> configSeeds() {
    std::vector<std::string> seeds;
    for (unsigned i = 0; i < configFixtures().size(); ++i) {
        const std::string chosen{static_cast<char>(i), '\0'};
        seeds.push_back(chosen + std::string(64, '\0'));
        for (unsigned changes = 1; changes <= 4; ++changes)
            seeds.push_back(chosen + static_cast<char>(changes) +
                            randomDecisions(64, changes, 4 * i + changes));
    }
    return seeds;
}

std::vector<std::string> configDictionary() {
    return {std::string(1, '\0'), "\x01", "\x02", "\x03", "\x07", "\x1E", "\x1F", "\x3F", "\xFF"};
}

}  // namespace headscope::fuzz
