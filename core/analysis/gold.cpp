// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gold.h"

#include <algorithm>
#include <array>

#include "core/analysis/corpus_text.h"
#include "core/analysis/gold_formats.h"
#include "core/analysis/gold_lines.h"

namespace headscope::core {
namespace {

bool isConllU(std::string_view line) {
    const auto columns = tabColumns(line);
    return columns.size() > 3 && line.front() >= '0' && line.front() <= '9';
}
bool isCoreference(std::string_view line) {
    return line.starts_with("#begin document");
}
bool isGap(std::string_view line) {
    const auto columns = tabColumns(line);
    return columns.size() > 3 && (columns[2] == "Pronoun" || columns[3] == "Pronoun-offset");
}
bool isPairs(std::string_view line) {
    return tabColumns(line).size() == 3;
}
bool isSchema(std::string_view line) {
    return line.find('\t') == std::string_view::npos;
}

struct GoldFormat {
    bool (*begins)(std::string_view line);  ///< whether the first line that says something is of this format
    GoldFile (*read)(const std::filesystem::path& path);
};

constexpr std::array<GoldFormat, 5> formats = {{{isCoreference, readCoreference},
                                                {isGap, readGap},
                                                {isConllU, readConllU},
                                                {isPairs, readPairs},
                                                {isSchema, readSchemas}}};

/// The first line that is no comment.
std::string firstLine(const std::filesystem::path& path) {
    GoldLines lines(path);
    while (const auto line = lines.next()) {
        if (isBlank(*line)) continue;
        if (!line->starts_with('#') || isCoreference(*line)) return *line;
    }
    throw Error(ErrorCode::BadArgument, {path.string(), "there is nothing to read in it"});
}

}  // namespace

GoldFile readGold(const std::filesystem::path& path) {
    const std::string first = firstLine(path);
    const auto format = std::find_if(formats.begin(), formats.end(),
                                     [&](const GoldFormat& each) { return each.begins(first); });
    if (format == formats.end())
        throw Error(ErrorCode::BadArgument,
                    {path.string(),
                     "it is none of the gold formats that are read; there are CoNLL-U, CoNLL-2012, GAP, "
                     "schemas of four lines and word pairs"});
    GoldFile file = format->read(path);
    const bool asks = std::any_of(file.texts.begin(), file.texts.end(),
                                  [](const GoldText& text) { return !text.questions.empty(); });
    if (!asks && file.pairs.empty())
        throw Error(ErrorCode::BadArgument,
                    {path.string(), "it is read as " + file.format + ", and no word in it has a relation"});
    return file;
}

}  // namespace headscope::core
