// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/base/utf8.h"

namespace headscope::core {
namespace {

struct Row {
    ErrorCode code;
    std::string_view sentence;
};

// In the order of the enum.
constexpr Row rows[] = {
    {ErrorCode::Cancelled, HEADSCOPE_TEXT("Error", "Stopped.")},
    {ErrorCode::FileNotFound, HEADSCOPE_TEXT("Error", "%1 does not exist. Check the path.")},
    {ErrorCode::PermissionDenied,
     HEADSCOPE_TEXT(
         "Error", "%1 cannot be opened: permission denied. Change its permissions or choose another place.")},
    {ErrorCode::NotARegularFile,
     HEADSCOPE_TEXT("Error", "%1 is not a regular file. Choose a file, not a folder, pipe or device.")},
    {ErrorCode::ReadFailed, HEADSCOPE_TEXT("Error", "%1 could not be read: %2.")},
    {ErrorCode::FileChanged,
     HEADSCOPE_TEXT("Error",
                    "%1 became shorter while it was open. Open it again when it is completely written.")},
    {ErrorCode::FileTooLarge,
     HEADSCOPE_TEXT("Error", "%1 has %2 bytes, but such a file may have at most %3.")},
    {ErrorCode::WriteFailed,
     HEADSCOPE_TEXT("Error", "%1 could not be written: %2. Nothing was changed; choose another place.")},
    {ErrorCode::OutOfMemory,
     HEADSCOPE_TEXT("Error", "There is not enough memory for %1. Use a shorter text or a smaller model.")},
    {ErrorCode::JsonSyntax, HEADSCOPE_TEXT("Error", "%1 is not valid JSON: %3 at byte %2.")},
    {ErrorCode::JsonTooDeep,
     HEADSCOPE_TEXT("Error", "%1 is nested deeper than %2 levels, which no real file of its kind is.")},
    {ErrorCode::JsonDuplicateKey,
     HEADSCOPE_TEXT("Error", "%1 has the key \"%2\" twice. Remove one of them.")},
    {ErrorCode::JsonWrongType, HEADSCOPE_TEXT("Error", "%1: \"%2\" must be %3.")},
    {ErrorCode::JsonMissingKey, HEADSCOPE_TEXT("Error", "%1 has no \"%2\", which is needed.")},
    {ErrorCode::NoConfig,
     HEADSCOPE_TEXT("Error",
                    "%1 has no config.json. Choose the folder that holds config.json and the weights, or "
                    "describe the weights in a headscope.json.")},
    {ErrorCode::NotDescribed,
     HEADSCOPE_TEXT("Error",
                    "%1 has no config.json, but its weights look like %2. Only the number of heads cannot be "
                    "read from them; write it down with \"headscope describe %1 --heads N\".")},
    {ErrorCode::NoWeights,
     HEADSCOPE_TEXT("Error",
                    "%1 has no weights. Headscope reads model.safetensors and "
                    "pytorch_model.bin, one file or sharded; copy them into the folder.")},
    {ErrorCode::LfsPointer,
     HEADSCOPE_TEXT(
         "Error",
         "%1 is a Git LFS pointer, not the weights themselves. Run \"git lfs pull\" in its folder.")},
    {ErrorCode::UnsupportedContainer,
     HEADSCOPE_TEXT("Error",
                    "%1 is in a format that Headscope does not read (%2). Save the model as safetensors.")},
    {ErrorCode::AdapterOnly, HEADSCOPE_TEXT("Error",
                                            "%1 holds only an adapter (LoRA or similar), not a model. Merge "
                                            "it into its base model and save that.")},
    {ErrorCode::AdapterOf, HEADSCOPE_TEXT("Error",
                                          "%1 holds only an adapter (LoRA or similar) of %2, not a model. "
                                          "Merge it into %2 and save that, or open %2 itself.")},
    {ErrorCode::Quantised,
     HEADSCOPE_TEXT("Error",
                    "%1 is quantised (%2), which Headscope does not compute. Use a copy "
                    "of the model in F32, F16 or BF16.")},
    {ErrorCode::HeaderTooSmall,
     HEADSCOPE_TEXT("Error",
                    "%1 is too short to be a safetensors file (%2 bytes). Download or save it again.")},
    {ErrorCode::HeaderTooLarge, HEADSCOPE_TEXT("Error",
                                               "%1 claims a safetensors header of %2 bytes; at most %3 are "
                                               "allowed. The file is damaged or not safetensors.")},
    {ErrorCode::HeaderTruncated,
     HEADSCOPE_TEXT(
         "Error",
         "%1 ends inside its safetensors header. The file is incomplete; download or save it again.")},
    {ErrorCode::HeaderNotUtf8,
     HEADSCOPE_TEXT("Error", "%1 has a safetensors header that is not UTF-8 text. The file is damaged.")},
    {ErrorCode::HeaderInvalid,
     HEADSCOPE_TEXT("Error", "%1 has a damaged safetensors header: %2. Download or save it again.")},
    {ErrorCode::TooManyTensors,
     HEADSCOPE_TEXT("Error", "%1 lists more than %2 tensors, which no model has.")},
    {ErrorCode::TensorDuplicate,
     HEADSCOPE_TEXT("Error", "%1 lists the tensor %2 twice. The file is damaged.")},
    {ErrorCode::TensorOffsets,
     HEADSCOPE_TEXT(
         "Error",
         "%1: the bytes of tensor %2 overlap others or leave a gap. The file is damaged; save it again.")},
    {ErrorCode::TensorSize,
     HEADSCOPE_TEXT("Error",
                    "%1: tensor %2 has %3 bytes, but its shape and type need %4. The file is damaged.")},
    {ErrorCode::TensorShapeOverflow,
     HEADSCOPE_TEXT("Error", "%1: the shape of tensor %2 is impossibly large. The file is damaged.")},
    {ErrorCode::TensorBitsMisaligned,
     HEADSCOPE_TEXT("Error", "%1: the elements of tensor %2 do not fill whole bytes. The file is damaged.")},
    {ErrorCode::DataIncomplete, HEADSCOPE_TEXT("Error",
                                               "%1 has %2 bytes, but its header describes %3. The file is "
                                               "incomplete or damaged; download it again.")},
    {ErrorCode::ArchiveInvalid,
     HEADSCOPE_TEXT("Error", "%1 is a damaged or unusual zip archive: %2. Download or save it again.")},
    {ErrorCode::PickleInvalid, HEADSCOPE_TEXT("Error",
                                              "%1 is not a PyTorch checkpoint that can be read: %2. Download "
                                              "it again, or save the model as safetensors.")},
    {ErrorCode::PickleForbidden,
     HEADSCOPE_TEXT("Error",
                    "%1 wants to run %2. Headscope runs nothing that a file brings and reads only tensors: "
                    "save the state_dict alone, or the model as safetensors.")},
    {ErrorCode::GgufFile,
     HEADSCOPE_TEXT("Error",
                    "%1 is a GGUF file, whose weights and tokenizer only come close to the model's own. Open "
                    "the safetensors original instead: %2.")},
    {ErrorCode::NpyInvalid,
     HEADSCOPE_TEXT("Error",
                    "%1: the NumPy array %2 cannot be read: %3. Save it again as little-endian numbers.")},
    {ErrorCode::ShardNameInvalid,
     HEADSCOPE_TEXT("Error",
                    "%1 names the shard \"%2\", which is not a plain file name in the same folder.")},
    {ErrorCode::ShardMissing,
     HEADSCOPE_TEXT("Error", "%1 lists the shard %2, which is missing. Download or copy the whole folder.")},
    {ErrorCode::TensorMissing, HEADSCOPE_TEXT("Error", "%1 has no tensor %2.")},
    {ErrorCode::TensorTypeUnsupported, HEADSCOPE_TEXT("Error",
                                                      "%1: tensor %2 is stored as %3, which Headscope does "
                                                      "not compute. Save the model in F32, F16 or BF16.")},
    {ErrorCode::UnknownArchitecture,
     HEADSCOPE_TEXT("Error",
                    "%1 is a model of type \"%2\", which Headscope does not know. Known types: %3.")},
    {ErrorCode::ConfigInvalid, HEADSCOPE_TEXT("Error", "%1: %2 is %3, which is not possible: %4.")},
    {ErrorCode::FieldUnknown,
     HEADSCOPE_TEXT("Error", "%1 has the field \"%2\", which means nothing here. Known fields: %3.")},
    {ErrorCode::FeatureUnsupported,
     HEADSCOPE_TEXT("Error", "%1 uses %2, which Headscope does not compute yet.")},
    {ErrorCode::TensorsMissing,
     HEADSCOPE_TEXT("Error", "%1 lacks %2 tensors that the model needs: %3. Save the complete model again.")},
    {ErrorCode::TensorShapeWrong,
     HEADSCOPE_TEXT(
         "Error",
         "%1: tensor %2 has the shape %3, but the configuration needs %4. Check that it belongs to "
         "these weights.")},
    {ErrorCode::NoSuchHead, HEADSCOPE_TEXT("Error", "There is no head %1: %2.")},
    {ErrorCode::GateInvalid,
     HEADSCOPE_TEXT("Error",
                    "The gate of head %1 is %2, but a gate lies between 0, which removes the head, and 2.")},
    {ErrorCode::GateTwice, HEADSCOPE_TEXT("Error", "Head %1 has two gates. Give it one.")},
    {ErrorCode::MeanOfOtherShape,
     HEADSCOPE_TEXT(
         "Error",
         "Text %1 of the mean does not have its tokens, words and special tokens at the same places as "
         "the first. Leave it out.")},
    {ErrorCode::MeanOfOneText,
     HEADSCOPE_TEXT(
         "Error",
         "No other text of the list has tokens, words and special tokens at the same places as this "
         "one, which a mean over both needs. Choose another text.")},
    {ErrorCode::MeanOfCutText,
     HEADSCOPE_TEXT("Error", "A text that was cut to fit has no mean with others. Shorten it first.")},
    {ErrorCode::NoSuchOutput,
     HEADSCOPE_TEXT("Error", "%1 has no %2 in its weights, so it cannot be computed. Leave it out.")},
    {ErrorCode::NotFinite, HEADSCOPE_TEXT("Error",
                                          "%1 computes values that are not finite (%2). Its weights "
                                          "are damaged, or too large for 32 bits.")},
    {ErrorCode::NoTokenizer, HEADSCOPE_TEXT("Error",
                                            "%1 has no tokenizer (tokenizer.json, vocab.txt, or vocab.json "
                                            "with merges.txt). Add it, or give token ids.")},
    {ErrorCode::NoEmbeddings,
     HEADSCOPE_TEXT("Error",
                    "%1 has no embeddings, so it reads neither a text nor ids. Give one vector of %2 numbers "
                    "per position as an .npy file.")},
    {ErrorCode::VectorsInvalid, HEADSCOPE_TEXT("Error",
                                               "%1 cannot be the input of the model: %2. Save an array of "
                                               "shape [positions, width] in F64, F32 or F16.")},
    {ErrorCode::TokenizerInvalid, HEADSCOPE_TEXT("Error", "%1 is not a usable tokenizer: %2.")},
    {ErrorCode::TokenizerUnsupported,
     HEADSCOPE_TEXT("Error",
                    "%1 uses the %2 \"%3\", which Headscope does not have yet. Give token ids instead.")},
    {ErrorCode::TextNotUtf8,
     HEADSCOPE_TEXT("Error", "The text is not valid UTF-8 at byte %1. Save it as UTF-8.")},
    {ErrorCode::TextEmpty,
     HEADSCOPE_TEXT("Error", "There is nothing to look at: the input has no tokens. Type a text.")},
    {ErrorCode::TextTooLong,
     HEADSCOPE_TEXT(
         "Error",
         "The text has %1 tokens, but the model reads at most %2. Shorten it, or ask for it to be cut.")},
    {ErrorCode::TokenIdOutOfRange,
     HEADSCOPE_TEXT("Error", "There is no token %1: the model's vocabulary has the ids 0 to %2.")},
    {ErrorCode::PositionOutOfRange,
     HEADSCOPE_TEXT("Error", "There is no token at position %1: the text has the positions 0 to %2.")},
    {ErrorCode::NoGlobalTokens,
     HEADSCOPE_TEXT("Error",
                    "The model \"%1\" has no global tokens: do not name any, every token is treated alike.")},
    {ErrorCode::WordNotFound,
     HEADSCOPE_TEXT("Error", "The word \"%1\" is not in the text. Its words are: %2.")},
    {ErrorCode::WordAmbiguous,
     HEADSCOPE_TEXT("Error", "The word \"%1\" stands more than once in the text. Choose one of: %2.")},
    {ErrorCode::LineInvalid, HEADSCOPE_TEXT("Error", "%1, line %2: %3.")},
    {ErrorCode::StateOfOther,
     HEADSCOPE_TEXT("Error",
                    "%1 is the state of a measurement with other settings (%2). Use those again, or remove "
                    "the file to begin anew.")},
    {ErrorCode::PartsDiffer, HEADSCOPE_TEXT("Error", "%1 and %2 cannot be merged: %3.")},
    {ErrorCode::UnknownExample,
     HEADSCOPE_TEXT("Error", "There is no built-in example \"%1\". Built in: %2.")},
    {ErrorCode::UnknownFormat,
     HEADSCOPE_TEXT("Error", "%1 does not end in a known format. Known for this: %2.")},
    {ErrorCode::UnknownView, HEADSCOPE_TEXT("Error", "There is no view \"%1\". Views: %2.")},
    {ErrorCode::BadArgument, HEADSCOPE_TEXT("Error", "%1: %2.")},
};

constexpr bool rowsFollowEnum() {
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        if (static_cast<std::size_t>(rows[i].code) != i) return false;
    }
    return std::size(rows) == errorCodeCount;
}
static_assert(rowsFollowEnum(), "every code needs its row, in the order of the enum");

/// Whether a terminal or a line of text would do something at this character instead of showing it: control
/// characters, ends of lines, and what changes the direction of the text around it.
bool controlsText(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void appendVisible(std::string& out, std::string_view text) {
    // Names in hostile files can have megabytes; nobody reads a sentence that long.
    constexpr std::size_t limit = 1000;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter character = firstCharacter(text.substr(at));
        const std::size_t bytes = std::max<std::size_t>(1, character.bytes);
        if (at + bytes > limit) {
            out += "…";
            return;
        }
        char escaped[16];
        if (character.bytes == 0 || character.code <= 0x7F)
            std::snprintf(escaped, sizeof escaped, "\\x%02X", static_cast<unsigned char>(text[at]));
        else
            std::snprintf(escaped, sizeof escaped, "\\u%04X", static_cast<unsigned>(character.code));
        out += character.bytes == 0 || controlsText(character.code) ? std::string_view(escaped)
                                                                    : text.substr(at, bytes);
        at += bytes;
    }
}

}  // namespace

std::string_view errorTemplate(ErrorCode code) noexcept {
    return rows[static_cast<std::size_t>(code)].sentence;
}

std::string fillTemplate(std::string_view sentence, const std::vector<std::string>& arguments) {
    std::string out;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const bool place =
            sentence[i] == '%' && i + 1 < sentence.size() && sentence[i + 1] >= '1' && sentence[i + 1] <= '9';
        if (!place) {
            out += sentence[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(sentence[++i] - '1');
        if (index < arguments.size()) appendVisible(out, arguments[index]);
    }
    return out;
}

int exitCode(ErrorCode code) noexcept {
    if (code == ErrorCode::Cancelled) return 3;
    if (code == ErrorCode::WriteFailed || code == ErrorCode::OutOfMemory) return 4;
    return 2;
}

Error::Error(ErrorCode code, std::vector<std::string> arguments)
    : m_code(code),
      m_arguments(std::move(arguments)),
      m_sentence(fillTemplate(errorTemplate(code), m_arguments)) {}

}  // namespace headscope::core
