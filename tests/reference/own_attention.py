import os

import numpy as np
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x):  # [position, width]
        q, k, v = (w(x).view(len(x), self.heads, -1).transpose(0, 1) for w in (self.W_Q, self.W_K, self.W_V))
        weights = (q @ k.transpose(1, 2) / q.shape[-1] ** 0.5).softmax(-1)
        return self.W_O((weights @ v).transpose(0, 1).reshape(x.shape)), weights


torch.manual_seed(0)
model, x = MultiHeadAttention(width=24, heads=4), 3 * torch.randn(7, 24)
os.makedirs("mine", exist_ok=True)
torch.save(model.state_dict(), "mine/model.pt")
np.save("mine/x.npy", x.numpy())
