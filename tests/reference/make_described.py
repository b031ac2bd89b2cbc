"""Writes tests/data/described: models of plain PyTorch with the headscope.json a person would write for them.

Each folder holds the state dict (model.safetensors, or model.pt where a person would have it so), headscope.json, and
expected/expected.safetensors:

    vectors       F32 [n, width]          the input of a model without embeddings; else ids I64 [n]
    attention_L   F32 [heads, n, n]       weights after softmax, row = query
    hidden_L      F32 [n, width]          0 is what the first layer reads, the last one is after the final norm
    logits        F32 [n, words]          where the model has an output
"""

import contextlib
import json
import math
import os
import runpy
import shutil
import tempfile
from pathlib import Path

import numpy as np
import safetensors.numpy
import safetensors.torch
import torch
from torch import nn

import common
import described_heads

DESCRIBED = common.DATA / "described"
POSITIONS = 9


def randomise(module, name):
    """Random parameters without a zero bias or a one in a norm, which would hide faults."""
    stream = common.random_state(name)
    with torch.no_grad():
        for key, parameter in module.named_parameters():
            values = torch.from_numpy(stream.randn(*parameter.shape).astype("float32"))
            name = key.split(".")[-1]
            if ("norm" in key or "ln" in key) and name in ("weight", "w"):
                parameter.copy_(1 + 0.2 * values)
            elif parameter.dim() == 1 or name == "b" or name.startswith("b_"):
                parameter.copy_(0.2 * values)
            else:
                inputs = parameter.shape[-2 if name.startswith("W_") else -1]
                parameter.copy_(1.3 / math.sqrt(inputs) * values)
    return module.eval()


def random_vectors(name, width):
    return torch.from_numpy(common.random_state(name + " input").randn(POSITIONS, width).astype("float32"))


def causal_mask(causal):
    return torch.triu(torch.full((POSITIONS, POSITIONS), -math.inf), diagonal=1) if causal else None


def weights_of(attention, x, mask):
    """[heads, n, n] of an nn.MultiheadAttention for x [n, width]."""
    weights = attention(x, x, x, attn_mask=mask, need_weights=True, average_attn_weights=False)[1]
    return weights.detach()


def encode(encoder, x, mask):
    """What an nn.TransformerEncoder computes of x, with everything on the way."""
    found = {"hidden_0": x}
    for i, layer in enumerate(encoder.layers):
        found[f"attention_{i}"] = weights_of(layer.self_attn, layer.norm1(x) if layer.norm_first else x, mask)
        x = layer(x, src_mask=mask)
        found[f"hidden_{i + 1}"] = x
    if encoder.norm is not None:
        x = found[f"hidden_{len(encoder.layers)}"] = encoder.norm(x)
    whole = encoder(found["hidden_0"], mask=mask)
    if not torch.allclose(whole, x, rtol=0, atol=1e-6):
        raise SystemExit("the encoder's layers one by one are not the encoder")
    return found


def encoder(name, causal, norm, **options):
    layer = nn.TransformerEncoderLayer(24, 4, 38, dropout=0, batch_first=True, **options)
    return randomise(nn.TransformerEncoder(layer, 2, norm=norm, enable_nested_tensor=False), name), causal_mask(causal)


ENCODER_TENSORS = {
    "qkv": "layers.{}.self_attn.in_proj_weight",
    "attention_out": "layers.{}.self_attn.out_proj.weight",
    "attention_norm": "layers.{}.norm1.weight",
    "mlp_up": "layers.{}.linear1.weight",
    "mlp_down": "layers.{}.linear2.weight",
    "mlp_norm": "layers.{}.norm2.weight",
}


def encoder_post(name):
    model, mask = encoder(name, False, None)
    return model, {"heads": 4, "tensors": ENCODER_TENSORS}, encode(model, random_vectors(name, 24), mask)


def encoder_pre(name):
    model, mask = encoder(name, True, nn.LayerNorm(24), activation="gelu", norm_first=True)
    description = {"heads": 4, "placement": "pre", "activation": "gelu", "causal": True,
                   "tensors": {**ENCODER_TENSORS, "final_norm": "norm.weight"}}
    return model, description, encode(model, random_vectors(name, 24), mask)


def encoder_no_bias(name):
    model, mask = encoder(name, False, None, activation="gelu", norm_first=True, bias=False, layer_norm_eps=1e-3)
    description = {"heads": 4, "placement": "pre", "activation": "gelu", "epsilon": 1e-3, "tensors": ENCODER_TENSORS}
    return model, description, encode(model, random_vectors(name, 24), mask)


def packed_attention(name):
    model = randomise(nn.MultiheadAttention(20, 5, batch_first=True), name)
    x = random_vectors(name, 20)
    mask = causal_mask(True)
    description = {"heads": 5, "causal": True, "residual": False,
                   "tensors": {"qkv": "in_proj_weight", "attention_out": "out_proj.weight"}}
    found = {"hidden_0": x, "attention_0": weights_of(model, x, mask), "hidden_1": model(x, x, x, attn_mask=mask)[0]}
    return model, description, found


class Attention(nn.Module):
    """As tutorials write it."""

    def __init__(self, width, heads, bias):
        super().__init__()
        self.heads = heads
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(width, width, bias=bias))

    def forward(self, x, mask=None):
        def split(y):
            return y.view(len(y), self.heads, -1).transpose(0, 1)

        scores = split(self.W_Q(x)) @ split(self.W_K(x)).transpose(1, 2) / math.sqrt(x.shape[1] // self.heads)
        weights = (scores if mask is None else scores + mask).softmax(-1)
        return self.W_O((weights @ split(self.W_V(x))).transpose(0, 1).reshape(x.shape)), weights


TUTORIAL_TENSORS = {"q": "W_Q.weight", "k": "W_K.weight", "v": "W_V.weight", "attention_out": "W_O.weight"}


def tutorial(name, bias, causal):
    model = randomise(Attention(20, 5, bias), name)
    x = random_vectors(name, 20)
    y, weights = model(x, causal_mask(causal))
    description = {"heads": 5, "causal": causal, "residual": False, "tensors": TUTORIAL_TENSORS}
    return model, description, {"hidden_0": x, "attention_0": weights, "hidden_1": y}


def tutorial_bias(name):
    return tutorial(name, True, False)


def tutorial_causal(name):
    return tutorial(name, False, True)


class Parameters(nn.Module):
    """One head of bare parameters, x @ W, with nothing behind it."""

    def __init__(self, width):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            setattr(self, name, nn.Parameter(torch.zeros(width, width)))

    def forward(self, x):
        weights = ((x @ self.W_query) @ (x @ self.W_key).T / math.sqrt(x.shape[1])).softmax(-1)
        return weights @ (x @ self.W_value), weights


def parameters(name):
    model = randomise(Parameters(12), name)
    x = random_vectors(name, 12)
    y, weights = model(x)
    description = {"heads": 1, "linear": "in_out", "residual": False,
                   "tensors": {"q": "W_query", "k": "W_key", "v": "W_value"}}
    return model, description, {"hidden_0": x, "attention_0": weights, "hidden_1": y}


class Words(nn.Module):
    """A language model: embeddings times √width, a table of sines in the state dict, causal encoder, output."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(61, 24)
        angles = torch.arange(30)[:, None] * torch.exp(torch.arange(0, 24, 2) * (-math.log(10000.0) / 24))
        self.register_buffer("pe", torch.stack([angles.sin(), angles.cos()], -1).view(30, 1, 24))
        layer = nn.TransformerEncoderLayer(24, 3, 40, dropout=0, batch_first=True)
        self.transformer_encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.decoder = nn.Linear(24, 61)


def words(name):
    model = randomise(Words(), name)
    ids = torch.from_numpy(common.random_state(name + " input").randint(0, 61, POSITIONS))
    x = model.embedding(ids) * math.sqrt(24) + model.pe[:POSITIONS, 0]
    found = encode(model.transformer_encoder, x, causal_mask(True))
    found.update(ids=ids, logits=model.decoder(found["hidden_2"]))
    tensors = {key: "transformer_encoder." + value for key, value in ENCODER_TENSORS.items()}
    tensors.update(token_embedding="embedding.weight", position_embedding="pe", output="decoder.weight")
    return model, {"heads": 3, "causal": True, "embedding_times_root": True, "tensors": tensors}, found


def random_ids(name, words):
    return torch.from_numpy(common.random_state(name + " input").randint(0, words, POSITIONS))


def lecture(name):
    model = randomise(described_heads.Lecture(), name)
    return model, described_heads.LECTURE, model.run(random_ids(name, 53))


def heads_alone(name):
    model = randomise(described_heads.HeadsAlone(), name)
    return model, described_heads.HEADS_ALONE, model.run(random_vectors(name, 20))


def einsum(name):
    model = randomise(described_heads.Einsum(), name)
    return model, described_heads.EINSUM, model.run(random_ids(name, 53))


def stacked(name):
    model = randomise(described_heads.Stacked(), name)
    return model, described_heads.STACKED, model.run(random_vectors(name, 18))


def mixed(name):
    model = randomise(described_heads.Mixed(), name)
    return model, described_heads.MIXED, model.run(random_vectors(name, 20))


MODELS = [encoder_post, encoder_pre, encoder_no_bias, packed_attention, tutorial_bias, tutorial_causal, parameters, words,
          lecture, heads_alone, einsum, stacked, mixed]
TORCH_FILES = ("encoder_pre", "words", "lecture")


def write(folder, tensors, description, found, torch_file):
    (folder / "expected").mkdir(parents=True)
    if torch_file:
        torch.save(tensors, folder / "model.pt")
    else:
        safetensors.torch.save_file(tensors, folder / "model.safetensors")
    if description:
        (folder / "headscope.json").write_text(json.dumps(description, indent=2) + "\n", "utf-8")
    if "ids" not in found:
        found = {"vectors": found["hidden_0"], **found}
    safetensors.numpy.save_file({key: np.ascontiguousarray(value.detach().numpy()) for key, value in found.items()},
                                folder / "expected" / "expected.safetensors")


def write_example():
    """README's example as it stands; its headscope.json is what `headscope describe` makes of it."""
    script = Path(__file__).with_name("own_attention.py")
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        made = runpy.run_path(str(script))
        y, weights = made["model"](made["x"])
        found = {"hidden_0": made["x"], "attention_0": weights, "hidden_1": y}
        folder = DESCRIBED / "own_attention"
        write(folder, made["model"].state_dict(), None, found, True)
        shutil.copy(Path("mine") / "x.npy", folder)


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    torch.backends.mha.set_fastpath_enabled(False)
    shutil.rmtree(DESCRIBED, ignore_errors=True)
    for make in MODELS:
        name = make.__name__
        model, description, found = make(name)
        write(DESCRIBED / name, model.state_dict(), description, found, name in TORCH_FILES)
        flattest = max(float(-(w * w.clamp(min=1e-30).log()).sum(-1).mean())
                       for key, w in found.items() if key.startswith("attention"))
        if flattest > 0.9 * math.log(POSITIONS):
            raise SystemExit(f"{name}: attention hides faults")
        print(f"{name}: entropy {flattest:.2f} of {math.log(POSITIONS):.2f}", flush=True)
    write_example()


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
