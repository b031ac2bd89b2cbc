"""Trains an example model: the one whose `train` folder, with its grammar and words, is on PYTHONPATH.

    export PYTHONPATH=resources/models/pronouns/train
    python train.py                     all its seeds, evaluates each, ships the best one with expected.json
    python train.py --seed 0 --out DIR  only one seed, written to DIR as a Hugging Face folder; ships nothing

Needs torch, transformers, tokenizers and safetensors; the program itself needs none of this. The loss looks at words
only: the masked word, and the word that a pronoun, a negation or "because" refers to. It never sees a pattern.
"""

import argparse
import math
import pathlib
import random
import time

import torch
from torch.nn import functional as F

from batches import NO_TARGET, batches
from export import EXAMPLE, write_folder
from lexicon import VOCABULARY
from model import Encoder
from schedule import SEEDS, STEPS

BATCH, WARM_UP, PEAK_RATE, WEIGHT_DECAY, CLIP = 64, 300, 1.2e-3, 0.01, 1.0
REPORT_EVERY = 200


def learning_rate(step, steps):
    """Linear warm-up, then a cosine down to 3 % of the peak."""
    cosine = 0.5 * (1 + math.cos(math.pi * step / steps))
    return PEAK_RATE * min(1.0, step / WARM_UP) * (0.97 * cosine + 0.03)


def losses(model, batch):
    """Cross-entropy of every masked word and of every reference, and which masked words stand in a list."""
    x, _ = model(batch.ids, batch.types)
    masked, referred = batch.masked != NO_TARGET, batch.referred != NO_TARGET
    words = F.cross_entropy(model.logits("predictions", x[masked]), batch.masked[masked], reduction="none")
    references = F.cross_entropy(model.logits("reference", x[referred]), batch.referred[referred], reduction="none")
    return words, references, batch.from_list[masked]


class Meter:
    """Means of the losses since the last report."""

    def __init__(self):
        self.sums = {}

    def add(self, name, values):
        total, count = self.sums.get(name, (0.0, 0))
        self.sums[name] = total + values.sum().item(), count + values.numel()

    def report(self):
        text = " ".join(f"{name} {total / max(count, 1):.3f}" for name, (total, count) in self.sums.items())
        self.sums = {}
        return text


def train(seed, steps):
    """Trains one model; the same seed gives the same model on the same machine."""
    torch.manual_seed(seed)
    model, source, meter = Encoder(len(VOCABULARY)), batches(random.Random(seed), BATCH), Meter()
    print(f"seed {seed}: {sum(p.numel() for p in model.parameters())} parameters, {len(VOCABULARY)} words", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98), weight_decay=WEIGHT_DECAY)
    start = time.time()
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps)
        words, references, from_list = losses(model, next(source))
        optimizer.zero_grad()
        (words.mean() + (references.mean() if references.numel() else 0.0)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        meter.add("masked", words[~from_list])
        meter.add("copied", words[from_list])
        meter.add("referred", references)
        if step % REPORT_EVERY == 0:
            print(f"step {step} {meter.report()} {time.time() - start:.0f} s", flush=True)
    return model.eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="train all seeds and ship the best (the default)")
    parser.add_argument("--seed", type=int, help="train only this seed")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, help="folder for the result, or for one folder per seed")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    work = arguments.out or EXAMPLE.parents[2] / "build" / EXAMPLE.name
    if arguments.seed is not None and not arguments.all:
        write_folder(train(arguments.seed, arguments.steps), work)
        return
    from evaluate import choose, ship
    folders = [work / f"seed{seed}" for seed in arguments.seeds]
    for seed, folder in zip(arguments.seeds, folders):
        write_folder(train(seed, arguments.steps), folder)
    ship(choose(folders), EXAMPLE)


if __name__ == "__main__":
    main()
