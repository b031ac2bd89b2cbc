// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/regex.h"

#include <oniguruma.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/tokenizer/regex_syntax.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::size_t longestPattern = 65536;
// One search of a pattern that backtracks without end is given up after a fraction of a second …
constexpr unsigned long retriesPerSearch = 10'000'000;
constexpr std::size_t fewestStackEntries = 2'000'000;
// A run of letters, which may be the whole text, needs up to three for every character.
constexpr std::size_t stackEntriesPerByte = 4;
// Each takes some forty bytes.
constexpr std::size_t mostStackEntries = 20'000'000;
// … and many such searches in one text after this time for every megabyte that it has begun.
constexpr std::chrono::seconds longestTime{10};
constexpr std::size_t megabyte = 1'000'000;

const OnigUChar* bytes(const char* text) {
    return reinterpret_cast<const OnigUChar*>(text);
}

std::string message(int code, const OnigErrorInfo* info) {
    std::array<OnigUChar, ONIG_MAX_ERROR_MESSAGE_LEN> text{};
    const int length = onig_error_code_to_str(text.data(), code, info);
    return {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(length)};
}

void initialiseOnce() {
    static std::once_flag once;
    std::call_once(once, [] {
        OnigEncoding encoding = ONIG_ENCODING_UTF8;
        onig_initialize(&encoding, 1);
        // Patterns come from outside and the library's parser recurses.
        onig_set_parse_depth_limit(250);
    });
}

struct FreeRegion {
    void operator()(OnigRegion* region) const noexcept { onig_region_free(region, 1); }
};
struct FreeParameters {
    void operator()(OnigMatchParam* parameters) const noexcept { onig_free_match_param(parameters); }
};

std::unique_ptr<OnigMatchParam, FreeParameters> boundedParameters(std::size_t textBytes) {
    std::unique_ptr<OnigMatchParam, FreeParameters> parameters(onig_new_match_param());
    onig_initialize_match_param(parameters.get());
    const std::size_t stackEntries =
        std::clamp(stackEntriesPerByte * textBytes, fewestStackEntries, mostStackEntries);
    onig_set_match_stack_limit_size_of_match_param(parameters.get(), static_cast<unsigned>(stackEntries));
    onig_set_retry_limit_in_match_of_match_param(parameters.get(), retriesPerSearch);
    onig_set_retry_limit_in_search_of_match_param(parameters.get(), retriesPerSearch);
    return parameters;
}

}  // namespace

struct Regex::Compiled {
    regex_t* regex = nullptr;
    Compiled() = default;
    ~Compiled() { onig_free(regex); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;
};

Regex::Regex(std::string_view pattern, std::string file) : m_file(std::move(file)) {
    initialiseOnce();
    if (pattern.size() > longestPattern)
        throw Error(ErrorCode::TokenizerInvalid, {m_file, "a regular expression is longer than 65536 bytes"});
    auto compiled = std::make_shared<Compiled>();
    OnigErrorInfo info{};
    const std::string complete = withNewCharacters(pattern);
    const int result =
        onig_new(&compiled->regex, bytes(complete.data()), bytes(complete.data() + complete.size()),
                 ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &info);
    if (result != ONIG_NORMAL) {
        throw Error(ErrorCode::TokenizerInvalid, {m_file, "the regular expression " + std::string(pattern) +
                                                              " is wrong: " + message(result, &info)});
    }
    m_compiled = std::move(compiled);
}

std::vector<ByteRange> Regex::matches(std::string_view text) const {
    const std::unique_ptr<OnigRegion, FreeRegion> region(onig_region_new());
    const auto parameters = boundedParameters(text.size());
    const OnigUChar* begin = bytes(text.data());
    const OnigUChar* end = begin + text.size();
    const auto latest = std::chrono::steady_clock::now() + longestTime * (1 + text.size() / megabyte);
    std::vector<ByteRange> found;
    std::optional<std::size_t> lastEnd;
    for (std::size_t from = 0; from <= text.size();) {
        const int at = onig_search_with_param(m_compiled->regex, begin, end, begin + from, end, region.get(),
                                              ONIG_OPTION_NONE, parameters.get());
        if (at == ONIG_MISMATCH) break;
        if (at < 0)
            throw Error(ErrorCode::TokenizerInvalid,
                        {m_file, "a regular expression fails: " + message(at, nullptr)});
        const auto matchEnd = static_cast<std::size_t>(region->end[0]);
        // \K inside a look-ahead can put the beginning behind the end.
        const ByteRange match{std::min(static_cast<std::size_t>(region->beg[0]), matchEnd), matchEnd};
        if (match.begin == match.end && lastEnd == match.end) {
            from += from < text.size() ? characterAt(text, from).bytes : 1;
        } else {
            found.push_back(match);
            from = match.end;
            lastEnd = match.end;
        }
        if (std::chrono::steady_clock::now() > latest)
            throw Error(ErrorCode::TokenizerInvalid,
                        {m_file, "a regular expression takes too long on this text"});
    }
    return found;
}

}  // namespace headscope::core
