// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/architectures.h"

#include <string>

namespace headscope::core {
namespace {

constexpr std::string_view sequenceClass = "ForSequenceClassification";
constexpr std::string_view tokenClass = "ForTokenClassification";

// BERT and its relatives that keep its layer names.
Architecture bert() {
    Architecture a;
    a.name = "BERT";
    a.modelTypes = {"bert"};
    a.classPrefix = "Bert";
    a.note = "also MiniLM, E5, BGE, GTE and other sentence models with BERT layout";
    a.prefixes = {"bert.", ""};
    a.layers = {{"num_hidden_layers"}, 12};
    a.heads = {{"num_attention_heads"}, 12};
    a.modelDim = {{"hidden_size"}, 768};
    a.mlpDim = {{"intermediate_size"}, 3072};
    a.vocabSize = {{"vocab_size"}, 30522};
    a.positions = {{"max_position_embeddings"}, 512};
    a.types = {{"type_vocab_size"}, 2};
    a.epsilonKeys = {"layer_norm_eps"};
    a.activationKeys = {"hidden_act"};
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "embeddings.word_embeddings";
    a.names.positionEmbedding = "embeddings.position_embeddings";
    a.names.typeEmbedding = "embeddings.token_type_embeddings";
    a.names.embeddingNorm = "embeddings.LayerNorm";
    a.names.q = "encoder.layer.{}.attention.self.query";
    a.names.k = "encoder.layer.{}.attention.self.key";
    a.names.v = "encoder.layer.{}.attention.self.value";
    a.names.attentionOut = "encoder.layer.{}.attention.output.dense";
    a.names.attentionNorm = "encoder.layer.{}.attention.output.LayerNorm";
    a.names.mlpUp = "encoder.layer.{}.intermediate.dense";
    a.names.mlpDown = "encoder.layer.{}.output.dense";
    a.names.mlpNorm = "encoder.layer.{}.output.LayerNorm";
    a.ignored = {"position_ids", "embeddings.token_type_ids", "pooler.dense.weight", "pooler.dense.bias"};
    const auto vocabularyHead = [](std::string_view id, std::string_view dense, std::string_view norm,
                                   std::string_view projection, std::string_view bias) {
        return OutputHead{id, OutputScope::EveryToken, dense, {}, norm, projection, bias, true, {}};
    };
    a.outputs = {
        vocabularyHead("masked-lm", "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                       "cls.predictions.decoder", "cls.predictions.bias"),
        // Headscope's own examples: which word a pronoun, a negation or "because" refers to.
        vocabularyHead("reference", "cls.reference.transform.dense", "cls.reference.transform.LayerNorm", {},
                       "cls.reference.bias"),
        {"classification",
         OutputScope::FirstToken,
         "pooler.dense",
         Activation::Tanh,
         {},
         "classifier",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

Architecture roberta() {
    Architecture a = bert();
    a.name = "RoBERTa";
    a.modelTypes = {"roberta", "xlm-roberta"};
    a.classPrefix = "Roberta";
    a.note = "also XLM-RoBERTa; positions count from the padding id";
    a.prefixes = {"roberta.", ""};
    a.vocabSize = {{"vocab_size"}, 50265};
    a.position = PositionKind::LearnedAfterPadding;
    a.paddingId = 1;
    a.outputs = {
        {"masked-lm",
         OutputScope::EveryToken,
         "lm_head.dense",
         Activation::Gelu,
         "lm_head.layer_norm",
         "lm_head.decoder",
         "lm_head.bias",
         true,
         {}},
        {"classification",
         OutputScope::FirstToken,
         "classifier.dense",
         Activation::Tanh,
         {},
         "classifier.out_proj",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

Architecture distilbert() {
    Architecture a = bert();
    a.name = "DistilBERT";
    a.modelTypes = {"distilbert"};
    a.classPrefix = "DistilBert";
    a.note = "";
    a.prefixes = {"distilbert.", ""};
    a.layers = {{"n_layers", "num_hidden_layers"}, 6};
    a.heads = {{"n_heads", "num_attention_heads"}, 12};
    a.modelDim = {{"dim", "hidden_size"}, 768};
    a.mlpDim = {{"hidden_dim"}, 3072};
    a.types = {{}, 0};
    a.epsilonKeys = {};
    a.activationKeys = {"activation"};
    a.names.typeEmbedding = {};
    a.names.q = "transformer.layer.{}.attention.q_lin";
    a.names.k = "transformer.layer.{}.attention.k_lin";
    a.names.v = "transformer.layer.{}.attention.v_lin";
    a.names.attentionOut = "transformer.layer.{}.attention.out_lin";
    a.names.attentionNorm = "transformer.layer.{}.sa_layer_norm";
    a.names.mlpUp = "transformer.layer.{}.ffn.lin1";
    a.names.mlpDown = "transformer.layer.{}.ffn.lin2";
    a.names.mlpNorm = "transformer.layer.{}.output_layer_norm";
    a.outputs = {
        {"masked-lm",
         OutputScope::EveryToken,
         "vocab_transform",
         {},
         "vocab_layer_norm",
         "vocab_projector",
         {},
         true,
         {}},
        {"classification",
         OutputScope::FirstToken,
         "pre_classifier",
         Activation::Relu,
         {},
         "classifier",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

Architecture gpt2() {
    Architecture a;
    a.name = "GPT-2";
    a.modelTypes = {"gpt2"};
    a.classPrefix = "GPT2";
    a.note = "also DistilGPT2 and DialoGPT";
    a.prefixes = {"transformer.", ""};
    a.layers = {{"n_layer", "num_hidden_layers"}, 12};
    a.heads = {{"n_head", "num_attention_heads"}, 12};
    a.modelDim = {{"n_embd", "hidden_size"}, 768};
    a.mlpDim = {{"n_inner"}, {}};
    a.vocabSize = {{"vocab_size"}, 50257};
    a.positions = {{"n_positions", "n_ctx", "max_position_embeddings"}, 1024};
    a.epsilonKeys = {"layer_norm_epsilon"};
    a.epsilon = 1e-5;
    a.activationKeys = {"activation_function"};
    a.activation = "gelu_new";
    a.placement = NormPlacement::Pre;
    a.causal = true;
    a.qkv = QkvLayout::FusedColumns;
    a.linear = LinearLayout::InOut;
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "wte";
    a.names.positionEmbedding = "wpe";
    a.names.qkv = "h.{}.attn.c_attn";
    a.names.attentionOut = "h.{}.attn.c_proj";
    a.names.attentionNorm = "h.{}.ln_1";
    a.names.mlpUp = "h.{}.mlp.c_fc";
    a.names.mlpDown = "h.{}.mlp.c_proj";
    a.names.mlpNorm = "h.{}.ln_2";
    a.names.finalNorm = "ln_f";
    a.outputs = {
        {"causal-lm",
         OutputScope::EveryToken,
         {},
         {},
         {},
         "lm_head",
         {},
         true,
         {"LMHeadModel", "ForCausalLM"}},
        {"classification", OutputScope::LastToken, {}, {}, {}, "score", {}, false, {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    a.ignored = {".attn.bias", ".attn.masked_bias"};  // causal masks that old versions saved
    return a;
}

Architecture llama() {
    Architecture a;
    a.name = "LLaMA";
    a.modelTypes = {"llama"};
    a.classPrefix = "Llama";
    a.note = "also TinyLlama, SmolLM, Vicuna, Yi; grouped key/value heads, RoPE (default, linear, llama3)";
    a.prefixes = {"model.", ""};
    a.layers = {{"num_hidden_layers"}, 32};
    a.heads = {{"num_attention_heads"}, 32};
    a.kvHeads = {{"num_key_value_heads"}, {}};
    a.modelDim = {{"hidden_size"}, 4096};
    a.headDim = {{"head_dim"}, {}};
    a.mlpDim = {{"intermediate_size"}, 11008};
    a.vocabSize = {{"vocab_size"}, 32000};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.epsilonKeys = {"rms_norm_eps"};
    a.epsilon = 1e-6;
    a.activationKeys = {"hidden_act"};
    a.activation = "silu";
    a.tied = false;
    a.norm = NormKind::Rms;
    a.placement = NormPlacement::Pre;
    a.position = PositionKind::Rotary;
    a.mlp = MlpKind::Gated;
    a.causal = true;
    a.qkvBias = a.outBias = {false, "attention_bias"};
    a.mlpBias = {false, "mlp_bias"};
    a.names.tokenEmbedding = "embed_tokens";
    a.names.q = "layers.{}.self_attn.q_proj";
    a.names.k = "layers.{}.self_attn.k_proj";
    a.names.v = "layers.{}.self_attn.v_proj";
    a.names.attentionOut = "layers.{}.self_attn.o_proj";
    a.names.attentionNorm = "layers.{}.input_layernorm";
    a.names.mlpUp = "layers.{}.mlp.up_proj";
    a.names.mlpGate = "layers.{}.mlp.gate_proj";
    a.names.mlpDown = "layers.{}.mlp.down_proj";
    a.names.mlpNorm = "layers.{}.post_attention_layernorm";
    a.names.finalNorm = "norm";
    a.outputs = {
        {"causal-lm", OutputScope::EveryToken, {}, {}, {}, "lm_head", {}, true, {"ForCausalLM"}},
        {"classification", OutputScope::LastToken, {}, {}, {}, "score", {}, false, {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "score", {}, false, {tokenClass}},
    };
    a.ignored = {"rotary_emb.inv_freq"};
    return a;
}

Architecture mistral() {
    Architecture a = llama();
    a.name = "Mistral";
    a.modelTypes = {"mistral"};
    a.classPrefix = "Mistral";
    a.note = "sliding window as config.json says";
    a.kvHeads = {{"num_key_value_heads"}, 8};
    a.mlpDim = {{"intermediate_size"}, 14336};
    a.positions = {{"max_position_embeddings"}, 131072};
    a.window = Architecture::Window::Key;
    a.windowDefault = 4096;
    a.qkvBias = a.outBias = a.mlpBias = {};
    return a;
}

Architecture qwen2() {
    Architecture a = llama();
    a.name = "Qwen2";
    a.modelTypes = {"qwen2"};
    a.classPrefix = "Qwen2";
    a.note = "also Qwen2.5; biases on q, k and v";
    a.kvHeads = {{"num_key_value_heads"}, 32};
    a.mlpDim = {{"intermediate_size"}, 22016};
    a.vocabSize = {{"vocab_size"}, 151936};
    a.positions = {{"max_position_embeddings"}, 32768};
    a.window = Architecture::Window::KeyWithSwitch;
    a.windowDefault = 4096;
    a.qkvBias = {true, {}};
    a.outBias = a.mlpBias = {};
    return a;
}

std::string firstClass(const Json& config) {
    const auto classes = config.find("architectures");
    return classes && classes->isArray() && classes->size() > 0 ? std::string((*classes)[0].asString())
                                                                : std::string();
}

}  // namespace

std::span<const Architecture> architectures() {
    static const std::vector<Architecture> table = {bert(),  roberta(), distilbert(), gpt2(),
                                                    llama(), mistral(), qwen2()};
    return table;
}

const Architecture& architectureOf(const Checkpoint& checkpoint) {
    const std::string type = checkpoint.config().stringOr("model_type", "");
    const std::string className = firstClass(checkpoint.config());
    const Architecture* byClass = nullptr;
    std::string known;
    for (const Architecture& row : architectures()) {
        for (const std::string_view modelType : row.modelTypes) {
            if (type == modelType) return row;
            known += (known.empty() ? "" : ", ") + std::string(modelType);
        }
        // The class is the prefix and a task ("BertForMaskedLM", "LlamaModel"), so "BertX…" of another family
        // does not match.
        const std::string_view task =
            std::string_view(className).substr(std::min(className.size(), row.classPrefix.size()));
        const bool same =
            className.starts_with(row.classPrefix) &&
            (task.starts_with("For") || task.starts_with("Model") || task.starts_with("LMHead"));
        if (same) byClass = &row;
    }
    if (type.empty() && byClass) return *byClass;
    throw Error(ErrorCode::UnknownArchitecture,
                {checkpoint.location(), type.empty() ? className : type, known});
}

}  // namespace headscope::core
