// SPDX-License-Identifier: GPL-3.0-or-later
// Faults planted in encoders, which the comparison with transformers must notice: a wrong epsilon, swapped
// heads, a missing scale, a wrong variant of the activation; then what only one family has.
#include <gtest/gtest.h>

#include "tests/core/model/planted_fault.h"

namespace headscope::test::faults {
namespace {

const Fault faults[] = {
    configFault("ElectraEpsilon", "electra_discriminator", R"("layer_norm_eps": 1e-06)",
                R"("layer_norm_eps": 1e-05)", "hidden_0"),
    configFault("ElectraActivation", "electra_discriminator", R"("relu")", R"("gelu")", "hidden_1"),
    configFault("AlbertEpsilon", "albert_groups", R"("layer_norm_eps": 1e-06)", R"("layer_norm_eps": 1e-05)",
                "hidden_0"),
    configFault("AlbertActivation", "albert_groups", R"("gelu")", R"("gelu_new")", "hidden_1"),
    configFault("AlbertGroups", "albert_groups", R"("num_hidden_groups": 2)", R"("num_hidden_groups": 1)",
                "attention_4"),
    configFault("MpnetEpsilon", "mpnet", R"("layer_norm_eps": 1e-05)", R"("layer_norm_eps": 1e-06)",
                "hidden_0"),
    configFault("MpnetActivation", "mpnet_classifier", R"("gelu")", R"("gelu_new")", "hidden_1"),
    configFault("DebertaEpsilon", "deberta_v3", R"("layer_norm_eps": 1e-07)", R"("layer_norm_eps": 1e-05)",
                "hidden_0"),
    configFault("DebertaActivation", "deberta_v3", R"("hidden_act": "gelu")", R"("hidden_act": "gelu_new")",
                "hidden_1"),
    configFault("DebertaSharedRows", "deberta_v3", R"("max_relative_positions": 21)",
                R"("max_relative_positions": 20)", "attention_0"),
    configFault("DebertaTerms", "deberta_positions", R"("c2p")", R"("c2p|p2c")", "attention_0"),
    configFault("DebertaDistancesUnnormed", "deberta_v2", R"("norm_rel_ebd": "layer_norm")",
                R"("norm_rel_ebd": "none")", "attention_0"),
    configFault("DebertaConvolution", "deberta_v2", R"("conv_act": "gelu")", R"("conv_act": "tanh")",
                "hidden_1"),
    configFault("ModernBertEpsilon", "modernbert_tokens", R"("norm_eps": 1e-06)", R"("norm_eps": 1e-05)",
                "hidden_0"),
    configFault("ModernBertActivation", "modernbert_tokens", R"("hidden_activation": "gelu_new")",
                R"("hidden_activation": "gelu")", "hidden_1"),
    configFault("ModernBertHead", "modernbert_tokens", R"("classifier_activation": "silu")",
                R"("classifier_activation": "gelu")", "logits"),
    configFault("ModernBertWindow", "modernbert", R"("local_attention": 6)", R"("local_attention": 8)",
                "attention_1"),
    configFault("ModernBertOrder", "modernbert", R"("global_attn_every_n_layers": 3)",
                R"("global_attn_every_n_layers": 2)", "attention_2"),
    configFault("ModernBertLocalBase", "modernbert", R"("local_rope_theta": 300.0)",
                R"("local_rope_theta": 310.0)", "k_1"),
    configFault("ModernBertPooling", "modernbert_classifier", R"("classifier_pooling": "mean")",
                R"("classifier_pooling": "cls")", "logits"),
    configFault("LongformerEpsilon", "longformer", R"("layer_norm_eps": 1e-05)", R"("layer_norm_eps": 1e-06)",
                "hidden_0"),
    configFault("LongformerActivation", "longformer", R"("hidden_act": "gelu")",
                R"("hidden_act": "gelu_new")", "hidden_1"),
    configFault("LongformerWindow", "longformer_chosen", "\"attention_window\": [\n    4",
                "\"attention_window\": [\n    6", "attention_0"),
    configFault("LongformerSeparator", "longformer_questions", R"("sep_token_id": 2)", R"("sep_token_id": 3)",
                "attention_0"),
    {"DebertaHeads", "deberta_v2",
     [](std::string&, std::string& w) {
         swapHeads(w, "deberta.encoder.layer.0.attention.self.pos_key_proj", 12);
     },
     "attention_0"},
    {"DebertaScale", "deberta_v2",
     [](std::string&, std::string& w) {
         for (const char* name : {"query_proj", "pos_query_proj"}) {
             const std::string projection = "deberta.encoder.layer.0.attention.self." + std::string(name);
             multiply(w, projection + ".weight", 1.7320508F);
             multiply(w, projection + ".bias", 1.7320508F);
         }
     },
     "attention_0"},
    {"DebertaRowOfDistance", "deberta_v3",
     [](std::string&, std::string& w) { shiftRows(w, "deberta.encoder.rel_embeddings.weight"); },
     "attention_0"},
    {"DebertaGroupsOfChannels", "deberta_groups",
     [](std::string&, std::string& w) { swapHalves(w, "deberta.encoder.conv.conv.weight"); }, "hidden_1"},
    {"ModernBertHeads", "modernbert",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.attn.Wqkv.weight"); }, "attention_0"},
    {"ModernBertScale", "modernbert",
     [](std::string&, std::string& w) { multiply(w, "model.layers.2.attn.Wqkv.weight", 3.4641016F); },
     "attention_2"},
    {"ModernBertGateAndUp", "modernbert",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.mlp.Wi.weight"); }, "hidden_1"},
    {"LongformerHeads", "longformer_chosen",
     [](std::string&, std::string& w) { swapHeads(w, "encoder.layer.0.attention.self.query_global", 10); },
     "attention_0"},
    {"LongformerScale", "longformer_classifier",
     [](std::string&, std::string& w) {
         multiply(w, "longformer.encoder.layer.0.attention.self.query_global.weight", 3.1622777F);
     },
     "attention_0"},
    {"LongformerValuesOfGlobalRows", "longformer_chosen",
     [](std::string&, std::string& w) { zero(w, "encoder.layer.1.attention.self.value_global.bias"); },
     "hidden_2"},
    {"ElectraHeads", "electra",
     [](std::string&, std::string& w) { swapHeads(w, "electra.encoder.layer.0.attention.self.query", 12); },
     "attention_0"},
    {"ElectraScale", "electra",
     [](std::string&, std::string& w) {
         multiply(w, "electra.encoder.layer.0.attention.self.query.weight", 3.4641016F);
         multiply(w, "electra.encoder.layer.0.attention.self.query.bias", 3.4641016F);
     },
     "attention_0"},
    {"ElectraProjectionOfEmbeddings", "electra",
     [](std::string&, std::string& w) { zero(w, "electra.embeddings_project.bias"); }, "hidden_0"},
    {"AlbertHeads", "albert_groups",
     [](std::string&, std::string& w) {
         swapHeads(w, "encoder.albert_layer_groups.1.albert_layers.1.attention.key", 12);
     },
     "attention_5"},
    {"AlbertScale", "albert",
     [](std::string&, std::string& w) {
         multiply(w, "albert.encoder.albert_layer_groups.0.albert_layers.0.attention.query.weight",
                  3.4641016F);
     },
     "attention_0"},
    {"AlbertInnerLayer", "albert_groups",
     [](std::string&, std::string& w) {
         multiply(w, "encoder.albert_layer_groups.0.albert_layers.1.ffn.weight", 1.01F);
     },
     "hidden_2"},
    {"MpnetHeads", "mpnet",
     [](std::string&, std::string& w) { swapHeads(w, "mpnet.encoder.layer.1.attention.attn.q", 10); },
     "attention_1"},
    {"MpnetScale", "mpnet",
     [](std::string&, std::string& w) {
         multiply(w, "mpnet.encoder.layer.0.attention.attn.q.weight", 3.1622777F);
     },
     "attention_0"},
    {"MpnetBucket", "mpnet",
     [](std::string&, std::string& w) { shiftRows(w, "mpnet.encoder.relative_attention_bias.weight"); },
     "attention_0"},
    {"MpnetDirection", "mpnet",
     [](std::string&, std::string& w) { swapHalves(w, "mpnet.encoder.relative_attention_bias.weight"); },
     "attention_1"},
};

class EncoderFault : public ::testing::TestWithParam<Fault> {};

TEST_P(EncoderFault, IsNoticed) {
    expectNoticed(GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, EncoderFault, ::testing::ValuesIn(faults),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace headscope::test::faults
