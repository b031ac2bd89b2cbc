// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/write_cases.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/check_cases.h"
#include "core/analysis/links.h"
#include "core/base/input_text.h"
#include "core/base/json.h"
#include "core/base/output_file.h"
#include "core/trace/word_groups.h"

namespace headscope::core {
namespace {

constexpr double linkReach = 0.05;
constexpr double entropyReach = 0.1;  // nats
constexpr std::size_t largestFile = std::size_t{64} << 20;

/// How findWord() is told of the word that a position belongs to.
std::string wordAt(const Trace& trace, Index position) {
    const WordGroups groups = wordGroups(trace.tokens, trace.spec.input);
    for (std::size_t word = 0; word < groups.words.size(); ++word) {
        const std::vector<Index>& pieces = groups.positions[word];
        if (std::find(pieces.begin(), pieces.end(), position) == pieces.end()) continue;
        const std::string& label = groups.words[word].label;
        for (const std::string& name : {label, label + "#1", label + "#2", label + "#3"}) {
            try {
                if (findWord(trace, name) == pieces) return name;
            } catch (const Error&) {
                continue;  // it means several words, or none
            }
        }
    }
    return '@' + std::to_string(position);
}

double rounded(double value) {
    constexpr double digits = 1e4;
    return std::round(value * digits) / digits;
}

void checkInput(const Trace& trace) {
    const auto& [model, input, cutToFit, edits, meanOver] = trace.spec;
    if (input.vectors || !input.ids.empty() || input.literalSpecials || input.globalTokens || cutToFit ||
        !edits.empty() || !meanOver.empty())
        throw Error(
            ErrorCode::BadArgument,
            {trace.modelName,
             "a case holds a whole text and perhaps a second one; it cannot hold ids, vectors, special "
             "tokens that are read as text, global tokens, gates, or a mean over texts"});
}

std::string nameOf(const Case& made) {
    const std::string head = headName(*made.head);
    if (made.to.empty()) return head + (made.from ? ": entropy of " + *made.from : ": entropy");
    return head + ": " + *made.from + " → " + made.to.front();
}

std::string caseText(const Case& wanted) {
    JsonWriter writer;
    writer.beginObject().key("name").value(wanted.name).key("text").value(wanted.input.text);
    if (wanted.input.pair) writer.key("pair").value(*wanted.input.pair);
    writer.key("head").value(headName(*wanted.head));
    if (wanted.from) writer.key("from").value(*wanted.from);
    if (!wanted.to.empty()) writer.key("to").value(wanted.to.front());
    if (wanted.entropy)
        writer.key("entropy").beginArray().value(wanted.entropy->low).value(wanted.entropy->high).endArray();
    if (wanted.unchanged) {
        const Bounds& bounds = *wanted.unchanged;
        writer.key("unchanged").beginObject();
        writer.key("value").value(rounded((bounds.low + bounds.high) / 2));
        writer.key("within").value(rounded((bounds.high - bounds.low) / 2)).endObject();
    }
    writer.endObject();
    return writer.text();
}

/// Where the list of cases ends in the text of a file that is known to have one.
std::size_t endOfCases(std::string_view text) {
    int depth = 0;
    bool inCases = false;
    std::string_view key;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const std::size_t begin = ++i;
            while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
            if (depth == 1) key = text.substr(begin, std::min(i, text.size()) - begin);
        } else if (c == '[' || c == '{') {
            if (++depth == 2 && c == '[' && key == "cases") inCases = true;
        } else if (c == ']' || c == '}') {
            if (depth-- == 2 && inCases) return i;
        }
    }
    throw Error(ErrorCode::BadArgument, {"cases", "their list has no end"});
}

std::string freeName(const CaseFile& file, const std::string& wanted) {
    const auto isTaken = [&file](const std::string& name) {
        return std::any_of(file.cases.begin(), file.cases.end(),
                           [&name](const Case& each) { return each.name == name; });
    };
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number) name = wanted + " (" + std::to_string(number) + ')';
    return name;
}

}  // namespace

Case caseOf(const Model& model, const Trace& trace, HeadId head, std::optional<Index> query,
            std::optional<Index> key) {
    checkInput(trace);
    Case made;
    made.input = trace.spec.input;
    made.head = head;
    if (query) made.from = wordAt(trace, *query);
    if (query && key) made.to = {wordAt(trace, *key)};
    made.name = nameOf(made);
    // Checked with bounds that hold anything, it tells what the number is.
    const bool row = query && !key;
    constexpr Bounds any{-1e9, 1e9};
    (row ? made.entropy : made.unchanged) = any;
    const double value = rounded(checkCases(model, std::vector{made}).front().value);
    const double reach = key && query ? linkReach : entropyReach;
    const double low = row ? std::max(0.0, rounded(value - reach)) : value - reach;
    (row ? made.entropy : made.unchanged) = Bounds{low, rounded(value + reach)};
    return made;
}

std::string addCase(const std::filesystem::path& path, const Case& wanted, const std::string& model) {
    Case made = wanted;
    std::error_code absent;
    if (!std::filesystem::exists(path, absent)) {
        JsonWriter name;
        name.value(model);
        writeWhole(path, "{\"model\": " + name.text() + ", \"cases\": [\n" + caseText(made) + "\n]}\n");
        return made.name;
    }
    std::string text = readInput(path, largestFile);
    const CaseFile before = casesIn(text, path.string());
    made.name = freeName(before, wanted.name);
    std::size_t last = endOfCases(text);
    while (std::string_view(" \t\r\n").find(text[last - 1]) != std::string_view::npos) --last;
    text.insert(last, ",\n" + caseText(made));
    if (casesIn(text, path.string()).cases.size() != before.cases.size() + 1)
        throw Error(ErrorCode::BadArgument,
                    {path.string(), "no case can be added to a file that is written so"});
    writeWhole(path, text);
    return made.name;
}

}  // namespace headscope::core
