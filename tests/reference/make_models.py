"""Writes the small random checkpoints of tests/data/models and what transformers computes from them.

tests/data/models/<name>/ holds what save_pretrained writes (config.json, model.safetensors or shards with their index)
and expected.safetensors, computed by the reloaded model with eager attention in float32:

    ids           I64 [n]                 the input, special tokens included, no padding
    type_ids      I64 [n]                 segments, only where the family uses them
    global_tokens I64 [m]                 positions that were named as global, only where some were
    attention_L   F32 [heads, n, n]       weights after softmax, row = query
    hidden_L      F32 [n, hidden]         0 is the embedding output, the last one is after the final norm
    q_L           F32 [heads, n, headDim] after rotary, before the scale
    k_L           F32 [kvHeads, n, headDim] after rotary
    v_L           F32 [kvHeads, n, headDim]
    global_k_L    F32 [heads, n, headDim] of a Longformer with global tokens: what their rows of q_L look at
    global_v_L    F32 [heads, n, headDim] likewise
    logits        F32 [n, vocab] of language models, [labels] of sequence classifiers, [n] of ELECTRA's discriminator,
                  [n, 2] begin and end of question answering, absent from bare models

Every parameter is random, norms and biases included, and scaled so that attention is neither flat nor one-hot: a fresh
initialisation would hide most faults. The last bits of the expected values depend on the processor's instruction set.

    python make_models.py [NAME ...]
"""

import json
import shutil
import sys

import numpy as np
import safetensors.numpy
import safetensors.torch
import torch
import transformers as hf

from common import MODELS, random_state
from model_recipes import all_recipes
from model_recipes_decoders import decoder_recipes
from model_recipes_encoders import encoder_recipes
from recorded_states import layer_tensors

MAX_FILE_BYTES = 300_000
# Faster ways give no weights, or want sizes that are multiples of eight.
EAGER = dict(attn_implementation="eager", experts_implementation="eager")


def scale_of(name, shape, recipe):
    """Mean and standard deviation of a parameter, chosen by what its name says it is, or as the recipe says."""
    for part, deviation in recipe.deviations:
        if part in name and name.endswith("weight"):
            return (0.0, deviation)
    if name.endswith("sinks"):
        return (0.5, 0.7)
    if "norm" in name.lower() or "ln_" in name:
        return (recipe.norm_mean, 0.25) if name.endswith("weight") else (0.0, 0.2)
    if name.endswith("bias"):
        return (0.0, 0.3)
    if "embed" in name or ".wte" in name or ".wpe" in name or name.startswith(("wte", "wpe")):
        return (0.0, recipe.spread)
    inputs = shape[0] if "c_" in name else shape[1]
    sharp = any(part in name for part in ("query", "key", "q_lin", "k_lin", "q_proj", "k_proj", "c_attn",
                                        "attn.q.", "attn.k.", "Wqkv",
                                        "qkv_proj"))
    back = any(part in name for part in ("output.dense", "out_lin", "lin2", "o_proj", "down_proj", "c_proj",
                                       "attn.o.", "attention.dense", "ffn_output", "Wo."))
    return (0.0, (recipe.gain if sharp else 0.7 if back else 1.4) / np.sqrt(inputs))


def randomise(model, recipe):
    """Overwrites every parameter with numbers that depend on the recipe's seed and the parameter's name only.

    The decoder's bias is the same as the head's, as in every real file.
    """
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            plain = name.removeprefix(model.base_model_prefix + ".").replace("decoder.bias", "bias")
            mean, deviation = scale_of(plain, parameter.shape, recipe)
            numbers = random_state(f"{recipe.seed_name}/{plain}").standard_normal(tuple(parameter.shape))
            parameter.copy_(torch.from_numpy((mean + deviation * numbers).astype(np.float32)))


def fill_ids(recipe):
    """The recipe's ids with random plain tokens in the open places; ids below 8 are kept for special tokens."""
    draw = random_state(f"{recipe.seed_name}/ids")
    top = min(recipe.config.vocab_size, 128)
    return [int(draw.randint(8, top)) if token is None else token for token in recipe.ids]


def compute(model, recipe):
    """Runs the model once and returns the tensors of expected.safetensors."""
    ids = torch.tensor([fill_ids(recipe)])
    inputs = {"input_ids": ids}
    if recipe.type_ids:
        inputs["token_type_ids"] = torch.tensor([recipe.type_ids])
    if recipe.global_tokens is not None:
        inputs["global_attention_mask"] = torch.zeros_like(ids)
        inputs["global_attention_mask"][0, list(recipe.global_tokens)] = 1
    with torch.no_grad():
        output, tensors = layer_tensors(model, inputs, recipe)
    tensors["ids"] = ids[0]
    if recipe.type_ids:
        tensors["type_ids"] = inputs["token_type_ids"][0]
    if recipe.global_tokens is not None:
        tensors["global_tokens"] = torch.tensor(recipe.global_tokens)
    for layer, hidden in enumerate(output.hidden_states):
        tensors[f"hidden_{layer}"] = hidden[0]
    if "logits" in output:
        tensors["logits"] = output.logits[0]
    if "start_logits" in output:
        tensors["logits"] = torch.stack([output.start_logits[0], output.end_logits[0]], dim=-1)
    return {name: np.ascontiguousarray(tensor.numpy()) for name, tensor in tensors.items()}


def relative_entropies(expected):
    """Per head the mean over queries of entropy / ln(visible keys); queries that see one key do not count."""
    heads = []
    for name in sorted(expected):
        if name.startswith("attention_"):
            weights = expected[name].astype(np.float64)
            visible = (weights > 0).sum(-1)
            terms = np.where(weights > 0, weights * np.log(np.maximum(weights, 1e-300)), 0.0)
            relative = -terms.sum(-1)[visible > 1].reshape(len(weights), -1)
            relative /= np.log(visible[visible > 1].reshape(len(weights), -1))
            heads.extend(relative.mean(-1))
    return heads


def rewrite_config(folder, recipe):
    """Brings config.json into the state the recipe asks for: older rope keys, keys left out."""
    path = folder / "config.json"
    config = json.loads(path.read_text("utf-8"))
    rope = config.pop("rope_parameters", None) if recipe.old_rope else None
    if rope:
        config["rope_theta"] = rope.pop("rope_theta")
        config["rope_scaling"] = rope if rope["rope_type"] != "default" else None
        config["torch_dtype"] = config.pop("dtype")
    for key in recipe.omit:
        config.pop(key, None)
    config.update(recipe.keys)
    path.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", "utf-8")


def add_old_buffers(folder, rename, buffers):
    """Rewrites model.safetensors with renamed tensors and with buffers that old versions stored."""
    path = folder / "model.safetensors"
    tensors = {rename(name): tensor for name, tensor in safetensors.torch.load_file(path).items()}
    safetensors.torch.save_file({**tensors, **buffers}, path, metadata={"format": "pt"})


def age_bert(folder, config):
    """LayerNorm.gamma and .beta, and the position_ids buffer, as files of 2019 have them."""
    def rename(name):
        return name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")

    positions = torch.arange(config.max_position_embeddings).expand(1, -1).contiguous()
    add_old_buffers(folder, rename, {"embeddings.position_ids": positions})


def age_gpt2(folder, config):
    """The causal masks that the first GPT-2 files store under names that look like biases."""
    size = config.n_positions
    buffers = {}
    for layer in range(config.n_layer):
        buffers[f"h.{layer}.attn.bias"] = torch.tril(torch.ones(size, size)).view(1, 1, size, size)
        buffers[f"h.{layer}.attn.masked_bias"] = torch.tensor(-10000.0)
    add_old_buffers(folder, lambda name: name, buffers)


def nest_gemma3(folder, _config):
    """The text model as a part of one that sees, as the larger files are: nested config, longer names."""
    path = folder / "config.json"
    text = json.loads(path.read_text("utf-8"))
    whole = {"model_type": "gemma3", "architectures": ["Gemma3ForConditionalGeneration"], "text_config": text}
    del text["architectures"]
    path.write_text(json.dumps(whole, indent=2, sort_keys=True) + "\n", "utf-8")
    tower = {"vision_tower.vision_model.post_layernorm.weight": torch.ones(4)}
    add_old_buffers(folder, lambda name: "language_model." + name, tower)


AGEING = {"bert_legacy": age_bert, "gpt2_bare": age_gpt2}
WRAPPING = {"gemma3_nested": nest_gemma3}  # after which transformers needs another class


def check_against_fused(folder, recipe, expected):
    """Stops when SDPA attention, which shows no weights, gives other logits than eager attention did."""
    fused = recipe.model_class.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa").eval()
    with torch.no_grad():
        logits = fused(torch.from_numpy(expected["ids"])[None]).logits[0].numpy()
    if not np.allclose(logits, expected["logits"], rtol=0, atol=1e-5):
        raise SystemExit(f"{recipe.name}: eager attention is not what SDPA computes")


def write_model(recipe):
    """Writes one folder and returns its heads' relative entropies."""
    folder = MODELS / recipe.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    model = recipe.model_class._from_config(recipe.config, **EAGER).eval()
    randomise(model, recipe)
    in_memory = compute(model, recipe)
    model.to(getattr(torch, recipe.store)).save_pretrained(folder, max_shard_size=recipe.shard_size)
    rewrite_config(folder, recipe)
    if recipe.name in AGEING:
        AGEING[recipe.name](folder, recipe.config)
    reloaded, report = recipe.model_class.from_pretrained(
        folder, dtype=torch.float32, output_loading_info=True, **EAGER)
    if report["missing_keys"]:
        raise SystemExit(f"{recipe.name}: missing after reload: {sorted(report['missing_keys'])}")
    expected = compute(reloaded.eval(), recipe)
    if recipe.mask_without_bias:
        check_against_fused(folder, recipe, expected)
    if recipe.store == "float32":
        for name, tensor in expected.items():  # rounding may differ: a mapped file is aligned otherwise
            if not np.allclose(tensor, in_memory[name], rtol=0, atol=3e-6):
                raise SystemExit(f"{recipe.name}: {name} changed between memory and file")
    if recipe.name in WRAPPING:
        WRAPPING[recipe.name](folder, recipe.config)
    safetensors.numpy.save_file(expected, folder / "expected.safetensors")
    return relative_entropies(expected)


def check(recipe, entropies):
    """Prints one line about the folder and stops when its attention is too flat, too sharp, or a file too large."""
    files = list((MODELS / recipe.name).iterdir())
    mean = float(np.mean(entropies))
    sizes = ", ".join(f"{file.name} {file.stat().st_size}" for file in sorted(files) if file.suffix == ".safetensors")
    print(f"{recipe.name}: entropy {mean:.2f} ({min(entropies):.2f} to {max(entropies):.2f}); {sizes}", flush=True)
    if not (0.3 < mean < 0.9 and min(entropies) > 0.15 and max(entropies) < 0.97):
        raise SystemExit(f"{recipe.name}: attention hides faults, change gain")
    if max(file.stat().st_size for file in files) > MAX_FILE_BYTES:
        raise SystemExit(f"{recipe.name}: a file is larger than {MAX_FILE_BYTES} bytes")


def main(names):
    torch.set_num_threads(1)
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    for recipe in all_recipes() + encoder_recipes() + decoder_recipes():
        if not names or recipe.name in names:
            check(recipe, write_model(recipe))


if __name__ == "__main__":
    main(sys.argv[1:])
