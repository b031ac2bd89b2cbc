"""Writes everything under tests/data that comes from Hugging Face and PyTorch; a second run gives the same bytes.

Needs the packages of requirements.txt. Nothing is downloaded.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false", HF_HUB_OFFLINE="1")

import make_fonts  # noqa: E402  the settings above must come first
import make_described  # noqa: E402  the settings above must come first
import make_gates  # noqa: E402
import make_head_scores  # noqa: E402
import make_models  # noqa: E402
import make_rope  # noqa: E402
import make_tokenizers  # noqa: E402
import make_torch_files  # noqa: E402
import norms  # noqa: E402

MAX_TOTAL_BYTES = 15_000_000


def main():
    make_fonts.main()
    make_models.main([])
    make_gates.main([])
    make_rope.main()
    make_tokenizers.main([])
    make_torch_files.main([])
    make_described.main()
    make_head_scores.main()
    norms.make()
    folders = (make_models.MODELS, make_gates.GATES, make_rope.ROPE, make_tokenizers.TOKENIZERS, make_torch_files.TORCH,
               make_described.DESCRIBED, make_head_scores.HEADS, norms.NORMS)
    total = sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())
    print(f"{total} bytes in all")
    if total > MAX_TOTAL_BYTES:
        raise SystemExit(f"more than {MAX_TOTAL_BYTES} bytes")


if __name__ == "__main__":
    main()
