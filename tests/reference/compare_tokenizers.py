"""Holds Headscope's tokens against the official library's on tens of thousands of strings for each large tokenizer.

    python compare_tokenizers.py --encode PROGRAM --folder FOLDER [NAME ...]

NAME is a tokenizer, or `stages`: the stages of tokenizer.json one by one, over single bytes; or `examples`: those of
the bundled models.

PROGRAM is headscope_encode of the build. FOLDER keeps the tokenizers (see real_tokenizers.py), so that a second run
needs no network. Compares ids, offsets in code points and type ids; prints one line per tokenizer and the first
differences. Exit code 1: something differs.
"""

import argparse
import itertools
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

os.environ.update(TOKENIZERS_PARALLELISM="true", HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error")

import real_tokenizers  # noqa: E402  the settings above must come first
from generated_texts import cases_of  # noqa: E402
from stage_tokenizers import definitions  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

SHOWN = 5


def request(text, pair, special, literal):
    parts = [bytes([special | (pair is not None) << 1 | literal << 2])]
    for part in (text, pair):
        if part is not None:
            data = part.encode("utf-8")
            parts += [struct.pack("<I", len(data)), data]
    return b"".join(parts)


def answers(data, count):
    """The rows (id, begin, end, type) of each request, or a message."""
    place = 0
    for _ in range(count):
        (size,) = struct.unpack_from("<i", data, place)
        place += 4
        if size < 0:
            (length,) = struct.unpack_from("<i", data, place)
            yield data[place + 4:place + 4 + length].decode("utf-8", "replace")
            place += 4 + length
            continue
        numbers = struct.unpack_from(f"<{4 * size}i", data, place)
        yield [numbers[4 * i:4 * i + 4] for i in range(size)]
        place += 16 * size


def ours(program, folder, cases):
    input = b"".join(request(*case) for case in cases)
    result = subprocess.run([program, folder], input=input, stdout=subprocess.PIPE, check=True)
    return answers(result.stdout, len(cases))


def rows_of(encoding):
    return [(id, *offset, type) for id, offset, type in zip(encoding.ids, encoding.offsets, encoding.type_ids)]


def theirs(tokenizer, cases):
    tokenizer.no_truncation()
    tokenizer.no_padding()
    results = [None] * len(cases)
    for special, literal in itertools.product((True, False), repeat=2):
        tokenizer.encode_special_tokens = literal
        chosen = [place for place, case in enumerate(cases) if case[2:] == (special, literal)]
        batch = [cases[place][0] if cases[place][1] is None else cases[place][:2] for place in chosen]
        for place, encoding in zip(chosen, tokenizer.encode_batch(batch, add_special_tokens=special)):
            results[place] = rows_of(encoding)
    return results


def compare(name, tokenizer, program, folder):
    """Prints the line of one tokenizer; answers how many strings differ."""
    begin = time.time()
    cases = cases_of(tokenizer)
    different = []
    tokens = 0
    for case, expected, actual in zip(cases, theirs(tokenizer, cases), ours(program, folder / name, cases)):
        tokens += len(expected)
        if actual != expected:
            different.append((case, expected, actual))
    print(f"{name}: {len(cases)} strings, {tokens} tokens, {len(different)} strings differ "
          f"({time.time() - begin:.0f} s)", flush=True)
    for case, expected, actual in sorted(different, key=lambda one: len(one[0][0]))[:SHOWN]:
        print(f"    {case!a}\n      official  {expected}\n      Headscope {actual}")
    return len(different)


def stages(folder):
    """Writes the tokenizers of single stages; answers the official library's of each."""
    official = {}
    for name, definition in definitions().items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        text = json.dumps(definition)
        (folder / name / "tokenizer.json").write_text(text)
        official[name] = Tokenizer.from_str(text)
    return official


def examples(folder):
    """Copies the tokenizers of the bundled models; answers the official library's of each."""
    official = {}
    for file in sorted((Path(__file__).resolve().parents[2] / "resources/models").glob("*/tokenizer.json")):
        name = file.parent.name
        (folder / name).mkdir(parents=True, exist_ok=True)
        shutil.copy(file, folder / name)
        official[name] = Tokenizer.from_file(str(file))
    return official


GROUPS = {"stages": stages, "examples": examples}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--encode", required=True, type=Path)
    parser.add_argument("--folder", required=True, type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    official, chosen = {}, [name for name in arguments.names if name not in GROUPS]
    for group, make in GROUPS.items():
        made = make(arguments.folder)
        official.update(made)
        if group in arguments.names or not arguments.names:
            chosen += list(made)
    if not set(chosen) <= set(official) or not arguments.names:
        real = real_tokenizers.make(arguments.folder)
        chosen = chosen if arguments.names else [*real, *chosen]
        official.update(real)
    names = chosen
    sys.exit(1 if sum(compare(name, official[name], arguments.encode, arguments.folder) for name in names) else 0)


if __name__ == "__main__":
    main()
