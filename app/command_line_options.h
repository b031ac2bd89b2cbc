// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}
namespace headscope::core {
struct Kernels;
}

namespace headscope::app {

/// What the options of all sub-commands were set to; each sub-command offers some of them.
struct Options {
    std::string model;
    std::optional<std::string> text;
    std::optional<std::string> pair;
    std::optional<std::string> file;
    std::optional<std::string> ids;     ///< as written; idsNamed() reads them
    std::optional<std::string> global;  ///< as written; globalTokensNamed() reads them
    std::optional<std::string> vectors;
    bool truncate = false;
    bool literalSpecials = false;

    std::optional<int> layer;
    std::optional<int> head;
    std::string kind = "self";
    std::vector<std::string> gates;  ///< as written: 4.11=0
    bool words = false;
    std::optional<std::string> from;
    std::optional<std::string> to;
    std::optional<int> top;
    std::vector<std::string> with;
    std::optional<int> tokens;
    std::optional<std::string> against;
    std::optional<int> heads;
    std::optional<std::string> cases;
    std::vector<std::string> rivals;  ///< of --not
    std::optional<std::string> junit;
    std::optional<std::string> gold;
    int base = 0;  ///< number of the first word of a text in a file of alignments
    std::optional<int> clusters;
    int apart = 1;  ///< words between a word and the one that it is to find, at least

    std::vector<std::string> measures;  ///< ids of metrics; empty: all
    std::string specials = "raw";
    std::string average = "mean";
    bool bits = false;
    bool types = false;
    std::optional<int> offsets;
    std::optional<std::string> corpus;
    std::optional<std::string> part;  ///< 2/4, or auto
    std::vector<std::string> merge;   ///< the file to write, and the parts

    std::optional<std::string> otherModel;  ///< B of compare, --with of heads
    std::string sort = "largest";           ///< of compare
    std::vector<std::string> texts;         ///< of compare: one for both runs, or one for A and one for B

    std::string view;
    std::optional<std::string> size;
    std::string scale = "sqrt";
    std::string theme = "light";
    int pixelRatio = 1;
    bool all = false;
    bool beside = false;  ///< of compare: A beside B, instead of B − A

    std::optional<std::string> out;
    std::optional<std::string> format;
    int threads = 0;
    std::optional<std::string> isa;
    std::string language = "en";
    bool quiet = false;
};

/// Those of --isa, or the widest. Throws Error(BadArgument) where this processor lacks the instruction set.
const core::Kernels& chosenKernels(const Options& options);

// Each adds a group of options to a sub-command; `options` must outlive it.

/// What every sub-command has: --threads, --isa, --language, --quiet.
void addCommonOptions(CLI::App& command, Options& options);
/// The same, and MODEL.
void addModelOptions(CLI::App& command, Options& options);
/// --text, --pair, --file, --ids, --vectors, --global, --literal-specials.
void addInputOptions(CLI::App& command, Options& options);
/// The same, and --truncate.
void addTextOptions(CLI::App& command, Options& options);
/// --layer, --head, --kind.
void addHeadOptions(CLI::App& command, Options& options);
/// --gate.
void addEditOptions(CLI::App& command, Options& options);
/// --from, --to, --words.
void addWordOptions(CLI::App& command, Options& options);
/// --out, --format with the choices `formats`.
void addOutputOptions(CLI::App& command, Options& options, const std::vector<std::string>& formats);

// The complete sets of the sub-commands.
void addInfoOptions(CLI::App& command, Options& options);
void addDescribeOptions(CLI::App& command, Options& options);
void addVerifyOptions(CLI::App& command, Options& options);
void addTokensOptions(CLI::App& command, Options& options);
void addAttentionOptions(CLI::App& command, Options& options);
void addMeasure(CLI::App& command, Options& options);  ///< --measure alone, for several commands
void addMetricsOptions(CLI::App& command, Options& options);
void addLinksOptions(CLI::App& command, Options& options);
void addPictureOptions(CLI::App& command, Options& options);
void addFindOptions(CLI::App& command, Options& options);
void addAlignOptions(CLI::App& command, Options& options);
void addHeadsOptions(CLI::App& command, Options& options);
void addSeriesOptions(CLI::App& command, Options& options);
void addCompareOptions(CLI::App& command, Options& options);
void addCheckOptions(CLI::App& command, Options& options);
void addDoctorOptions(CLI::App& command, Options& options);

/// Throws Error(BadArgument): what is wrong with the value of an option, and what to write.
[[noreturn]] void refuse(const std::string& option, const std::string& reason);

/// "101,2054,102", blanks allowed. Throws Error(BadArgument).
std::vector<std::int32_t> idsNamed(const std::string& text);
/// The positions of --global: 0,5, or none. Throws like idsNamed(); the model refuses those beyond the text.
std::vector<std::int32_t> globalTokensNamed(const std::string& text);

/// Width and height of "820x900", each from 16 to 16384. Throws Error(BadArgument).
std::array<int, 2> sizeNamed(const std::string& text);

/// Something of a text, ids or vectors was given.
bool hasInput(const Options& options);
/// Finds what single options cannot know about each other. Throws Error(BadArgument).
void checkTextOptions(const Options& options);

}  // namespace headscope::app
