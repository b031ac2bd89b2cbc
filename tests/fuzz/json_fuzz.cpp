// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/utf8.h"
#include "tests/fuzz/fuzz_target.h"

namespace headscope::fuzz {
namespace {

using core::Json;

/// Runs `action`; true when it threw no Error.
template <typename Action>
bool works(Action action) {
    try {
        action();
        return true;
    } catch (const core::Error& error) {
        require(std::string_view(error.what()).size() < 10'000, "messages are short");
        return false;
    }
}

void checkScalar(const Json& value) {
    require(works([&] { value.asBool(); }) == value.isBool(), "only booleans are booleans");
    require(works([&] { value.asDouble(); }) == value.isNumber(), "only numbers are numbers");
    require(works([&] { value.asString(); }) == value.isString(), "only texts are texts");
    require(works([&] { value.asUnsigned(); }) == value.toUnsigned().has_value(),
            "one rule for unsigned numbers");
    if (value.isString()) require(!core::findInvalidUtf8(value.asString()), "texts are UTF-8");
    if (works([&] { value.asInt(); })) require(value.isNumber(), "integers are numbers");
}

void walk(const Json& value) {
    checkScalar(value);
    std::size_t count = 0;
    for (const auto& [key, member] : value.members()) {
        require(!core::findInvalidUtf8(key), "keys are UTF-8");
        if (++count < 20) require(value.at(key).kind() == member.kind(), "members are found by their keys");
        walk(member);
    }
    if (value.isArray()) {
        for (std::size_t i = 0; i < value.size(); ++i) walk(value[i]);
    }
}

}  // namespace

std::vector<std::string> seeds() {
    return {
        R"({"model_type":"bert","layer_norm_eps":1e-12,"hidden_size":768,"id2label":{"0":"a"},"none":null})",
        R"([[[[]]],{},{"a":{"b":[1,-2.5,true,false,null,"\u00e9\n\ud83d\ude00"]}}])",
        "\xEF\xBB\xBF[NaN,Infinity,-Infinity,1000000000000000019884624838656]",
        "[18446744073709551615,-9223372036854775808,9223372036854775807]",
        R"({"vocab":{"a":0,"b":1,"##c":2,"é":3},"merges":[["a","b"],["b","c"]],"scores":[-1.5e-3,0.1,32.0]})",
        "\"text\"",
        "1e308",
        "-0"};
}

std::vector<std::string> dictionary() {
    return {"{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "null",
            "true",
            "false",
            "NaN",
            "Infinity",
            "-Inf",
            "\\u0000",
            "\\ud800",
            "\\udc00",
            "\xEF\xBB\xBF",
            "\xED\xA0\x80",
            "1e-400",
            "1e400",
            "-",
            "0.",
            "e+",
            "//",
            std::string(1, '\0'),
            std::string(70, '['),
            "{\"a\":",
            "0.00000000000000000000000000000001e-2147483640"};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = core::Json::tryParse(text, "input", {.depth = 64, .bytes = std::size_t{1} << 20});
    if (const auto* fault = std::get_if<core::JsonFault>(&result)) {
        fuzz::require(fault->byte <= size, "faults are inside the text");
        fuzz::require(fault->depth <= 65, "the depth is limited");
        return 0;
    }
    const auto& json = std::get<core::Json>(result);
    fuzz::walk(json);
    const std::string written = json.text();
    fuzz::require(core::Json::parse(written, "again").text() == written,
                  "what is written reads back the same");
    return 0;
}
