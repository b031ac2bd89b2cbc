"""A BERT-shaped encoder: post-norm, learned positions, erf-GELU, output heads tied to the word embeddings.

Parameters carry the names of Hugging Face's BertForMaskedLM, so a state dict is a checkpoint. The second output head,
`cls.reference`, has the shape of the masked-word head and names the word that a cue refers to.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

MODEL_DIM, LAYERS, HEADS, INNER, POSITIONS, NORM_EPS = 128, 4, 4, 512, 64, 1e-5
INITIAL_SPREAD = 0.05


def norm():
    return nn.LayerNorm(MODEL_DIM, eps=NORM_EPS)


class Embeddings(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.word_embeddings = nn.Embedding(words, MODEL_DIM)
        self.position_embeddings = nn.Embedding(POSITIONS, MODEL_DIM)
        self.token_type_embeddings = nn.Embedding(2, MODEL_DIM)
        self.LayerNorm = norm()

    def forward(self, ids, types):
        places = self.position_embeddings.weight[:ids.shape[1]]
        return self.LayerNorm(self.word_embeddings(ids) + places + self.token_type_embeddings(types))


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(MODEL_DIM, MODEL_DIM) for _ in range(3))

    def forward(self, x, bias):
        def split(y):
            return y.view(*y.shape[:2], HEADS, -1).transpose(1, 2)
        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        pattern = (q @ k.transpose(-1, -2) / math.sqrt(MODEL_DIM // HEADS) + bias).softmax(-1)
        return (pattern @ v).transpose(1, 2).reshape(x.shape), pattern


class AddAndNorm(nn.Module):
    """Linear map of y, added to the residual x, normalised."""

    def __init__(self, width):
        super().__init__()
        self.dense = nn.Linear(width, MODEL_DIM)
        self.LayerNorm = norm()

    def forward(self, y, x):
        return self.LayerNorm(x + self.dense(y))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.self = SelfAttention()
        self.output = AddAndNorm(MODEL_DIM)


class Intermediate(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(MODEL_DIM, INNER)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.intermediate = Intermediate()
        self.output = AddAndNorm(INNER)

    def forward(self, x, bias):
        z, pattern = self.attention.self(x, bias)
        x = self.attention.output(z, x)
        return self.output(F.gelu(self.intermediate.dense(x)), x), pattern


class Transform(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(MODEL_DIM, MODEL_DIM)
        self.LayerNorm = norm()


class WordHead(nn.Module):
    """Residual -> logits over the vocabulary, through the word embeddings."""

    def __init__(self, words):
        super().__init__()
        self.transform = Transform()
        self.bias = nn.Parameter(torch.zeros(words))

    def forward(self, x, embeddings):
        return F.linear(self.transform.LayerNorm(F.gelu(self.transform.dense(x))), embeddings, self.bias)


class Encoder(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.bert = nn.ModuleDict({
            "embeddings": Embeddings(words),
            "encoder": nn.ModuleDict({"layer": nn.ModuleList(Layer() for _ in range(LAYERS))}),
        })
        self.cls = nn.ModuleDict({"predictions": WordHead(words), "reference": WordHead(words)})
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, 0.0, INITIAL_SPREAD)
            if isinstance(module, nn.Linear):
                nn.init.zeros_(module.bias)

    def forward(self, ids, types):
        """Returns the last hidden state and the patterns of all layers; id 0 is padding and is not attended to."""
        bias = torch.zeros(ids.shape).masked_fill_(ids == 0, -1e9)[:, None, None, :]
        x, patterns = self.bert["embeddings"](ids, types), []
        for layer in self.bert["encoder"]["layer"]:
            x, pattern = layer(x, bias)
            patterns.append(pattern)
        return x, patterns

    def logits(self, head, x):
        return self.cls[head](x, self.bert["embeddings"].word_embeddings.weight)
