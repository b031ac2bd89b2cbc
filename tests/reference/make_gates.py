"""Writes what transformers computes from the checkpoints of tests/data/models when heads are gated.

tests/data/gates/<name>.safetensors holds the input (ids, and type_ids or global_tokens where the fixture has them),
gates F32 [gate, 3] (layer, head, factor) and hidden_L F32 [n, hidden], the final hidden states. A gate is a hook on the
projection that mixes the heads: it multiplies the head's columns of what the projection reads.

    python make_gates.py [NAME ...]
"""

import sys
from contextlib import nullcontext

import numpy as np
import safetensors.numpy
import torch
import transformers as hf

from common import DATA, MODELS
from make_models import EAGER, WRAPPING
from model_recipes import all_recipes
from model_recipes_decoders import decoder_recipes
from model_recipes_encoders import encoder_recipes
from recorded_states import mask_without_bias

GATES = DATA / "gates"
MIXING = (".attention.output.dense", ".attention.out_lin", ".self_attn.o_proj", ".attn.c_proj", ".attn.out_proj",
          ".attention.dense", ".self_attention.dense", ".self_attn.dense", ".self_attn.out_proj", ".attn.o", ".attn.Wo",
          ".attention.out_proj")
# Other heads on top or another file around the same blocks.
SAME_BLOCKS = ("_classifier", "_tokens", "_questions", "_legacy", "_f16", "_sharded", "_bf16")
INPUTS = ("ids", "type_ids", "global_tokens")


def gates_of(model, layers):
    """A removed head in the first layer, a weakened and a strengthened one in the last."""
    heads = model.config.num_attention_heads
    strengthened = [(layers - 1, 0, 1.75)] if layers > 1 else []
    return [(0, 0, 0.0), (layers - 1, heads - 1, 0.5), *strengthened]


def add_gates(model, gates):
    """Hooks every mixing projection; layers that share weights are told apart by the order of the calls."""
    calls = []

    def gate(_module, inputs):
        (mixed,) = inputs
        layer = len(calls)
        calls.append(layer)
        mixed = mixed.clone()
        width = mixed.shape[-1] // model.config.num_attention_heads
        for at, head, factor in gates:
            if at == layer:
                mixed[..., head * width:(head + 1) * width] *= factor
        return (mixed,)

    for name, module in model.named_modules():
        if name.endswith(MIXING):
            module.register_forward_pre_hook(gate)
    return calls


def write_gated(recipe):
    """Writes one file; answers how far the gates move the final hidden states."""
    folder = MODELS / recipe.name
    expected = safetensors.numpy.load_file(folder / "expected.safetensors")
    layers = sum(name.startswith("attention_") for name in expected)
    model = recipe.model_class.from_pretrained(folder, dtype=torch.float32, **EAGER).eval()
    gates = gates_of(model, layers)
    calls = add_gates(model, gates)
    inputs = {"input_ids": torch.from_numpy(expected["ids"])[None]}
    if "type_ids" in expected:
        inputs["token_type_ids"] = torch.from_numpy(expected["type_ids"])[None]
    if "global_tokens" in expected:
        inputs["global_attention_mask"] = torch.zeros_like(inputs["input_ids"])
        inputs["global_attention_mask"][0, expected["global_tokens"].tolist()] = 1
    with torch.no_grad(), mask_without_bias(model) if recipe.mask_without_bias else nullcontext():
        hidden = model(**inputs, output_hidden_states=True).hidden_states[-1][0].numpy()
    if calls != list(range(layers)):
        raise SystemExit(f"{recipe.name}: {len(calls)} projections were gated, but there are {layers} layers")
    tensors = {name: expected[name] for name in INPUTS if name in expected}
    tensors["gates"] = np.array(gates, np.float32)
    tensors[f"hidden_{layers}"] = np.ascontiguousarray(hidden)
    safetensors.numpy.save_file(tensors, GATES / f"{recipe.name}.safetensors")
    return float(np.abs(hidden - expected[f"hidden_{layers}"]).max())


def main(names):
    torch.set_num_threads(1)
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    GATES.mkdir(exist_ok=True)
    for recipe in all_recipes() + encoder_recipes() + decoder_recipes():
        if recipe.name.endswith(SAME_BLOCKS) or recipe.name in WRAPPING or (names and recipe.name not in names):
            continue
        moved = write_gated(recipe)
        print(f"{recipe.name}: the gates move hidden states by up to {moved:.2f}", flush=True)
        if not moved > 0.1:
            raise SystemExit(f"{recipe.name}: the gates change too little to show faults")


if __name__ == "__main__":
    main(sys.argv[1:])
