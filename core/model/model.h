// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/model/model_config.h"
#include "core/tokenizer/tokenizer.h"
#include "core/trace/trace.h"

namespace headscope::core {

struct LayerWeights;

/// One thing a model can say about its input besides hidden states.
struct OutputInfo {
    std::string id;                   ///< "masked-lm", "causal-lm", "classification", "reference", …
    bool perToken = true;             ///< a row per position; else one row for the whole text
    bool vocabulary = true;           ///< columns are token ids; else labels
    std::vector<std::string> labels;  ///< of the columns, when they are not token ids
};

/// An output that the class or the tensors promise but that cannot be computed.
struct UnavailableOutput {
    std::string id;
    Error reason;  ///< TensorsMissing, TensorShapeWrong, TensorTypeUnsupported
};

/// What became of the tensors of a checkpoint.
struct TensorReport {
    std::size_t stored = 0;
    std::vector<std::string> used;
    std::vector<std::string> ignored;     ///< known buffers, and weights that no output reads
    std::vector<std::string> unexpected;  ///< listed and harmless
    std::vector<std::string> tied;        ///< "lm_head.weight = model.embed_tokens.weight"
    std::vector<std::string> missing;     ///< of outputs; a model that lacks others is not opened
    std::vector<UnavailableOutput> unavailable;
};

/// A model, ready to run: immutable, may be used from many threads. Weights are converted layer by layer at
/// first use.
class Model {
public:
    /// Reads configuration and tensor table; stops with a list of all that is missing or misshapen.
    /// The executor of `compute` must outlive the model.
    static std::shared_ptr<const Model> load(const Checkpoint& checkpoint, const Compute& compute);
    ~Model();

    const std::string& name() const noexcept;
    /// What it was loaded from.
    const Checkpoint& checkpoint() const noexcept;
    const ModelConfig& config() const noexcept;
    /// Null when the checkpoint has none: such a model reads ids.
    const Tokenizer* tokenizer() const noexcept;
    const TensorReport& tensorReport() const noexcept;
    const Kernels& kernels() const noexcept;
    /// What it computes with.
    const Compute& compute() const noexcept;
    /// Number of weights.
    Index parameters() const noexcept;
    /// Those of a layer, ready to multiply with, converted where they were not. Throws what reading the file
    /// throws.
    std::shared_ptr<const LayerWeights> layerWeights(int layer) const;
    /// Bytes of converted weights that stay in memory between runs, at most.
    std::size_t weightsBudget() const noexcept;
    /// Bytes of the largest layer with all its experts, converted; of all layers.
    std::size_t layerMemory() const noexcept;
    std::size_t layersMemory() const noexcept;
    /// Bytes that a run of `tokens` tokens needs beyond the weights: what the Trace keeps and the largest
    /// panel.
    std::size_t runMemory(Index tokens) const noexcept;

    /// The tokens a run of `input` reads; of vectors, one per position, called by its number. Throws
    /// Error(NoTokenizer, NoEmbeddings, VectorsInvalid, BadArgument for vectors where there are embeddings,
    /// TextEmpty, TextTooLong, TokenIdOutOfRange, TextNotUtf8).
    std::vector<Token> tokens(const Input& input) const;

    /// Runs the model. Deterministic: does not depend on the number of threads. Throws what tokens() throws
    /// (TextTooLong unless spec.cutToFit), NoSuchHead, GateInvalid, GateTwice for an edit, NotFinite,
    /// Cancelled, OutOfMemory. `base` may be a run of this model. Where it reads the same and kept its hidden
    /// states, the layers before the first change are its own; where no token sees a later one and it kept
    /// values and what this one keeps, the tokens that both begin with go through no layer again. The result
    /// is the same to the bit.
    /// Of a mean over texts (mean_trace.h) `base` is not used; MeanOfOtherShape names a text.
    TracePtr run(const RunSpec& spec, KeepOptions keep = {}, const Progress& progress = {},
                 const TracePtr& base = {}) const;

    /// What can be asked of a trace; empty for a bare model. Outputs whose tensors are missing or unreadable
    /// are not among them: tensorReport() has those.
    const std::vector<OutputInfo>& outputs() const noexcept;
    /// Logits of output `id` at `positions` (one row each; for outputs that are not per token `positions` is
    /// ignored and the result has one row). Every number is finite. Throws Error(NoSuchOutput), the
    /// reason of an unavailable output, NotFinite, Cancelled.
    Matrix logits(const Trace& trace, std::string_view id, std::span<const Index> positions,
                  const Progress& progress = {}) const;

private:
    struct Impl;
    explicit Model(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

using ModelPtr = std::shared_ptr<const Model>;

/// The architectures Headscope opens, one line each, for README, errors and `info`.
struct ArchitectureInfo {
    std::string name;                     ///< "BERT"
    std::vector<std::string> modelTypes;  ///< as config.json writes them
    std::string note;                     ///< what is particular, for README
};
std::vector<ArchitectureInfo> supportedArchitectures();

}  // namespace headscope::core
