// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/doctor_kinds.h"

#include <algorithm>
#include <iterator>

namespace headscope::core {
namespace {

constexpr FindingKind table[] = {
    {"not_finite", HEADSCOPE_TEXT("Doctor", "Numbers that are not finite"),
     HEADSCOPE_TEXT("Doctor",
                    "Overflow in 16 bits, a division by zero, or a loss that ran away; or the file was "
                    "damaged."),
     HEADSCOPE_TEXT("Doctor",
                    "Go back to the last sound checkpoint. Train in bfloat16 or with loss scaling, clip "
                    "gradients, warm up longer, lower the learning rate."),
     Sureness::Certain},
    {"huge", HEADSCOPE_TEXT("Doctor", "Huge weights"),
     HEADSCOPE_TEXT("Doctor",
                    "A learning rate that was too high, no weight decay, or a gain of initialisation that "
                    "was too large."),
     HEADSCOPE_TEXT("Doctor",
                    "Clip gradients, decay weights, lower the learning rate of this group of parameters; "
                    "16-bit floats end at 65504."),
     Sureness::Likely},
    {"exploding", HEADSCOPE_TEXT("Doctor", "Exploding scores"),
     HEADSCOPE_TEXT("Doctor",
                    "Scores are not divided by √d, or W_Q and W_K began or grew too large: softmax then "
                    "takes one key, and its gradient is nearly zero."),
     HEADSCOPE_TEXT("Doctor",
                    "Divide by √d; initialise so that scores have variance 1; normalise q and k; warm up, "
                    "and give W_Q and W_K a lower learning rate or more weight decay."),
     Sureness::Likely},
    {"saturated", HEADSCOPE_TEXT("Doctor", "Saturated heads"),
     HEADSCOPE_TEXT("Doctor",
                    "Nearly every row puts all its weight on one key. A head that copies from one place "
                    "has to, but it can hardly learn anything else: its gradient is nearly zero."),
     HEADSCOPE_TEXT("Doctor",
                    "Nothing, if the place makes sense. Else a smaller gain or learning rate of W_Q and W_K, "
                    "or dropout on the weights."),
     Sureness::Hint},
    {"uniform", HEADSCOPE_TEXT("Doctor", "Uniform heads"),
     HEADSCOPE_TEXT("Doctor",
                    "Nearly even weights are what a head has before training: q or k are too small, or get "
                    "no gradient. Some trained heads average on purpose."),
     HEADSCOPE_TEXT("Doctor",
                    "Look at the gradient norms of W_Q and W_K; raise the gain of their initialisation or "
                    "their learning rate; switch the head off to see whether it matters."),
     Sureness::Likely},
    {"dead_weights", HEADSCOPE_TEXT("Doctor", "Heads dead by weights"),
     HEADSCOPE_TEXT("Doctor",
                    "W_V or W_O of the head is almost zero: pruned, decayed away, or never reached by a "
                    "gradient."),
     HEADSCOPE_TEXT("Doctor", "Prune the head, which costs nothing, or initialise it anew and train on."),
     Sureness::Certain},
    {"dead_effect", HEADSCOPE_TEXT("Doctor", "Heads dead by effect"),
     HEADSCOPE_TEXT("Doctor",
                    "What the head adds is tiny beside what its layer adds, at least in this text."),
     HEADSCOPE_TEXT("Doctor", "Look at more texts before pruning it: a head can wait for its occasion."),
     Sureness::Hint},
    {"identical", HEADSCOPE_TEXT("Doctor", "Identical heads"),
     HEADSCOPE_TEXT("Doctor",
                    "Heads that were copied, tied, or initialised alike get the same gradients and stay "
                    "alike."),
     HEADSCOPE_TEXT("Doctor",
                    "Initialise each head with other random numbers; keep one of them and prune the others."),
     Sureness::Likely},
    {"untrained", HEADSCOPE_TEXT("Doctor", "Layers that look untrained"),
     HEADSCOPE_TEXT("Doctor",
                    "The layer was added or initialised again and not trained, was frozen from the start, or "
                    "its tensors were not found under their names when the model was loaded before it was "
                    "saved."),
     HEADSCOPE_TEXT("Doctor",
                    "Look for \"newly initialized\" in the log of loading; check that the optimiser has the "
                    "layer's parameters, and the learning rate of their group."),
     Sureness::Likely},
    {"sink", HEADSCOPE_TEXT("Doctor", "Sinks"),
     HEADSCOPE_TEXT("Doctor",
                    "Weights of a row must add up to 1, so that a head with nothing to do rests on a special "
                    "token or the first one, mostly with a short value."),
     HEADSCOPE_TEXT("Doctor",
                    "Nothing: it is normal. Leave these tokens out of pictures, keep the first tokens in a "
                    "cache that slides; a learned sink or softmax-off-by-one avoids them."),
     Sureness::Hint},
    {"long_inputs", HEADSCOPE_TEXT("Doctor", "Patterns of long inputs do not fit into memory"),
     HEADSCOPE_TEXT("Doctor", "Weights of all heads of a layer grow with the square of the length."),
     HEADSCOPE_TEXT(
         "Doctor",
         "Use memory-efficient or chunked attention (FlashAttention, scaled_dot_product_attention), "
         "windows, or gradient checkpoints for training; Headscope makes patterns in panels and "
         "needs none of it."),
     Sureness::Hint},
};

}  // namespace

std::string_view surenessName(Sureness sureness) noexcept {
    switch (sureness) {
        case Sureness::Certain:
            return "certain";
        case Sureness::Likely:
            return "likely";
        case Sureness::Hint:
            return "hint";
    }
    return {};
}

std::span<const FindingKind> findingKinds() noexcept {
    return table;
}

const FindingKind* findingKind(std::string_view id) noexcept {
    return std::find_if(std::begin(table), std::end(table),
                        [&](const FindingKind& kind) { return kind.id == id; });
}

}  // namespace headscope::core
