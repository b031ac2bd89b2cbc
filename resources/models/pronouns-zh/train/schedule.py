"""How long this example is trained, and from which seeds; the best of them is shipped."""

STEPS, SEEDS = 7500, (0,)
