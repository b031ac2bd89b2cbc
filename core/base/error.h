// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

/// Marks an English text of `core` that the window shows: lupdate knows this macro as QT_TRANSLATE_NOOP.
#define HEADSCOPE_TEXT(context, text) text

namespace headscope::core {

/// What went wrong. Each code has one English sentence in error.cpp with places %1, %2 … for the arguments.
enum class ErrorCode {
    Cancelled,
    // Files
    FileNotFound,
    PermissionDenied,
    NotARegularFile,
    ReadFailed,
    FileChanged,
    FileTooLarge,
    WriteFailed,
    OutOfMemory,
    // JSON
    JsonSyntax,
    JsonTooDeep,
    JsonDuplicateKey,
    JsonWrongType,
    JsonMissingKey,
    // Checkpoints
    NoConfig,
    NotDescribed,
    NoWeights,
    LfsPointer,
    UnsupportedContainer,
    AdapterOnly,
    AdapterOf,
    Quantised,
    HeaderTooSmall,
    HeaderTooLarge,
    HeaderTruncated,
    HeaderNotUtf8,
    HeaderInvalid,
    TooManyTensors,
    TensorDuplicate,
    TensorOffsets,
    TensorSize,
    TensorShapeOverflow,
    TensorBitsMisaligned,
    DataIncomplete,
    ArchiveInvalid,
    PickleInvalid,
    PickleForbidden,
    GgufFile,
    NpyInvalid,
    ShardNameInvalid,
    ShardMissing,
    TensorMissing,
    TensorTypeUnsupported,
    // Models
    UnknownArchitecture,
    ConfigInvalid,
    FieldUnknown,
    FeatureUnsupported,
    TensorsMissing,
    TensorShapeWrong,
    NoSuchHead,
    GateInvalid,
    GateTwice,
    MeanOfOtherShape,
    MeanOfOneText,
    MeanOfCutText,
    NoSuchOutput,
    NotFinite,
    // Texts and tokens
    NoTokenizer,
    NoEmbeddings,
    VectorsInvalid,
    TokenizerInvalid,
    TokenizerUnsupported,
    TextNotUtf8,
    TextEmpty,
    TextTooLong,
    TokenIdOutOfRange,
    PositionOutOfRange,
    NoGlobalTokens,
    WordNotFound,
    WordAmbiguous,
    LineInvalid,
    StateOfOther,
    PartsDiffer,
    // Command line and export
    UnknownExample,
    UnknownFormat,
    UnknownView,
    BadArgument,
};

/// The number of codes; the last one plus one.
inline constexpr int errorCodeCount = static_cast<int>(ErrorCode::BadArgument) + 1;

/// The only exception thrown on purpose. Carries no sentence of its own: `what()` is made from the code's
/// template, the window translates the same template. Caught in Job, the command line and main.
class Error : public std::exception {
public:
    explicit Error(ErrorCode code, std::vector<std::string> arguments = {});

    ErrorCode code() const noexcept { return m_code; }
    const std::vector<std::string>& arguments() const noexcept { return m_arguments; }
    /// The English sentence.
    const char* what() const noexcept override { return m_sentence.c_str(); }

private:
    ErrorCode m_code;
    std::vector<std::string> m_arguments;
    std::string m_sentence;
};

/// The English sentence of a code with %1 … %9 for the arguments (translation context "Error").
std::string_view errorTemplate(ErrorCode code) noexcept;

/// Puts `arguments` into the places %1 … %9 of `sentence`; control characters of arguments are shown as \xNN,
/// and only the first 1000 bytes of each.
std::string fillTemplate(std::string_view sentence, const std::vector<std::string>& arguments);

/// The process exit code of the command-line contract: 2 bad input, 3 cancelled, 4 could not write or out of
/// memory.
int exitCode(ErrorCode code) noexcept;

}  // namespace headscope::core
