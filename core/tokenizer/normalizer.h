// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/normalized_text.h"
#include "core/tokenizer/stage.h"

namespace headscope::core {

/// Rewrites a text before it is split. May be called from many threads.
using Normalizer = std::function<void(NormalizedText&)>;

/// A normaliser from its definition in tokenizer.json. Throws Error(TokenizerUnsupported, TokenizerInvalid,
/// Json…).
Normalizer makeNormalizer(const Json& definition, const StageOverrides& overrides);

struct BertNormalizerSettings {
    bool cleanText = true;
    bool handleIdeographs = true;
    std::optional<bool> stripAccents;  ///< nothing: as lowercase
    bool lowercase = true;
};
Normalizer bertNormalizer(const BertNormalizerSettings& settings);
Normalizer lowercaseNormalizer();
Normalizer nfcNormalizer();

/// The stage that applies a SentencePiece character map as the reference library does (precompiled.cpp).
Normalizer makePrecompiled(const Json& definition, const StageOverrides& overrides);
/// The same from the map itself; `file` for messages. Throws Error(TokenizerInvalid).
Normalizer characterMapNormalizer(std::string_view bytes, const std::string& file);
/// One after the other.
Normalizer normalizerSequence(std::vector<Normalizer> normalizers);

enum class NormalizationForm { Nfc, Nfd, Nfkc, Nfkd };
/// The changes that bring `text` into a Unicode normalisation form.
std::vector<Change> normalizationChanges(std::string_view text, NormalizationForm form);

}  // namespace headscope::core
