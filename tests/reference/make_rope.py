"""Writes tests/data/rope: settings of rotary position embedding, and the cosines and sines that transformers makes of them.

rope/cases.json               per case its name, base, columns, positions of the model, and its rope settings
rope/expected.safetensors     positions I64 [n], and per case cos_NAME and sin_NAME F32 [n, columns / 2]

The tables are those of one text of 8192 tokens, at a few positions up to the last one.
"""

import shutil

import numpy as np
import safetensors.numpy
import torch
import transformers as hf
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

from common import DATA, write_json_rows

ROPE = DATA / "rope"
DIM = 64
LENGTH = 8192
POSITIONS = (0, 1, 7, 100, 1023, 2048, 4095, 6001, 8190, 8191)
FACTORS = {"short_factor": [1.0 + 0.01 * i for i in range(DIM // 2)],
           "long_factor": [1.0 + 0.3 * i for i in range(DIM // 2)]}

CASES = {
    "default": (8192, dict(rope_type="default", rope_theta=10000.0)),
    "million": (32768, dict(rope_type="default", rope_theta=1000000.0)),
    "linear": (8192, dict(rope_type="linear", rope_theta=10000.0, factor=4.0)),
    "dynamic": (4096, dict(rope_type="dynamic", rope_theta=10000.0, factor=2.0)),
    "llama3": (131072, dict(rope_type="llama3", rope_theta=500000.0, factor=8.0, low_freq_factor=1.0,
                            high_freq_factor=4.0, original_max_position_embeddings=8192)),
    "yarn": (32768, dict(rope_type="yarn", rope_theta=10000.0, factor=8.0, original_max_position_embeddings=4096)),
    "longrope": (131072, dict(rope_type="longrope", rope_theta=10000.0, original_max_position_embeddings=4096,
                              factor=32.0, **FACTORS)),
}


def table(positions, settings):
    """Cosines and sines at POSITIONS, [n, DIM / 2] each."""
    config = hf.LlamaConfig(hidden_size=DIM, num_attention_heads=1, num_key_value_heads=1, head_dim=DIM,
                            max_position_embeddings=positions, rope_parameters=dict(settings))
    rotary = LlamaRotaryEmbedding(config)
    cosines, sines = rotary(torch.zeros(1, LENGTH, DIM), torch.arange(LENGTH)[None])
    return [np.ascontiguousarray(part[0, list(POSITIONS), :DIM // 2].numpy()) for part in (cosines, sines)]


def main():
    torch.set_num_threads(1)
    hf.logging.set_verbosity_error()
    shutil.rmtree(ROPE, ignore_errors=True)
    ROPE.mkdir(parents=True)
    tensors = {"positions": np.array(POSITIONS, np.int64)}
    rows = []
    for name, (positions, settings) in CASES.items():
        tensors[f"cos_{name}"], tensors[f"sin_{name}"] = table(positions, settings)
        rows.append(dict(name=name, theta=settings["rope_theta"], columns=DIM, positions=positions, settings=settings))
    write_json_rows(ROPE / "cases.json", "cases", rows)
    safetensors.numpy.save_file(tensors, ROPE / "expected.safetensors")


if __name__ == "__main__":
    main()
