"""Measures an exported folder and writes what the model card and the program's tests need.

    export PYTHONPATH=resources/models/pronouns/train
    python evaluate.py FOLDER                     prints all tables
    python evaluate.py FOLDER --expected FILE     also writes expected.json
"""

import argparse
import json
import pathlib
import random
import shutil
import tempfile

import torch
from safetensors.torch import load_file

from export import EXAMPLE, write_folder
from grammar import coreference, repeated_list, scene
from lexicon import FULL_STOP, VOCABULARY
from measure import (Folder, accuracy, flips, in_context, link_heads, masked_copies, nearest_noun, offset_heads,
                     pronoun_heads)
from model import HEADS, LAYERS, POSITIONS, Encoder
from sentences import SPLITS
from trials import IT, OWN_SENTENCES, PRONOUNS, REMOVAL_FAMILIES, famous, flip_pairs
from writing import write_out

SELECTION_SAMPLE, REPORT_SAMPLE = 1, 2         # seeds are compared on one sample and reported on another
PER_SPLIT, LISTS, SCENES, HAND_CHECKED = 600, 400, 300, 40
HELD_OUT = [split for split in SPLITS if split != "train"]
LINKS = ["pronoun", "negation", "because", "pronoun>other noun", "pronoun>adjective", "adjective>noun",
         "adjective>negation", "verb>object", "object>verb", "verb>subject", "subject>verb", "verb>negation",
         "attribute>noun"]
SHIPPED_FILES = ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]


def name(index):
    return f"{index // HEADS}.{index % HEADS}"


def best(table):
    """("layer.head", value) of the largest entry."""
    index = int(table.argmax())
    return name(index), table.flatten()[index].item()


def famous_weights(folder):
    """The two sentences everybody knows, with and without a full stop: weights from "it" to both nouns, per head."""
    result = []
    for role in ("subject", "object"):
        for stop in ("", FULL_STOP):
            s = famous(role, stop)
            x, reference = folder.read([s])[0], s.pronoun()
            row = x.patterns[:, :, reference.cue + 1].reshape(LAYERS * HEADS, -1)
            answer = VOCABULARY[int(folder.reference_logits(x.hidden[reference.cue + 1]).argmax())]
            right = row.argmax(-1) == reference.target + 1
            entry = {"text": write_out(s), "answer": answer, "expected": s.words[reference.target],
                     "right": [name(i) for i in right.nonzero()[:, 0].tolist()]}
            for place in sorted((reference.target, s.other)):
                entry[s.words[place]] = [round(w, 6) for w in row[:, place + 1].tolist()]
            result.append(entry)
    return result


def says_it(reading):
    return reading.sentence.words[reading.sentence.pronoun().cue] == IT


def difference_to_training(path, readings):
    """Largest difference of any weight between transformers and the forward pass that was trained, same file."""
    encoder = Encoder(len(VOCABULARY))
    encoder.load_state_dict({name: value.float() for name, value in load_file(path / "model.safetensors").items()})
    largest = 0.0
    with torch.no_grad():
        for x in readings:
            ids = torch.tensor([x.ids])
            _, patterns = encoder(ids, torch.zeros_like(ids))
            largest = max(largest, (torch.cat(patterns) - x.patterns).abs().max().item())
    return largest


def measure(path, sample):
    """All numbers of one folder as plain values and [layer, head] tables."""
    folder, r = Folder(path), random.Random(sample)
    splits = {split: folder.read([coreference(r, split) for _ in range(PER_SPLIT)]) for split in SPLITS}
    held = [x for split in HELD_OUT for x in splits[split]]
    only_it = [x for x in held if says_it(x)]
    scenes = folder.read([scene(r) for _ in range(SCENES)])
    lists = [repeated_list(r) for _ in range(LISTS)]
    result = {"splits": {split: accuracy(folder, readings) for split, readings in splits.items()},
              "it": {split: accuracy(folder, [x for x in splits[split] if says_it(x)]) for split in HELD_OUT},
              "families": {}, "held": pronoun_heads(held), "held it": pronoun_heads(only_it), "count it": len(only_it),
              "per split": {split: pronoun_heads(splits[split])[1] for split in HELD_OUT}}
    for family in sorted({x.sentence.family for x in held}):
        result["families"][family] = accuracy(folder, [x for x in held if x.sentence.family == family])[0]
    for kind in ("negation", "because"):
        result[kind] = accuracy(folder, held + scenes if kind == "negation" else held, kind)[0]
    result["flips"] = flips(folder, flip_pairs(r))
    result["links"] = {link: link_heads(held + scenes, link) for link in LINKS}
    list_readings = folder.read(lists)
    result["links"].update({link: link_heads(list_readings, link) for link in ("duplicate", "after duplicate")})
    result["offsets"] = {offset: offset_heads(held + scenes, offset) for offset in (-2, -1, 1, 2)}
    result["offsets on lists"] = {offset: offset_heads(list_readings, offset) for offset in (-1, 1)}
    result["copy"] = masked_copies(folder, r, lists)
    result["famous"] = famous_weights(folder)
    sentences = [x.sentence for x in held]
    result["nearest noun"] = nearest_noun(sentences)
    context = folder.read([x for x in (in_context(r, s) for s in sentences[::4]) if len(x.words) + 2 <= POSITIONS])
    result["in context"] = accuracy(folder, context)[0], best(pronoun_heads(context)[1])
    result["difference"] = difference_to_training(path, held[:100])
    result["folder"], result["held readings"] = folder, held
    return result


def picture_head(result):
    """The head that does best at its weaker task: held-out sentences with "it", or both members of a flip pair."""
    return best(torch.minimum(result["held it"][1], result["flips"][1]))


def requirements(result):
    """What the shipped model must reach, each as (reached, wanted)."""
    head, value = picture_head(result)
    heads_right = set.intersection(*(set(x["right"]) for x in result["famous"]))
    return {
        "output head, worst held-out split": (min(result["splits"][s][0] for s in HELD_OUT), 0.98),
        "output head, worst held-out split, only it": (min(result["it"][s][0] for s in HELD_OUT), 0.98),
        "output head, both members of a pair": (result["flips"][0], 0.98),
        f"head {head}, largest weight, weaker of held-out and pairs": (value, 0.95),
        "heads right on the famous sentences, with and without stop": (float(len(heads_right)), 1.0),
    }


def print_table(title, table):
    print(title)
    for layer in range(LAYERS):
        print("   ", " ".join(f"{value:6.3f}" for value in table[layer].tolist()))


def removal(result, family):
    """How much the output head loses on one family's held-out sentences without one head, or without one layer."""
    folder, sentences = result["folder"], [x.sentence for x in result["held readings"] if x.sentence.family == family]
    base = accuracy(folder, folder.read(sentences))[0]

    def loss(heads):
        with folder.without(heads):
            return base - accuracy(folder, folder.read(sentences))[0]
    single = torch.tensor([[loss([(layer, head)]) for head in range(HEADS)] for layer in range(LAYERS)])
    return single, [loss([(layer, head) for head in range(HEADS)]) for layer in range(LAYERS)]


def print_own_sentences(folder):
    for text, answer in OWN_SENTENCES:
        ids = folder.tokenizer(text, return_tensors="pt")
        words = folder.tokenizer.convert_ids_to_tokens(ids["input_ids"][0])
        at = max(i for i, word in enumerate(words) if word in PRONOUNS)
        with torch.no_grad():
            hidden = folder.model.bert(**ids).last_hidden_state[0, at]
        share, index = folder.reference_logits(hidden).softmax(-1).max(-1)
        said = VOCABULARY[int(index)]
        print(f"  {'right' if said == answer else 'WRONG'} {said:10s} {share:.2f}  {text}")


def print_report(result):
    print(f"largest difference to the patterns of the training code {result['difference']:.2e}")
    for split, (top, two) in result["splits"].items():
        print(f"{split:15s} top word {top:.4f}  right of two {two:.4f}"
              + (f"  only it {result['it'][split][0]:.4f}" if split in HELD_OUT else ""))
    print("held out by family", {k: round(v, 3) for k, v in result["families"].items()})
    print(f"negation {result['negation']:.4f} because {result['because']:.4f} flip pairs {result['flips'][0]:.4f}")
    print(f"always the nearer noun {result['nearest noun']:.4f}; with two sentences in front: output head "
          f"{result['in context'][0]:.4f}, head {result['in context'][1]}")
    print_table(f"pronoun -> antecedent, mean weight (only it, {result['count it']})", result["held it"][0])
    print_table("largest weight of all keys, only it", result["held it"][1])
    print_table("largest weight of all words, only it", result["held it"][2])
    print_table("largest weight of all keys, all pronouns", result["held"][1])
    print_table("both members of a flip pair, largest weight of all keys", result["flips"][1])
    for split in HELD_OUT:
        print(f"{split}: best head {best(result['per split'][split])}")
    print("link: best mean weight | best argmax share (words but itself) | best fixed offset | count")
    for link, (weight, largest, offset, count) in result["links"].items():
        (wh, w), (lh, l) = best(weight), best(largest)
        print(f"  {link:22s} {wh} {w:.3f} | {lh} {l:.3f} | {offset:.3f} | {count}")
    for group in ("offsets", "offsets on lists"):
        for offset, (weight, largest) in result[group].items():
            print(f"  {group} {offset:+d}: weight {best(weight)} largest {best(largest)}")
    right, weight, largest = result["copy"]
    print(f"masked word of the second copy: right {right:.4f}, on its twin: weight {best(weight)} largest {best(largest)}")
    print_table("  mean weight on the twin", weight)
    for family in REMOVAL_FAMILIES:
        single, layers = removal(result, family)
        print_table(f"{family}: loss of the output head without this head", single)
        print("    without a whole layer", [round(x, 3) for x in layers])
    for x in result["famous"]:
        print(x["text"], "->", x["answer"], "heads right:", x["right"])
    print_own_sentences(result["folder"])
    for text, (reached, wanted) in requirements(result).items():
        print(f"{'ok  ' if reached >= wanted else 'MISS'} {text}: {reached:.4f} (wanted {wanted})")


def expected(result):
    """Sentences with their answers, and totals, for a test that does not train."""
    folder, sentences = result["folder"], []
    picked = sorted(range(len(result["held readings"])), key=lambda i: i * 7919 % 1800)[:HAND_CHECKED]
    for i in sorted(picked):
        x = result["held readings"][i]
        reference = x.sentence.pronoun()
        answer = VOCABULARY[int(folder.reference_logits(x.hidden[reference.cue + 1]).argmax())]
        sentences.append({"text": write_out(x.sentence), "split": HELD_OUT[i // PER_SPLIT],
                          "pronoun": reference.cue + 1, "antecedent": reference.target + 1,
                          "other": x.sentence.other + 1, "answer": x.sentence.words[reference.target],
                          "predicted": answer})
    head, _ = picture_head(result)
    index = int(head[0]) * HEADS + int(head[2])
    totals = {"reference": {s: round(v[0], 4) for s, v in result["splits"].items()},
              "negation": round(result["negation"], 4), "because": round(result["because"], 4),
              "flip pairs": round(result["flips"][0], 4), "masked copy": round(result["copy"][0], 4),
              "picture head": head,
              "picture head largest weight": round(result["held it"][1].flatten()[index].item(), 4),
              "picture head flip pairs": round(result["flips"][1].flatten()[index].item(), 4)}
    return {"totals": totals, "famous": result["famous"], "sentences": sentences}


def write_expected(result, path):
    """Compact JSON: one sentence per line."""
    value = expected(result)
    lines = {key: ",\n".join("  " + json.dumps(x, ensure_ascii=False) for x in value[key])
             for key in ("famous", "sentences")}
    path.write_text(f'{{"totals": {json.dumps(value["totals"])},\n"famous": [\n{lines["famous"]}\n],\n"sentences": [\n'
                    f'{lines["sentences"]}\n]}}\n', encoding="utf-8")


def choose(folders):
    """The folder that meets the requirements and has the best picture head on the selection sample, in whole per cent;
    the first of equals."""
    def rank(folder):
        result = measure(folder, SELECTION_SAMPLE)
        met = all(reached >= wanted for reached, wanted in requirements(result).values())
        print(folder.name, "meets all requirements" if met else "misses a requirement", picture_head(result), flush=True)
        return met, round(picture_head(result)[1], 2)
    return max(folders, key=rank)


def ship(folder, target):
    """Copies the chosen folder and writes expected.json; prints the full report for the model card."""
    print("chosen:", folder.name)
    for file in SHIPPED_FILES:
        shutil.copy(folder / file, target / file)
    result = measure(target, REPORT_SAMPLE)
    print_report(result)
    write_expected(result, target / "expected.json")


def untrained():
    """A folder with the same layout and random weights, for baselines."""
    folder = pathlib.Path(tempfile.mkdtemp())
    torch.manual_seed(0)
    write_folder(Encoder(len(VOCABULARY)), folder)
    return folder


def sampled_pairs(sample):
    """The pairs that measure() draws, without running anything: it draws them after all of these."""
    r = random.Random(sample)
    for split in SPLITS:
        for _ in range(PER_SPLIT):
            coreference(r, split)
    for _ in range(SCENES):
        scene(r)
    for _ in range(LISTS):
        repeated_list(r)
    return flip_pairs(r)


def write_pairs(sample, path):
    lines = []
    for number, pair in enumerate(sampled_pairs(sample), 1):
        for sentence in pair:
            reference = sentence.pronoun()
            lines.append(json.dumps({
                "name": f"{number} {sentence.words[sentence.adjective]}", "text": write_out(sentence), "from": IT,
                "to": sentence.words[reference.target], "stronger_than": sentence.words[sentence.other],
                "group": str(number)}, ensure_ascii=False))
    path.write_text(f'{{"model": "example:{EXAMPLE.name}", "cases": [\n' + ",\n".join(lines) + "\n]}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", help="without: an untrained model, as a baseline")
    parser.add_argument("--expected", type=pathlib.Path)
    parser.add_argument("--pairs", type=pathlib.Path, help="write the tired/wide pairs of the sample as a file of cases")
    parser.add_argument("--sample", type=int, default=REPORT_SAMPLE)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.pairs:
        return write_pairs(arguments.sample, arguments.pairs)
    result = measure(arguments.folder or untrained(), arguments.sample)
    print_report(result)
    if arguments.expected:
        write_expected(result, arguments.expected)


if __name__ == "__main__":
    main()
