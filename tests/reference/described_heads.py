"""Models whose heads have tensors of their own, as lectures and the interpretability literature write them."""

import math

import torch
from torch import nn


def causal_scores(scores):
    n = scores.shape[-1]
    return scores.masked_fill(~torch.ones(n, n).tril().bool(), -math.inf)


class Head(nn.Module):
    """One head of the lecture model: its scores are divided by the root of the model's width, as there."""

    def __init__(self, width, size, block):
        super().__init__()
        self.key, self.query, self.value = (nn.Linear(width, size, bias=False) for _ in range(3))
        self.register_buffer("tril", torch.tril(torch.ones(block, block)))

    def forward(self, x):
        weights = causal_scores(self.query(x) @ self.key(x).T * x.shape[1] ** -0.5).softmax(-1)
        return weights @ self.value(x), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, width, heads, block):
        super().__init__()
        self.heads = nn.ModuleList(Head(width, width // heads, block) for _ in range(heads))
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        outs, weights = zip(*(head(x) for head in self.heads))
        return self.proj(torch.cat(outs, -1)), torch.stack(weights)


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, width))

    def forward(self, x):
        return self.net(x)


class LectureBlock(nn.Module):
    def __init__(self, width, heads, block):
        super().__init__()
        self.sa = MultiHeadAttention(width, heads, block)
        self.ffwd = FeedForward(width)
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        added, weights = self.sa(self.ln1(x))
        x = x + added
        return x + self.ffwd(self.ln2(x)), weights


class Lecture(nn.Module):
    """The language model that lectures build up: a list of single heads in every block."""

    def __init__(self, words=53, width=24, heads=3, layers=2, block=16):
        super().__init__()
        self.token_embedding_table = nn.Embedding(words, width)
        self.position_embedding_table = nn.Embedding(block, width)
        self.blocks = nn.Sequential(*(LectureBlock(width, heads, block) for _ in range(layers)))
        self.ln_f = nn.LayerNorm(width)
        self.lm_head = nn.Linear(width, words)

    def run(self, ids):
        x = self.token_embedding_table(ids) + self.position_embedding_table(torch.arange(len(ids)))
        found = {"ids": ids, "hidden_0": x}
        for i, block in enumerate(self.blocks):
            x, found[f"attention_{i}"] = block(x)
            found[f"hidden_{i + 1}"] = x
        x = found[f"hidden_{len(self.blocks)}"] = self.ln_f(x)
        return {**found, "logits": self.lm_head(x)}


LECTURE = {"heads": 3, "placement": "pre", "causal": True, "scale": 24 ** -0.5,
           "tensors": {"token_embedding": "token_embedding_table.weight",
                       "position_embedding": "position_embedding_table.weight",
                       "q": "blocks.{}.sa.heads.{h}.query.weight", "k": "blocks.{}.sa.heads.{h}.key.weight",
                       "v": "blocks.{}.sa.heads.{h}.value.weight", "attention_out": "blocks.{}.sa.proj.weight",
                       "attention_norm": "blocks.{}.ln1.weight", "mlp_up": "blocks.{}.ffwd.net.0.weight",
                       "mlp_down": "blocks.{}.ffwd.net.2.weight", "mlp_norm": "blocks.{}.ln2.weight",
                       "final_norm": "ln_f.weight", "output": "lm_head.weight"}}


class SingleHead(nn.Module):
    """A head of bare parameters, x @ W, with the mask of a fixed length beside them."""

    def __init__(self, width, size):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            setattr(self, name, nn.Parameter(torch.zeros(width, size)))
        self.register_buffer("mask", torch.triu(torch.ones(12, 12), diagonal=1))

    def forward(self, x):
        scores = (x @ self.W_query) @ (x @ self.W_key).T / math.sqrt(self.W_key.shape[1])
        weights = causal_scores(scores).softmax(-1)
        return weights @ (x @ self.W_value), weights


class HeadsAlone(nn.Module):
    """Single heads side by side and nothing behind them."""

    def __init__(self, width=20, heads=4):
        super().__init__()
        self.heads = nn.ModuleList(SingleHead(width, width // heads) for _ in range(heads))

    def run(self, x):
        outs, weights = zip(*(head(x) for head in self.heads))
        return {"hidden_0": x, "attention_0": torch.stack(weights), "hidden_1": torch.cat(outs, -1)}


HEADS_ALONE = {"heads": 4, "linear": "in_out", "causal": True, "residual": False,
               "tensors": {"q": "heads.{h}.W_query", "k": "heads.{h}.W_key", "v": "heads.{h}.W_value"}}


def parameters(module, shapes):
    for name, shape in shapes.items():
        setattr(module, name, nn.Parameter(torch.zeros(shape)))
    return module


def attend(x, p, layer=...):
    """Attention of [head, in, out] parameters; `layer` picks one where they hold all layers."""
    q, k, v = (torch.einsum("pd,hde->hpe", x, p[f"W_{n}"][layer]) + p[f"b_{n}"][layer][:, None] for n in "QKV")
    groups = len(q) // len(k)
    k, v = (t.repeat_interleave(groups, 0) for t in (k, v))
    weights = causal_scores(q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])).softmax(-1)
    z = weights @ v
    return z, weights


def norm(x, p, name, layer=...):
    return nn.functional.layer_norm(x, x.shape[1:], p[f"{name}.w"][layer], p[f"{name}.b"][layer])


def gelu(x):
    return nn.functional.gelu(x, approximate="tanh")


class Einsum(nn.Module):
    """The names and shapes of TransformerLens: a tensor [head, in, out] for each of q, k and v."""

    def __init__(self, words=53, width=24, heads=4, size=5, wide=30, layers=2, block=16):
        super().__init__()
        self.embed = parameters(nn.Module(), {"W_E": (words, width)})
        self.pos_embed = parameters(nn.Module(), {"W_pos": (block, width)})
        self.blocks = nn.ModuleList()
        for _ in range(layers):
            one = nn.Module()
            one.attn = parameters(nn.Module(), {
                **{f"W_{n}": (heads, width, size) for n in "QKV"}, "W_O": (heads, size, width),
                **{f"b_{n}": (heads, size) for n in "QKV"}, "b_O": (width,)})
            one.attn.register_buffer("mask", torch.ones(block, block).tril().bool())
            one.attn.register_buffer("IGNORE", torch.tensor(-math.inf))
            one.ln1, one.ln2 = (parameters(nn.Module(), {"w": (width,), "b": (width,)}) for _ in range(2))
            one.mlp = parameters(nn.Module(), {"W_in": (width, wide), "b_in": (wide,), "W_out": (wide, width),
                                               "b_out": (width,)})
            self.blocks.append(one)
        self.ln_final = parameters(nn.Module(), {"w": (width,), "b": (width,)})
        self.unembed = parameters(nn.Module(), {"W_U": (width, words), "b_U": (words,)})

    def run(self, ids):
        x = self.embed.W_E[ids] + self.pos_embed.W_pos[: len(ids)]
        found = {"ids": ids, "hidden_0": x}
        for i, block in enumerate(self.blocks):
            p = dict(block.named_parameters())
            z, found[f"attention_{i}"] = attend(norm(x, p, "ln1"), {k[5:]: v for k, v in p.items() if "attn" in k})
            x = x + torch.einsum("hpe,hed->pd", z, p["attn.W_O"]) + p["attn.b_O"]
            hidden = gelu(norm(x, p, "ln2") @ p["mlp.W_in"] + p["mlp.b_in"])
            found[f"hidden_{i + 1}"] = x = x + hidden @ p["mlp.W_out"] + p["mlp.b_out"]
        p = dict(self.named_parameters())
        x = found[f"hidden_{len(self.blocks)}"] = norm(x, p, "ln_final")
        return {**found, "logits": x @ self.unembed.W_U + self.unembed.b_U}


EINSUM = {"heads": 4, "placement": "pre", "activation": "gelu_new", "causal": True, "linear": "in_out",
          "tensors": {"token_embedding": "embed.W_E", "position_embedding": "pos_embed.W_pos",
                      "q": "blocks.{}.attn.W_Q[{h}]", "k": "blocks.{}.attn.W_K[{h}]", "v": "blocks.{}.attn.W_V[{h}]",
                      "attention_out": "blocks.{}.attn.W_O[{h}]", "attention_norm": "blocks.{}.ln1.w",
                      "mlp_up": "blocks.{}.mlp.W_in", "mlp_down": "blocks.{}.mlp.W_out", "mlp_norm": "blocks.{}.ln2.w",
                      "final_norm": "ln_final.w", "output": "unembed.W_U"}}


class Stacked(nn.Module):
    """All layers in one tensor, [layer, head, in, out], two heads of keys and values for four of queries."""

    def __init__(self, layers=3, width=18, heads=4, kv_heads=2, size=5, wide=22):
        super().__init__()
        parameters(self, {"W_Q": (layers, heads, width, size), "W_K": (layers, kv_heads, width, size),
                          "W_V": (layers, kv_heads, width, size), "W_O": (layers, heads, size, width),
                          "b_Q": (layers, heads, size), "b_K": (layers, kv_heads, size), "b_V": (layers, kv_heads, size),
                          "b_O": (layers, width), "W_in": (layers, width, wide), "b_in": (layers, wide),
                          "W_out": (layers, wide, width), "b_out": (layers, width)})
        self.ln1, self.ln2 = (parameters(nn.Module(), {"w": (layers, width), "b": (layers, width)}) for _ in range(2))

    def run(self, x):
        p = dict(self.named_parameters())
        found = {"hidden_0": x}
        for i in range(len(self.W_Q)):
            z, found[f"attention_{i}"] = attend(norm(x, p, "ln1", i), p, i)
            x = x + torch.einsum("hpe,hed->pd", z, self.W_O[i]) + self.b_O[i]
            hidden = gelu(norm(x, p, "ln2", i) @ self.W_in[i] + self.b_in[i])
            found[f"hidden_{i + 1}"] = x = x + hidden @ self.W_out[i] + self.b_out[i]
        return found


STACKED = {"heads": 4, "placement": "pre", "activation": "gelu_new", "causal": True, "linear": "in_out",
           "tensors": {"q": "W_Q[{}][{h}]", "k": "W_K[{}][{h}]", "v": "W_V[{}][{h}]", "attention_out": "W_O[{}][{h}]",
                       "attention_norm": "ln1.w[{}]", "mlp_up": "W_in[{}]", "mlp_down": "W_out[{}]",
                       "mlp_norm": "ln2.w[{}]"}}


class Mixed(nn.Module):
    """[head, in, out] parameters, and an nn.Linear behind them, whose matrix lies the other way round."""

    def __init__(self, width=20, heads=5):
        super().__init__()
        size = width // heads
        parameters(self, {f"W_{n}": (heads, width, size) for n in "qkv"})
        self.out = nn.Linear(width, width)

    def run(self, x):
        q, k, v = (torch.einsum("pd,hde->hpe", x, w) for w in (self.W_q, self.W_k, self.W_v))
        weights = (q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])).softmax(-1)
        return {"hidden_0": x, "attention_0": weights,
                "hidden_1": self.out((weights @ v).transpose(0, 1).reshape(x.shape))}


MIXED = {"heads": 5, "linear": "in_out", "residual": False,
         "tensors": {"q": "W_q[{h}]", "k": "W_k[{h}]", "v": "W_v[{h}]", "attention_out": "out.weight.T"}}
