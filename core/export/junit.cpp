// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/junit.h"

#include <algorithm>
#include <string_view>

namespace headscope::core {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// For the value of an attribute.
std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        // U+FFFE and U+FFFF, the only others that XML does not know.
        if (text.substr(i, 2) == "\xEF\xBF" && i + 2 < text.size() && text[i + 2] >= '\xBE') {
            out += replacement;
            i += 2;
            continue;
        }
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            // Parsers turn these into blanks where they stand as they are.
            case '\t':
                out += "&#9;";
                break;
            case '\n':
                out += "&#10;";
                break;
            case '\r':
                out += "&#13;";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 ? std::string(replacement) : std::string(1, c);
        }
    }
    return out;
}

}  // namespace

std::string junitText(const std::string& suite, std::span<const JunitCase> cases) {
    const auto failures =
        std::count_if(cases.begin(), cases.end(), [](const JunitCase& each) { return !each.passed; });
    const std::string name = escaped(suite);
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"" + name +
                      "\" tests=\"" + std::to_string(cases.size()) + "\" failures=\"" +
                      std::to_string(failures) + "\">\n";
    for (const JunitCase& each : cases) {
        out += "<testcase classname=\"" + name + "\" name=\"" + escaped(each.name) + '"';
        if (each.passed)
            out += "/>\n";
        else
            out += ">\n<failure message=\"" + escaped(each.message) + "\"/>\n</testcase>\n";
    }
    return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace headscope::core
