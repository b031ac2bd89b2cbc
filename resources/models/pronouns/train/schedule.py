"""How long this example is trained, and from which seeds; the best of them is shipped."""

STEPS, SEEDS = 8000, (0, 1, 2)
