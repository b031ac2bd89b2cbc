"""Norm-based and effective attention by plain PyTorch on transformers, for the tests and for real checkpoints.

    python norms.py                                           makes tests/data/norms/*.safetensors
    python norms.py FOLDER --headscope BINARY [--tokens 128]  compares what headscope computes from a checkpoint

Nothing is computed the way headscope does it: every vector weight * f(x) is made and measured, the norm of a layer's
sum is that of the added vectors, and the effective attention comes from the pseudo-inverse of the values.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import safetensors.numpy
import torch
import transformers as hf

DATA = Path(__file__).parent.parent / "data"
NORMS = DATA / "norms"
FIXTURES = ("bert", "llama")
VALUES = ("attention.self.value", "self_attn.v_proj")
OUTPUTS = ("attention.output.dense", "self_attn.o_proj")


def hooked(model):
    """Per layer what the value projection gives, and what the output projection reads, gives and is."""
    layers = {"v": [], "z": [], "y": [], "out": []}

    def keep_value(_module, _inputs, output):
        layers["v"].append(output[0])

    def keep_output(module, inputs, output):
        layers["z"].append(inputs[0][0])
        layers["y"].append(output[0])
        layers["out"].append(module)

    for name, module in model.named_modules():
        if name.endswith(VALUES):
            module.register_forward_hook(keep_value)
        if name.endswith(OUTPUTS):
            module.register_forward_hook(keep_output)
    return layers


def measures(model, inputs):
    """Every layer's numbers in double precision, by the names that headscope gives its arrays."""
    layers = hooked(model)
    with torch.no_grad():
        attentions = model(**inputs, output_attentions=True).attentions
    heads = model.config.num_attention_heads
    for layer, weights in enumerate(attentions):
        a = weights[0].double()
        out = layers["out"][layer]
        width = out.weight.shape[1] // heads
        v = layers["v"][layer].double().unflatten(-1, (-1, width)).transpose(0, 1)
        v = v.repeat_interleave(heads // len(v), 0)
        w_o = out.weight.detach().double().T.reshape(heads, width, -1)
        f = v @ w_o
        vectors = a[..., None] * f[:, None]  # [head, query, key, width of the model]
        z = layers["z"][layer].double().unflatten(-1, (heads, width)).transpose(0, 1)
        bias = 0 if out.bias is None else out.bias.detach().double()
        y = layers["y"][layer].double()
        assert torch.allclose(vectors.sum((0, 2)) + bias, y, atol=1e-4), "contributions do not add up"
        yield layer, {
            "norms": vectors.norm(dim=-1),
            "layer_norms": vectors.sum(0).norm(dim=-1),
            "effective": a @ v @ torch.linalg.pinv(v, rcond=1e-6),
            "output_norm": (z @ w_o).norm(dim=-1),
            "output_share": (z @ w_o).norm(dim=-1) / y.norm(dim=-1),
        }


def opened(folder):
    return hf.AutoModel.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()


def make():
    NORMS.mkdir(exist_ok=True)
    for name in FIXTURES:
        folder = DATA / "models" / name
        expected = safetensors.numpy.load_file(folder / "expected.safetensors")
        inputs = {"input_ids": torch.from_numpy(expected["ids"])[None]}
        if "type_ids" in expected:
            inputs["token_type_ids"] = torch.from_numpy(expected["type_ids"])[None]
        model = opened(folder)
        *_, (layer, last) = measures(model, inputs)  # one layer says enough
        if hasattr(model.config, "num_key_value_heads"):
            del last["effective"]  # causal: it is not defined
        tensors = {key: expected[key] for key in ("ids", "type_ids") if key in expected}
        tensors["layer"] = np.array([layer], np.int32)
        tensors |= {key: np.ascontiguousarray(value.numpy().astype(np.float32)) for key, value in last.items()}
        safetensors.numpy.save_file(tensors, NORMS / f"{name}.safetensors")
        print(name, {key: value.shape for key, value in tensors.items()})


def compare(folder, program, tokens):
    ids = [101, *(2000 + 7919 * i % 20000 for i in range(tokens - 2)), 102]
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "ours.npz"
        subprocess.run([program, "attention", folder, "--ids", ",".join(map(str, ids)), "--with", "norms,effective",
                        "--out", str(file)], check=True)
        ours = np.load(file)
        worst = {}
        for layer, theirs in measures(opened(folder), {"input_ids": torch.tensor([ids])}):
            for key in ("norms", "layer_norms", "effective"):
                name = f"{key}_self_{layer}"
                if key != "effective" or name in ours:
                    difference = np.abs(ours[name] - theirs[key].numpy()).max()
                    worst[key] = max(worst.get(key, 0), difference)
    print({key: float(value) for key, value in worst.items()})
    return 0 if max(worst.values()) <= 1e-4 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--headscope")
    parser.add_argument("--tokens", type=int, default=128)
    options = parser.parse_args()
    torch.set_num_threads(1)
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    if not options.folder:
        return make()
    return compare(options.folder, options.headscope, options.tokens)


if __name__ == "__main__":
    sys.exit(main())
