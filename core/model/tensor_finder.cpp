// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tensor_finder.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace headscope::core {
namespace {

constexpr std::size_t mostListed = 12;

// What data-parallel training, torch.compile and multimodal models put before every name of the text model.
constexpr std::string_view wrappers[] = {
    "", "module.", "_orig_mod.", "module._orig_mod.", "model.", "language_model.", "model.language_model."};

std::string shapeText(const std::vector<Index>& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i > 0 ? ", " : "") + (shape[i] == anySize ? std::string("any") : std::to_string(shape[i]));
    }
    return text + "]";
}

bool fits(const std::vector<Index>& found, const std::vector<Index>& wanted) {
    return std::equal(found.begin(), found.end(), wanted.begin(), wanted.end(),
                      [](Index have, Index want) { return want == anySize ? have > 0 : have == want; });
}

// The bias beside a parameter that is no part of a module: "b_Q" of "W_Q", "b" of "w"; empty: no such name.
std::string biasOfParameter(const std::string& stem) {
    const std::size_t begin = stem.rfind('.') + 1;
    const std::string_view own = std::string_view(stem).substr(begin);
    const bool named = own == "w" || own == "W" || own.starts_with("W_");
    return named ? stem.substr(0, begin) + 'b' + std::string(own.substr(1)) : std::string();
}

}  // namespace

TensorView partOf(const TensorView& view, Index part) {
    TensorView out = view;
    const std::size_t bytes = view.bytes.size() / static_cast<std::size_t>(view.shape[0]);
    out.shape.erase(out.shape.begin());
    out.bytes = view.bytes.subspan(static_cast<std::size_t>(part) * bytes, bytes);
    return out;
}

std::string_view stemOf(std::string_view name) noexcept {
    for (const std::string_view end : {".weight", "_weight"}) {
        if (name.size() > end.size() && name.ends_with(end)) return name.substr(0, name.size() - end.size());
    }
    return name;
}

// "…LayerNorm.weight" was "…LayerNorm.gamma" in files converted from TensorFlow; nn.MultiheadAttention has
// "in_proj_weight", and parameters that are no part of a module have their own name alone.
std::vector<std::string> spellings(std::string_view name) {
    std::vector<std::string> all = {std::string(name)};
    if (name.ends_with(".weight")) {
        const std::string stem(name.substr(0, name.size() - 7));
        all.insert(all.end(), {stem + ".gamma", stem + "_weight", stem});
    } else if (name.ends_with(".bias")) {
        const std::string stem(name.substr(0, name.size() - 5));
        all.insert(all.end(), {stem + ".beta", stem + "_bias"});
        if (std::string own = biasOfParameter(stem); !own.empty()) all.push_back(std::move(own));
    }
    return all;
}

std::string wantedTensor(std::string_view name, const std::vector<Index>& shape) {
    return std::string(name) + ' ' + shapeText(shape);
}

TensorFinder::TensorFinder(const Checkpoint& checkpoint, const std::vector<std::string_view>& prefixes,
                           const std::vector<std::string>& anchors)
    : m_checkpoint(checkpoint), m_prefix(prefixes.front()) {
    for (const std::string& anchor : anchors) {
        for (const std::string_view wrapper : wrappers) {
            for (const std::string_view prefix : prefixes) {
                const std::string both = std::string(wrapper) + std::string(prefix);
                if (!checkpoint.find(both + anchor)) continue;
                m_prefix = both;
                m_wrapper = wrapper;
                return;
            }
        }
    }
}

const TensorView* TensorFinder::lookUp(std::string_view name) const {
    const TensorView* whole = lookUpWhole(name);
    return whole ? whole : lookUpPart(name);
}

const TensorView* TensorFinder::lookUpWhole(std::string_view name) const {
    for (const std::string& spelling : spellings(name)) {
        for (const std::string& prefix : {m_prefix, m_wrapper, std::string()}) {
            if (const TensorView* view = m_checkpoint.find(prefix + spelling)) return view;
        }
    }
    return nullptr;
}

const TensorView* TensorFinder::lookUpPart(std::string_view name) const {
    const std::size_t open = name.find('[');
    const std::size_t close = name.rfind(']');
    if (open == name.npos || close == name.npos || close < open) return nullptr;
    const TensorView* whole =
        lookUpWhole(std::string(stemOf(name.substr(0, open))) + std::string(name.substr(close + 1)));
    if (!whole) return nullptr;
    TensorView part = *whole;
    for (std::string_view rest = name.substr(open, close + 1 - open); !rest.empty();) {
        if (rest.size() < 3) return nullptr;
        Index index = 0;
        const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size() - 1, index);
        const bool isIndex = rest.front() == '[' && error == std::errc() && *end == ']';
        if (!isIndex || index < 0 || part.shape.empty() || index >= part.shape[0]) return nullptr;
        part = partOf(part, index);
        rest.remove_prefix(static_cast<std::size_t>(end + 1 - rest.data()));
    }
    part.name = whole->name + std::string(name.substr(open, close + 1 - open));
    return &m_parts.emplace(part.name, part).first->second;
}

std::string TensorFinder::storedName(const TensorView& view) const {
    return m_parts.contains(view.name) ? view.name.substr(0, view.name.find('[')) : view.name;
}

bool TensorFinder::has(std::string_view name) const {
    return lookUp(name) != nullptr;
}

TensorFinder::Found TensorFinder::look(std::string_view name, const std::vector<Index>& shape) const {
    const TensorView* view = lookUp(name);
    if (!view) return {};
    if (!fits(view->shape, shape)) {
        return {view, Error(ErrorCode::TensorShapeWrong,
                            {m_checkpoint.location(), view->name, view->shapeText(), shapeText(shape)})};
    }
    if (!view->isComputable()) {
        return {view, Error(ErrorCode::TensorTypeUnsupported,
                            {m_checkpoint.location(), view->name, view->dtypeName})};
    }
    return {view, std::nullopt};
}

const TensorView* TensorFinder::find(std::string_view name, const std::vector<Index>& shape) {
    const Found found = look(name, shape);
    if (found.problem) throw Error(*found.problem);
    if (found.view) use(*found.view);
    return found.view;
}

const TensorView* TensorFinder::require(std::string_view name, const std::vector<Index>& shape) {
    const TensorView* view = find(name, shape);
    if (view) return view;
    // Layers that share weights ask for the same tensor again.
    const std::string missing = wantedTensor(m_prefix + std::string(name), shape);
    if (std::find(m_missing.begin(), m_missing.end(), missing) == m_missing.end())
        m_missing.push_back(missing);
    return view;
}

Error TensorFinder::lacking(const std::vector<std::string>& names) const {
    std::string list;
    for (std::size_t i = 0; i < std::min(mostListed, names.size()); ++i)
        list += (i > 0 ? ", " : "") + names[i];
    if (names.size() > mostListed) list += ", …";
    return Error(ErrorCode::TensorsMissing, {m_checkpoint.location(), std::to_string(names.size()), list});
}

void TensorFinder::stopIfMissing() const {
    if (!m_missing.empty()) throw Error(lacking(m_missing));
}

}  // namespace headscope::core
