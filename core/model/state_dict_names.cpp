// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/state_dict_names.h"

#include <algorithm>
#include <cctype>

namespace headscope::core {
namespace {

constexpr ProjectionNames projections[] = {
    {"in_proj"},
    {"qkv"},
    {"qkv_proj"},
    {"Wqkv"},
    {"W_qkv"},
    {"to_qkv"},
    {"c_attn"},
    {"W_Q", "W_K", "W_V"},
    {"W_q", "W_k", "W_v"},
    {"w_q", "w_k", "w_v"},
    {"WQ", "WK", "WV"},
    {"Wq", "Wk", "Wv"},
    {"wq", "wk", "wv"},
    {"W_query", "W_key", "W_value"},
    {"query", "key", "value"},
    {"queries", "keys", "values"},
    {"q_proj", "k_proj", "v_proj"},
    {"query_proj", "key_proj", "value_proj"},
    {"q_linear", "k_linear", "v_linear"},
    {"linear_q", "linear_k", "linear_v"},
    {"fc_q", "fc_k", "fc_v"},
    {"to_q", "to_k", "to_v"},
    {"w_qs", "w_ks", "w_vs"},
    {"q", "k", "v"},
};

bool isNumber(std::string_view part) {
    return !part.empty() && part.size() < 6 && part.find_first_not_of("0123456789") == part.npos;
}

/// Where the last part of "a.b.c." begins.
std::size_t lastPart(const std::string& module) {
    if (module.size() < 2) return 0;
    const std::size_t dot = module.find_last_of('.', module.size() - 2);
    return dot == module.npos ? 0 : dot + 1;
}

}  // namespace

std::span<const ProjectionNames> projectionNames() noexcept {
    return projections;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool holds(std::string_view text, std::string_view part) noexcept {
    return text.find(part) != text.npos;
}

bool isBias(std::string_view name) {
    const std::string_view own = name.substr(name.rfind('.') + 1);
    return own == "bias" || own.ends_with("_bias") || own == "b" || own.starts_with("b_");
}

bool isMask(const TensorView& view) {
    const std::string name = lower(view.name);
    return holds(name, "mask") || holds(name, "tril");
}

bool isParameter(std::string_view name) noexcept {
    return !name.ends_with("weight");
}

std::string withNumbers(std::string_view pattern, int layer, int head) {
    std::string name(pattern);
    if (const auto mark = name.find("{}"); mark != name.npos) name.replace(mark, 2, std::to_string(layer));
    if (const auto mark = name.find("{h}"); mark != name.npos) name.replace(mark, 3, std::to_string(head));
    return name;
}

std::vector<std::pair<std::string, int>> numberedLayers(const std::string& module) {
    std::vector<std::pair<std::string, int>> all;
    for (std::size_t begin = 0; begin < module.size();) {
        const std::size_t end = std::min(module.find('.', begin), module.size());
        const std::string part = module.substr(begin, end - begin);
        if (isNumber(part))
            all.emplace_back(module.substr(0, begin) + "{}" + module.substr(end), std::stoi(part));
        begin = end + 1;
    }
    return all;
}

std::string withHeadMark(const std::string& module) {
    const std::size_t number = lastPart(module);
    if (number == 0 || !isNumber(module.substr(number, module.size() - 1 - number))) return module;
    const std::string list = module.substr(0, number);
    const std::string own = lower(list.substr(lastPart(list)));
    return own.ends_with("heads.") || own == "head." ? list + "{h}." : module;
}

std::string moduleOfHeads(const std::string& module) {
    if (!module.ends_with("{h}.")) return module;
    const std::string list = module.substr(0, lastPart(module));
    return list.substr(0, lastPart(list));
}

std::string blockOf(const std::string& module) {
    if (const auto mark = module.find("{}"); mark != module.npos) return module.substr(0, mark + 3);
    return module.substr(0, lastPart(module));
}

}  // namespace headscope::core
