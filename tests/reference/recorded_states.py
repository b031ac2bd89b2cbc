"""What the attention layers of a model compute with, listed while it runs: (q, k, v) of every layer, in order.

Most families hand q, k and v to one function of their module; those that do not (MPNet, DeBERTa, Longformer) are listened
to at the linear layers that make them. Longformer's weights come in slots of its window and are laid out as full
[n, n] patterns here.
"""

import importlib
from contextlib import contextmanager, nullcontext

import torch


@contextmanager
def recorded_attention(model, calls):
    """Lists the arguments of the scaled product: after rotary, before the scale; each [1, heads, n, headDim]."""
    module = importlib.import_module(type(model).__module__)
    original = module.eager_attention_forward

    def recording(owner, query, key, value, *rest, **named):
        calls.append((query, key, value))
        return original(owner, query, key, value, *rest, **named)

    module.eager_attention_forward = recording
    try:
        yield
    finally:
        module.eager_attention_forward = original


def linear_layers(model, names):
    """Per layer the linear layers whose names end like `names`, in the order of `names`."""
    found = {name: [part for path, part in model.named_modules() if path.endswith("." + name)] for name in names}
    return list(zip(*found.values(), strict=True))


@contextmanager
def recorded_projections(model, names, heads, outputs):
    """Lists per layer the first outputs of the linear layers called `names`, each as [heads, n, headDim].

    First, because DeBERTa uses the same layers again for its table of positions. Copies, because Longformer scales q
    in place. Positions are the longest axis that is not the width: Longformer puts the batch in the middle.
    """
    layers = linear_layers(model, names)
    outputs.extend({} for _ in layers)

    def listener(slot, name):
        def listen(_module, _inputs, output):
            rows = output.detach().clone().reshape(-1, output.shape[-1])
            slot.setdefault(name, rows.view(rows.shape[0], heads, -1).transpose(0, 1))
        return listen

    hooks = [linear.register_forward_hook(listener(slot, name))
             for slot, linears in zip(outputs, layers, strict=True) for name, linear in zip(names, linears, strict=True)]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


@contextmanager
def recorded_global_tokens(model, positions):
    """Lists the positions that a Longformer treats as global: its encoder gets them as positive mask values."""
    encoder = model.base_model.encoder

    def listen(_module, _inputs, named):
        positions.extend(torch.nonzero(named["attention_mask"][0] > 0)[:, 0].tolist())

    hook = encoder.register_forward_pre_hook(listen, with_kwargs=True)
    try:
        yield
    finally:
        hook.remove()


def full_pattern(slots, global_rows, global_tokens, length):
    """A Longformer layer's weights as [heads, n, n].

    `slots` [heads, n, global + window + 1]: first one slot for every global key, then the keys at offsets
    -window/2 ... window/2; rows of global tokens are zero. `global_rows` [heads, n, global]: those rows, transposed.
    """
    pattern = torch.zeros(slots.shape[0], length, length)
    count = len(global_tokens)
    reach = (slots.shape[-1] - count - 1) // 2
    for row in range(length):
        for slot in range(2 * reach + 1):
            key = row + slot - reach
            if 0 <= key < length:
                pattern[:, row, key] += slots[:, row, count + slot]
        for slot, key in enumerate(global_tokens):
            pattern[:, row, key] += slots[:, row, slot]
    for slot, row in enumerate(global_tokens):
        pattern[:, row, :] = global_rows[:, :length, slot]
    return pattern


def longformer_tensors(model, inputs, heads):
    """Runs a Longformer; returns its output and the tensors of its layers.

    q holds query_global's rows at global tokens, for those are the rows that are used there; key_global and
    value_global of all tokens are what those rows read.
    """
    names = ["self." + name for name in ("query", "key", "value", "query_global", "key_global", "value_global")]
    layers, positions, tensors = [], [], {}
    with recorded_projections(model, names, heads, layers), recorded_global_tokens(model, positions):
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    length = inputs["input_ids"].shape[1]
    for layer, states in enumerate(layers):
        q, k, v = (states[name][:, :length].clone() for name in names[:3])
        global_rows = None
        if positions:
            q[:, positions] = states[names[3]]
            global_rows = output.global_attentions[layer][0]
            tensors[f"global_k_{layer}"] = states[names[4]][:, :length]
            tensors[f"global_v_{layer}"] = states[names[5]][:, :length]
        tensors[f"attention_{layer}"] = full_pattern(output.attentions[layer][0], global_rows, positions, length)
        for letter, state in zip("qkv", (q, k, v), strict=True):
            tensors[f"{letter}_{layer}"] = state
    return output, tensors


@contextmanager
def mask_without_bias(model):
    """Gives every layer of Falcon the causal mask alone.

    This version of transformers puts ALiBi into the mask, which its SDPA attention needs, and its eager attention adds
    ALiBi once more: the two disagree. Falcon was trained with one, so eager attention is repaired here, and what comes
    out is held against SDPA's.
    """
    def repair(_module, args, named):
        mask = named["attention_mask"]
        lowest = torch.finfo(mask.dtype).min
        named["attention_mask"] = torch.where(mask == lowest, lowest, torch.zeros_like(mask))
        return args, named

    hooks = [layer.register_forward_pre_hook(repair, with_kwargs=True) for layer in model.base_model.h]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def patterns_alone(model, inputs):
    """Runs a model whose q, k and v cannot be seen."""
    output = model(**inputs, output_attentions=True, output_hidden_states=True)
    return output, {f"attention_{layer}": weights[0] for layer, weights in enumerate(output.attentions)}


def layer_tensors(model, inputs, recipe):
    """Runs a model; returns its output and attention_L, q_L, k_L, v_L of every layer."""
    heads = model.config.num_attention_heads
    if model.config.model_type == "longformer":
        return longformer_tensors(model, inputs, heads)
    calls, layers = [], []
    if recipe.patterns_only:
        with mask_without_bias(model) if recipe.mask_without_bias else nullcontext():
            return patterns_alone(model, inputs)
    if recipe.projections:
        with recorded_projections(model, recipe.projections, heads, layers):
            output = model(**inputs, output_attentions=True, output_hidden_states=True)
        states = [[layer[name] for name in recipe.projections] for layer in layers]
    else:
        with recorded_attention(model, calls):
            output = model(**inputs, output_attentions=True, output_hidden_states=True)
        states = [[state[0] for state in call] for call in calls]
    tensors = {}
    # Layers without attention keep their numbers.
    kinds = getattr(model.config, "layer_types", None) or ["attention"] * len(states)
    numbers = [layer for layer, kind in enumerate(kinds) if "attention" in kind]
    patterns = [weights for weights in output.attentions if weights is not None]
    for layer, weights, triple in zip(numbers, patterns, states, strict=True):
        tensors[f"attention_{layer}"] = weights[0]
        tensors |= {f"{letter}_{layer}": state for letter, state in zip("qkv", triple, strict=True)}
    return output, tensors
