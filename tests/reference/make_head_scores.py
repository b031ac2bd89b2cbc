"""Writes how heads compare and what they answer, from patterns that transformers computes, in plain numpy.

tests/data/heads/<fixture>.json of two fixtures of tests/data/models holds the ids, Jensen-Shannon divergences and debiased CKA of all
heads with each other, made-up words and questions, and every head's answers to them. relations.json holds relation accuracies of
the shipped example over resources/cases/dependencies.conllu, read here once more.

    python make_head_scores.py [FOLDER]

With FOLDER, a model of sentence-transformers or transformers, the same of that model goes to standard output instead.
"""

import json
import sys

import numpy as np
import safetensors.numpy
import torch
import transformers as hf

from common import DATA, MODELS, random_state, write_json

HEADS = DATA / "heads"
ROOT = DATA.parent.parent
FIXTURES = ("bert", "gpt2")
TEXT = "The animal didn't cross the street because it was too tired, and nobody asked it why."


def computed(model, ids):
    """Patterns [head, n, n] and head outputs [head, n, width], layer by layer."""
    values = []
    projections = [part for name, part in model.named_modules() if name.endswith((".value", ".c_attn"))]
    hooks = [part.register_forward_hook(lambda _m, _i, out: values.append(out.detach()[0])) for part in projections]
    with torch.no_grad():
        patterns = model(torch.tensor([ids]), output_attentions=True).attentions
    for hook in hooks:
        hook.remove()
    patterns = torch.cat([pattern[0] for pattern in patterns]).double().numpy()
    heads = model.config.num_attention_heads
    outputs = []
    for layer, value in enumerate(values):
        width = model.config.hidden_size
        value = value[:, -width:].double().numpy().reshape(len(ids), heads, -1)
        outputs += [patterns[layer * heads + head] @ value[:, head] for head in range(heads)]
    return patterns, outputs


def kl(p, q):
    seen = p > 0
    return float((p[seen] * np.log(p[seen] / q[seen])).sum())


def divergence(a, b):
    """Mean over rows of the Jensen-Shannon divergence."""
    rows = [(kl(p, (p + q) / 2) + kl(q, (p + q) / 2)) / 2 for p, q in zip(a / a.sum(1, keepdims=True), b / b.sum(1, keepdims=True))]
    return sum(rows) / len(rows)


def hsic(x, y):
    """Song et al. 2012, equation 5, from kernel matrices."""
    n = len(x)
    k, l = x @ x.T, y @ y.T
    np.fill_diagonal(k, 0)
    np.fill_diagonal(l, 0)
    one = np.ones(n)
    return (np.trace(k @ l) + (one @ k @ one) * (one @ l @ one) / ((n - 1) * (n - 2)) - 2 / (n - 2) * (one @ k @ l @ one)) / (n * (n - 3))


def cka(x, y):
    return hsic(x, y) / np.sqrt(hsic(x, x) * hsic(y, y))


def between_words(pattern, words):
    columns = np.stack([pattern[:, word].sum(1) if word else np.zeros(len(pattern)) for word in words], 1)
    return np.stack([columns[word].mean(0) if word else np.zeros(len(words)) for word in words])


def answer(weights, word, answers, candidates, received):
    """The first of the strongest candidates is right; the weight on right words."""
    row = weights[:, word] if received else weights[word]
    best = max(sorted(candidates), key=lambda each: (row[each], -each))
    return best in answers, float(sum(row[each] for each in answers))


def fixture(name):
    folder = MODELS / name
    ids = safetensors.numpy.load_file(folder / "expected.safetensors")["ids"].tolist()
    model = hf.AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    patterns, outputs = computed(model, ids)
    random = random_state("heads " + name)
    cuts = sorted(random.choice(np.arange(2, len(ids) - 1), 5, replace=False).tolist())
    edges = [1, *cuts, len(ids) - 1]
    words = [list(range(a, b)) for a, b in zip(edges, edges[1:])]
    questions = []
    for _ in range(12):
        word, first, second = random.choice(len(words), 3, replace=False).tolist()
        questions.append({"word": word, "answers": sorted({first, second} if random.rand() < 0.3 else {first}),
                          "received": bool(random.rand() < 0.4)})
    scores = []
    for pattern in patterns:
        weights = between_words(pattern, words)
        given = [answer(weights, q["word"], q["answers"], [w for w in range(len(words)) if w != q["word"]], q["received"])
                 for q in questions]
        scores.append({"right": sum(right for right, _ in given), "weight": round(sum(w for _, w in given) / len(given), 7)})
    matrix = lambda compare, of: [[round(compare(a, b), 7) for b in of] for a in of]
    return {"ids": ids, "divergence": matrix(divergence, patterns), "cka": matrix(cka, outputs), "words": words, "questions": questions,
            "scores": scores}


def sentences(path):
    """(text, spans, heads, relations) of each sentence; a range's characters go to its words where they make it up."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        text, spans, heads, relations, range_end, spaced = "", [], [], [], 0, False
        for line in block.splitlines():
            if line.startswith("#") or not line:
                continue
            number, form, _, _, _, _, head, relation, _, misc = line.split("\t")
            if "." in number:
                continue
            if "-" in number:
                range_end, inside = int(number.split("-")[1]), (" " if spaced else "")
                spaced = "SpaceAfter=No" not in misc
                after = spaced
                continue
            gap = (" " if spaced else "") if int(number) > range_end else inside
            inside = ""
            text += gap
            spans.append((len(text), len(text) + len(form)))
            text += form
            spaced = "SpaceAfter=No" not in misc if int(number) > range_end else after
            heads.append(int(head) - 1)
            relations.append(relation)
        if spans:
            yield text, spans, heads, relations


def pieces(spans, offsets, special):
    words = [[] for _ in spans]
    for position, (begin, end) in enumerate(offsets):
        shared = [min(end, b) - max(begin, a) for a, b in spans]
        if not special[position] and max(shared) > 0:
            words[shared.index(max(shared))].append(position)
    return words


def relations(folder):
    """{relation: [count, right of each head to the head, right of each head from the head's column]}"""
    tokenizer = hf.AutoTokenizer.from_pretrained(folder)
    model = hf.AutoModel.from_pretrained(folder, attn_implementation="eager", add_pooling_layer=False).eval()
    found = {}
    for text, spans, heads, names in sentences(ROOT / "resources/cases/dependencies.conllu"):
        read = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
        words = pieces(spans, read["offset_mapping"], read["special_tokens_mask"])
        patterns, _ = computed(model, read["input_ids"])
        weights = [between_words(pattern, words) for pattern in patterns]
        for word, (head, name) in enumerate(zip(heads, names)):
            if head < 0 or not words[word] or not words[head]:
                continue
            row = found.setdefault(name, [0, [0] * len(patterns), [0] * len(patterns)])
            row[0] += 1
            candidates = [w for w in range(len(words)) if w != word and words[w]]
            for index, matrix in enumerate(weights):
                for way in (0, 1):
                    row[1 + way][index] += answer(matrix, word, [head], candidates, way == 1)[0]
    return found


def compared(folder):
    """What the command line is held against by hand: divergences of a text, and relations."""
    tokenizer = hf.AutoTokenizer.from_pretrained(folder)
    model = hf.AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    patterns, outputs = computed(model, tokenizer(TEXT)["input_ids"])
    matrix = lambda compare, of: [[compare(a, b) for b in of] for a in of]
    return {"text": TEXT, "divergence": matrix(divergence, patterns), "cka": matrix(cka, outputs), "relations": relations(folder)}


def main(arguments=()):
    if arguments:
        print(json.dumps(compared(arguments[0])))
        return
    HEADS.mkdir(exist_ok=True)
    for name in FIXTURES:
        write_json(HEADS / f"{name}.json", fixture(name))
    write_json(HEADS / "relations.json", relations(ROOT / "resources/models/pronouns"))


if __name__ == "__main__":
    main(sys.argv[1:])
