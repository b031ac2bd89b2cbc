// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/input_text.h"
#include "core/base/json.h"

namespace headscope::core {
namespace {

constexpr std::size_t largestFile = std::size_t{64} << 20;
constexpr std::array<std::string_view, 12> caseKeys = {"name",    "text",      "pair",          "head",
                                                       "from",    "to",        "stronger_than", "minimum",
                                                       "entropy", "unchanged", "group",         "relation"};

/// Reads one case; everything that is wrong with it is said with its number and name.
class CaseReader {
public:
    CaseReader(const std::string& file, std::size_t number, const Json& json)
        : m_file(file), m_place("case " + std::to_string(number)), m_json(json) {}

    Case read() {
        Case out;
        out.file = m_file;
        if (!m_json.isObject()) fail("it is no object");
        out.name = text("name").value_or("");
        if (out.name.empty()) fail("it has no \"name\"");
        m_place += ", \"" + out.name + "\"";
        checkKeys();
        const std::optional<std::string> words = text("text");
        if (!words) fail("it has no \"text\"");
        out.input.text = *words;
        out.input.pair = text("pair");
        out.head = head();
        out.from = text("from");
        out.to = wordList("to");
        out.strongerThan = wordList("stronger_than");
        out.minimum = number("minimum");
        out.entropy = bounds("entropy");
        out.unchanged = unchanged();
        out.group = text("group").value_or("");
        out.relation = text("relation").value_or("");
        checkWhole(out);
        return out;
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(ErrorCode::BadArgument, {m_file, m_place + ": " + reason});
    }

    void checkKeys() const {
        for (const auto& [key, value] : m_json.members()) {
            if (std::find(caseKeys.begin(), caseKeys.end(), key) == caseKeys.end())
                fail("\"" + std::string(key) +
                     "\" is no key of a case; there are name, text, pair, head, from, to, stronger_than, "
                     "minimum, entropy, unchanged, group and relation");
        }
    }

    std::optional<std::string> text(std::string_view key) const {
        const auto value = m_json.find(key);
        if (!value) return {};
        if (!value->isString()) fail("\"" + std::string(key) + "\" is no text");
        return std::string(value->asString());
    }

    double numberOf(const Json& value, std::string_view key) const {
        if (!value.isNumber() || !std::isfinite(value.asDouble()))
            fail("\"" + std::string(key) + "\" is no number");
        return value.asDouble();
    }

    std::optional<double> number(std::string_view key) const {
        const auto value = m_json.find(key);
        return value ? std::optional(numberOf(*value, key)) : std::nullopt;
    }

    std::optional<HeadId> head() const {
        const std::optional<std::string> name = text("head");
        if (!name || *name == "any") return {};
        const std::optional<HeadId> head = headNamed(*name);
        if (!head) fail("\"head\" must be a head such as \"4.11\", or \"any\"");
        return head;
    }

    std::vector<std::string> wordList(std::string_view key) const {
        const auto value = m_json.find(key);
        if (!value) return {};
        if (value->isString()) return {std::string(value->asString())};
        std::vector<std::string> list;
        for (std::size_t i = 0; i < value->size(); ++i) {
            if (!value->isArray() || !(*value)[i].isString()) break;
            list.emplace_back((*value)[i].asString());
        }
        if (list.empty() || list.size() != value->size())
            fail('"' + std::string(key) + "\" must be a word or a list of words");
        if (std::set<std::string>(list.begin(), list.end()).size() < list.size())
            fail('"' + std::string(key) + "\" names a word twice, whose weight would count twice");
        return list;
    }

    std::optional<Bounds> bounds(std::string_view key) const {
        const auto value = m_json.find(key);
        if (!value) return {};
        if (!value->isArray() || value->size() != 2) fail("\"" + std::string(key) + "\" must be [low, high]");
        const Bounds bounds{numberOf((*value)[0], key), numberOf((*value)[1], key)};
        if (bounds.low > bounds.high) fail("\"" + std::string(key) + "\" has its higher end first");
        return bounds;
    }

    std::optional<Bounds> unchanged() const {
        const auto value = m_json.find("unchanged");
        if (!value) return {};
        const auto before = value->find("value");
        const auto within = value->find("within");
        if (!before || !within || value->size() != 2)
            fail("\"unchanged\" must be {\"value\": what it was, \"within\": how far it may move}");
        const double centre = numberOf(*before, "unchanged");
        const double reach = numberOf(*within, "unchanged");
        if (reach < 0) fail("\"within\" is below 0");
        return Bounds{centre - reach, centre + reach};
    }

    void checkWhole(const Case& read) const {
        if (!read.to.empty() && !read.from) fail("it has a \"to\" and no \"from\"");
        if (read.from && read.to.empty() && !read.entropy)
            fail("it has a \"from\" and neither a \"to\" nor an \"entropy\"");
        if (read.unchanged && !read.head)
            fail("\"unchanged\" needs a \"head\"; of all heads one would fit by chance");
        if (read.to.empty() && (read.minimum || !read.strongerThan.empty()))
            fail("\"minimum\" and \"stronger_than\" are about a link, but it has no \"from\" and \"to\"");
        if (read.to.empty() && !read.entropy && !read.unchanged)
            fail("it asks for nothing; give it \"from\" and \"to\", or an \"entropy\"");
    }

    const std::string& m_file;
    std::string m_place;
    const Json& m_json;
};

}  // namespace

CaseFile casesIn(std::string_view text, const std::string& name) {
    const Json json = Json::parse(text, name);
    const auto list = json.find("cases");
    if (!list || !list->isArray() || list->size() == 0)
        throw Error(
            ErrorCode::BadArgument,
            {name, "it has no \"cases\"; a file of cases is {\"cases\": [{\"name\": …, \"text\": …}]}"});
    CaseFile file{name, json.stringOr("model", ""), {}};
    std::set<std::string> names;
    for (std::size_t i = 0; i < list->size(); ++i) {
        file.cases.push_back(CaseReader(name, i + 1, (*list)[i]).read());
        if (!names.insert(file.cases.back().name).second)
            throw Error(ErrorCode::BadArgument,
                        {name, "two cases are called \"" + file.cases.back().name + "\"; name them apart"});
    }
    return file;
}

CaseFile readCases(const std::filesystem::path& path) {
    CaseFile file = casesIn(readInput(path, largestFile), path.string());
    const std::filesystem::path beside = path.parent_path() / file.model;
    std::error_code absent;
    if (!file.model.empty() && std::filesystem::exists(beside, absent)) file.model = beside.string();
    return file;
}

}  // namespace headscope::core
