// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/hub_cache.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "core/base/error.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folderPrefix = "models--";

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// `$NAME` and `${NAME}` replaced; names without a value stay, as in Python's os.path.expandvars().
std::string expandVariables(const std::string& text, const Environment& environment) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t begin = i + 1;
        const bool braced = text[i] == '$' && begin < text.size() && text[begin] == '{';
        if (braced) ++begin;
        std::size_t end = begin;
        while (end < text.size() && isWordCharacter(text[end])) ++end;
        const bool closed = !braced || (end < text.size() && text[end] == '}');
        const std::size_t after = braced ? end + 1 : end;
        if (text[i] == '$' && end > begin && closed) {
            const std::string name = text.substr(begin, end - begin);
            out += environment(name.c_str()).value_or(text.substr(i, after - i));
            i = after;
        } else {
            out += text[i++];
        }
    }
    return out;
}

fs::path expanded(const std::string& text, const Environment& environment) {
    const std::string path = expandVariables(text, environment);
    const auto home = environment("HOME");
    if (!home || (path != "~" && !path.starts_with("~/"))) return path;
    return path == "~" ? fs::path(*home) : fs::path(*home) / path.substr(2);
}

std::string folderOf(std::string name) {
    if (const std::size_t slash = name.find('/'); slash != name.npos) name.replace(slash, 1, "--");
    return std::string(folderPrefix) + name;
}

/// The names of the models in the cache, sorted; none when it cannot be listed.
std::vector<std::string> modelsIn(const fs::path& cache) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(cache, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::string name = entry->path().filename().string();
        if (!name.starts_with(folderPrefix)) continue;
        name.erase(0, folderPrefix.size());
        if (const auto separator = name.find("--"); separator != name.npos) name.replace(separator, 2, "/");
        names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string listOf(const std::vector<std::string>& names) {
    constexpr std::size_t mostListed = 12;
    std::string list;
    for (std::size_t i = 0; i < std::min(mostListed, names.size()); ++i)
        list += (i > 0 ? ", " : "") + names[i];
    return list + (names.size() > mostListed ? ", …" : "");
}

}  // namespace

std::optional<std::string> processEnvironment(const char* name) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

std::optional<fs::path> hubCache(const Environment& environment) {
    struct Rule {
        const char* variable;
        const char* below;
    };
    constexpr Rule rules[] = {{"HF_HUB_CACHE", ""},
                              {"HUGGINGFACE_HUB_CACHE", ""},
                              {"HF_HOME", "hub"},
                              {"XDG_CACHE_HOME", "huggingface/hub"},
                              {"HOME", ".cache/huggingface/hub"}};
    for (const Rule& rule : rules) {
        const auto value = environment(rule.variable);
        if (!value) continue;
        const fs::path folder = expanded(*value, environment);
        return *rule.below == '\0' ? folder : folder / rule.below;
    }
    return std::nullopt;
}

bool isHubName(std::string_view text) noexcept {
    constexpr std::size_t longest = 96;
    const auto allowed = [](char c) { return isWordCharacter(c) || c == '-' || c == '.' || c == '/'; };
    const auto isPart = [](std::string_view part) {
        constexpr std::string_view notAtEnds = "-.";
        return !part.empty() && notAtEnds.find(part.front()) == notAtEnds.npos &&
               notAtEnds.find(part.back()) == notAtEnds.npos;
    };
    if (text.size() > longest || !std::all_of(text.begin(), text.end(), allowed)) return false;
    if (text.find("--") != text.npos || text.find("..") != text.npos) return false;
    const std::size_t slash = text.find('/');
    if (slash == text.npos) return isPart(text);
    const std::string_view name = text.substr(slash + 1);
    return isPart(text.substr(0, slash)) && isPart(name) && name.find('/') == name.npos;
}

fs::path findInHubCache(const std::string& name, const Environment& environment) {
    const auto cache = hubCache(environment);
    if (!cache || !isHubName(name)) throw Error(ErrorCode::FileNotFound, {name});
    const fs::path folder = *cache / folderOf(name);
    std::error_code error;
    if (fs::is_directory(folder, error)) return folder;
    const std::vector<std::string> models = modelsIn(*cache);
    throw Error(ErrorCode::BadArgument,
                {name, "there is no such folder or file, and the Hugging Face cache " + cache->string() +
                           (models.empty() ? " holds no models" : " holds only " + listOf(models)) +
                           "; download the model and give its folder"});
}

}  // namespace headscope::core
