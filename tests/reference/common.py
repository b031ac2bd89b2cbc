"""What every script of this folder shares: where the data lies and how it is written.

Everything written here is a function of the scripts and of the pinned packages only, so that a second run gives the
same bytes: keys are sorted, JSON has no optional blanks, files end with a line feed, seeds come from names.
"""

import json
import struct
import zlib
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "data"
MODELS = DATA / "models"
TOKENIZERS = DATA / "tokenizers"

FNV_OFFSET = 0xCBF29CE484222325
FNV_PRIME = 0x100000001B3


def random_state(name):
    """A generator whose stream numpy promises never to change, seeded by a name."""
    return np.random.RandomState(zlib.crc32(name.encode("utf-8")))


def write_json(path, value, sort_keys=True):
    """Writes compact ASCII JSON; lone surrogates and control characters stay readable as escapes."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=sort_keys, separators=(",", ":"), allow_nan=False)
    path.write_bytes(text.encode("ascii") + b"\n")


def write_json_rows(path, key, rows):
    """Writes {key: rows} with one row on a line, so that a changed case is one changed line."""
    lines = [json.dumps(row, ensure_ascii=True, separators=(",", ":"), allow_nan=False) for row in rows]
    path.write_bytes((f'{{"{key}":[\n' + ",\n".join(lines) + "\n]}\n").encode("ascii"))


def fnv1a(numbers):
    """64-bit FNV-1a over the numbers as little-endian 32-bit integers, as 16 hexadecimal digits."""
    value = FNV_OFFSET
    for byte in struct.pack(f"<{len(numbers)}i", *numbers):
        value = ((value ^ byte) * FNV_PRIME) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"
