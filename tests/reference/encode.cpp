// SPDX-License-Identifier: GPL-3.0-or-later
// Headscope's side of compare_tokenizers.py: encodes the texts of standard input with one tokenizer.
//
//   headscope_encode FOLDER [--seconds]
//
// A request is a byte of flags (1: add special tokens, 2: a second text follows, 4: special tokens in the
// text are text), then each text as a 32-bit length and its bytes. The answer to each is the number of tokens
// and, for each, id, begin, end (code points) and type id; or -1, a length and the bytes of a message. All
// numbers are little-endian and of 32 bits. With --seconds the answer to everything is one line: seconds to
// load, seconds to encode all texts, bytes of text, tokens.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "core/base/error.h"
#include "tests/core/tokenizer/fixtures.h"

namespace {

using headscope::core::EncodeOptions;
using headscope::core::Token;
using headscope::core::Tokenizer;

struct Request {
    EncodeOptions options;
    std::string_view text;
    std::optional<std::string_view> pair;
};

std::string_view takeText(std::string_view& input) {
    std::uint32_t size = 0;
    std::memcpy(&size, input.data(), sizeof size);
    const std::string_view text = input.substr(sizeof size, size);
    input.remove_prefix(sizeof size + size);
    return text;
}

Request takeRequest(std::string_view& input) {
    const int flags = input.front();
    input.remove_prefix(1);
    Request request{{(flags & 1) != 0, (flags & 4) == 0}, takeText(input), std::nullopt};
    if ((flags & 2) != 0) request.pair = takeText(input);
    return request;
}

void put(std::string& out, headscope::core::Index number) {
    const auto value = static_cast<std::int32_t>(number);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string answer(const Tokenizer& tokenizer, const Request& request) {
    std::string out;
    try {
        const std::vector<Token> tokens = tokenizer.encode(request.text, request.pair, request.options);
        put(out, static_cast<headscope::core::Index>(tokens.size()));
        for (const Token& token : tokens) {
            const headscope::core::Span span = token.span.value_or(headscope::core::Span{});
            for (const headscope::core::Index number : {headscope::core::Index{token.id}, span.begin,
                                                        span.end, headscope::core::Index{token.typeId}})
                put(out, number);
        }
    } catch (const headscope::core::Error& error) {
        const std::string_view message = error.what();
        put(out, -1);
        put(out, static_cast<headscope::core::Index>(message.size()));
        out += message;
    }
    return out;
}

double secondsSince(std::clock_t start) {
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void measure(const std::string& folder, std::string_view input) {
    std::clock_t start = std::clock();
    const Tokenizer tokenizer = headscope::core::loadFolder(folder);
    const double load = secondsSince(start);
    start = std::clock();
    std::size_t bytes = 0;
    std::size_t tokens = 0;
    while (!input.empty()) {
        const Request request = takeRequest(input);
        bytes += request.text.size();
        tokens += tokenizer.encode(request.text, request.pair, request.options).size();
    }
    std::printf("%.4f %.4f %zu %zu\n", load, secondsSince(start), bytes, tokens);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::string all{std::istreambuf_iterator<char>(std::cin), {}};
    std::string_view input = all;
    try {
        if (argc > 2 && std::string_view(argv[2]) == "--seconds") {
            measure(std::filesystem::absolute(argv[1]).string(), input);
            return 0;
        }
        const Tokenizer tokenizer = headscope::core::loadFolder(std::filesystem::absolute(argv[1]).string());
        while (!input.empty()) {
            const std::string out = answer(tokenizer, takeRequest(input));
            std::fwrite(out.data(), 1, out.size(), stdout);
        }
    } catch (const headscope::core::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
