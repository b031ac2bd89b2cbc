"""Compares what headscope computes from a real checkpoint with what transformers computes from it.

    python compare_checkpoint.py FOLDER --headscope BINARY [--limit 5e-5]

For ten texts it runs `headscope attention` and `headscope tokens` and prints the largest absolute difference of the
attention weights, of the last hidden state and of the logits (the latter two divided by the largest reference value
when that is above one), and how many tokens have another id or other offsets. Exit code 1: a difference above the
limit, or any token that differs. The model sees the ids that headscope used, so that a tokenizer fault does not hide
the rest.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
import transformers as hf

TEXTS = [
    "The animal did not cross the street because it was too tired.",
    "The animal did not cross the street because it was too wide.",
    "",
    "Hello",
    "We don't know why; they\u2019re in room 1024 (2nd floor), aren't they?",
    "Die Stra\u00dfe am Bahnhof f\u00fchrt \u00fcber den Flu\u00df \u2013 na\u00efve caf\u00e9s inklusive.",
    "\u732b\u5750\u5728\u7a97\u53f0\u4e0a\uff0c\u770b\u7740\u5916\u9762\u7684\u96e8\u3002\u4eca\u65e5\u306f\u96e8\u3067\u3059\u3002",
    "\u0423\u0447\u0438\u0442\u0435\u043b\u044c \u0447\u0438\u0442\u0430\u0435\u0442 \u043a\u043d\u0438\u0433\u0443 \U0001f642\U0001f44d\U0001f3fd e\u0301 \u0642\u0644\u0645",
    "  for (int i = 0; i < 10; ++i)\n\t{ sum += weights[i]; }  // <mask> [SEP] </s>",
    "When the researcher switched off the fourth head, the prediction changed at once. " * 12,
]


class Reference:
    """The checkpoint as transformers opens it: eager attention, float32, the class that the config names."""

    def __init__(self, folder):
        config = hf.AutoConfig.from_pretrained(folder)
        named = getattr(hf, (config.architectures or ["AutoModel"])[0], hf.AutoModel)
        self.tokenizer = hf.AutoTokenizer.from_pretrained(folder)
        self.model, report = named.from_pretrained(
            folder, dtype=torch.float32, attn_implementation="eager", output_loading_info=True)
        self.model.eval()
        self.has_logits = "logits" in self.run([0])
        if report["missing_keys"]:
            print(f"transformers misses {len(report['missing_keys'])} tensors, logits may be random")

    def tokens(self, text):
        """Ids, offsets in code points, and which tokens the template inserted."""
        encoding = self.tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
        return encoding["input_ids"], encoding["offset_mapping"], encoding["special_tokens_mask"]

    def run(self, ids):
        with torch.no_grad():
            return self.model(torch.tensor([ids]), output_attentions=True, output_hidden_states=True)


def run_headscope(arguments, output):
    """Runs the binary with --out and stops with its message when it fails."""
    done = subprocess.run([*arguments, "--out", str(output)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments[:2])} ended with {done.returncode}: {done.stderr.strip()}")


def token_mismatches(tokens, reference):
    """How many positions differ in id, and in offsets; inserted tokens have no place in the text to compare."""
    ids, offsets, inserted = reference
    missing = abs(len(tokens) - len(ids))
    wrong_ids = missing + sum(token["id"] != id for token, id in zip(tokens, ids))
    wrong_offsets = missing + sum(
        (token["begin"], token["end"]) != tuple(offset)
        for token, offset, skip in zip(tokens, offsets, inserted) if not skip)
    return wrong_ids, wrong_offsets


def difference(value, reference, relative=False):
    """Largest absolute difference; infinite where shapes differ or numbers are not finite."""
    reference = reference.numpy()
    if value.shape != reference.shape:
        print(f"  shape {value.shape} instead of {reference.shape}")
        return float("inf")
    if value.size == 0:
        return 0.0
    scale = max(1.0, float(np.abs(reference).max())) if relative else 1.0
    largest = float(np.abs(value.astype(np.float64) - reference).max()) / scale
    return largest if np.isfinite(largest) else float("inf")


def compare_numbers(archive, output):
    """The differences of one run: attention, last hidden state, logits (0 where the model has none)."""
    attention = max(difference(archive[f"attention_self_{layer}"], weights[0])
                    for layer, weights in enumerate(output.attentions))
    last = len(output.hidden_states) - 1
    hidden = difference(archive[f"hidden_{last}"], output.hidden_states[-1][0], relative=True)
    logits = difference(archive["logits"], output.logits[0], relative=True) if "logits" in output else 0.0
    return attention, hidden, logits


def compare_text(headscope, folder, reference, text, scratch):
    """All comparisons of one text; the text may have no token at all, then only the tokens are compared."""
    run_headscope([headscope, "tokens", folder, "--text", text], scratch / "tokens.json")
    tokens = json.loads((scratch / "tokens.json").read_text("utf-8"))["tokens"]
    mismatches = token_mismatches(tokens, reference.tokens(text))
    if not tokens:
        return (0.0, 0.0, 0.0), mismatches
    wanted = "hidden,logits" if reference.has_logits else "hidden"
    run_headscope([headscope, "attention", folder, "--text", text, "--with", wanted], scratch / "attention.npz")
    with np.load(scratch / "attention.npz") as archive:
        return compare_numbers(archive, reference.run(archive["ids"].tolist())), mismatches


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--headscope", required=True, help="the program to test")
    parser.add_argument("--limit", type=float, default=5e-5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    reference = Reference(options.folder)
    failed = False
    print(f"{'attention':>10} {'hidden':>10} {'logits':>10} {'ids':>4} {'offsets':>7}  text")
    with tempfile.TemporaryDirectory() as scratch:
        for text in TEXTS:
            numbers, mismatches = compare_text(options.headscope, options.folder, reference, text, Path(scratch))
            failed |= max(numbers) > options.limit or any(mismatches)
            cells = " ".join(f"{number:10.2e}" for number in numbers)
            print(f"{cells} {mismatches[0]:4d} {mismatches[1]:7d}  {text[:50]!r}", flush=True)
    print("FAILED" if failed else "equal within the limit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
