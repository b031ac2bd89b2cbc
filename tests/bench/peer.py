# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's side of the benchmark: transformers with eager attention, every pattern returned, float32.

    python peer.py THREADS wall|cpu

Reads one JSON request a line from standard input and answers each with one JSON line on standard output, the first
answer unasked. Timed requests do their work once unmeasured and then `repeats` times; the answer is seconds for once,
of wall time or of this process's processor time.
"""

import json
import os
import sys
import tempfile
import time

# Libraries may print: their standard output becomes standard error, the answers go where it was.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
os.environ["HF_HUB_OFFLINE"] = "1"
clock = time.process_time if sys.argv[2] == "cpu" else time.perf_counter


def answer(**values):
    answers.write(json.dumps(values) + "\n")
    answers.flush()


def peak_memory():
    """Largest resident size of this process, in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def seconds_of(action, repeats):
    action()
    begin = clock()
    for _ in range(repeats):
        action()
    return (clock() - begin) / repeats


class Peer:
    def __init__(self, torch, transformers):
        self.torch = torch
        self.auto_model = transformers.AutoModel
        # What stands beside Debian's PyTorch 1.13 knows one attention and calls the type otherwise.
        old = tuple(int(part) for part in transformers.__version__.split(".")[:2]) < (4, 36)
        self.options = (
            {"torch_dtype": torch.float32} if old else {"dtype": torch.float32, "attn_implementation": "eager"}
        )
        self.model = None
        self.tokenizer = None
        self.folder = None
        self.variants = {}

    def open(self, folder, **options):
        # Without the pooling layer, which no pattern and no hidden state needs.
        return self.auto_model.from_pretrained(folder, add_pooling_layer=False, **(self.options | options)).eval()

    def forward(self, model, ids):
        return model(input_ids=ids, output_attentions=True)

    def variant(self, name):
        """What computes a run from ids, by its name; made at first use."""
        if name == "eager":
            return lambda ids: self.forward(self.model, ids)
        if name not in self.variants:
            self.variants[name] = {"sdpa": self.sdpa, "onnx": self.onnx}[name]()
        return self.variants[name]

    def sdpa(self):
        model = self.open(self.folder, attn_implementation="sdpa")
        return lambda ids: model(input_ids=ids)

    def onnx(self):
        """ONNX Runtime on the eager model, which gives every pattern besides the last hidden state."""
        import onnxruntime

        torch = self.torch

        class Traced(torch.nn.Module):
            def __init__(self, model):
                super().__init__()
                self.model = model

            def forward(self, ids):
                out = self.model(input_ids=ids, output_attentions=True)
                return (out.last_hidden_state, *out.attentions)

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "peer.onnx")
            torch.onnx.export(
                Traced(self.model),
                (torch.ones((1, 16), dtype=torch.int64),),
                path,
                input_names=["ids"],
                dynamic_shapes={"ids": {1: torch.export.Dim("tokens", min=2, max=512)}},
                dynamo=True,
            )
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = torch.get_num_threads()
            session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        return lambda ids: session.run(None, {"ids": ids.numpy()})

    def load(self, request):
        """Opens a model and runs the ids; the model stays for the requests after it."""
        ids = self.torch.tensor([request["ids"]])

        def load():
            self.model = None
            self.model = self.open(request["folder"])
            self.forward(self.model, ids)

        self.folder = request["folder"]
        self.variants.clear()
        return {"seconds": seconds_of(load, request["repeats"])}

    def run(self, request):
        ids = self.torch.tensor([request["ids"]])
        forward = self.variant(request["variant"])
        return {"seconds": seconds_of(lambda: forward(ids), request["repeats"])}

    def queries_and_keys(self, request):
        """q and k of one head, as a run makes them."""
        kept = {}
        attention = self.model.encoder.layer[request["layer"]].attention.self
        hooks = [
            attention.query.register_forward_hook(lambda _module, _inputs, out: kept.update(q=out)),
            attention.key.register_forward_hook(lambda _module, _inputs, out: kept.update(k=out)),
        ]
        self.forward(self.model, self.torch.tensor([request["ids"]]))
        for hook in hooks:
            hook.remove()
        width = self.model.config.hidden_size // self.model.config.num_attention_heads
        first = request["head"] * width
        return [kept[name][0, :, first : first + width] for name in ("q", "k")]

    def pattern(self, request):
        """One pattern from q and k."""
        q, k = self.queries_and_keys(request)
        scale = q.shape[1] ** -0.5
        seconds = seconds_of(lambda: self.torch.softmax((q @ k.T) * scale, dim=-1), request["repeats"])
        return {"seconds": seconds}

    def outputs(self, request):
        """Writes the last hidden state and one pattern as float32 to a file."""
        out = self.forward(self.model, self.torch.tensor([request["ids"]]))
        with open(request["file"], "wb") as file:
            file.write(out.last_hidden_state[0].numpy().tobytes())
            file.write(out.attentions[request["layer"]][0, request["head"]].numpy().tobytes())
        return {}

    def read_tokenizer(self, request):
        from tokenizers import Tokenizer

        def load():
            self.tokenizer = Tokenizer.from_file(request["file"])

        seconds = seconds_of(load, request["repeats"])
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        return {"seconds": seconds}

    def encode(self, request):
        with open(request["file"], encoding="utf-8", newline="") as file:
            text = file.read()
        encoded = []

        def encode():
            encoded[:] = [self.tokenizer.encode(text)]

        seconds = seconds_of(encode, request["repeats"])
        return {"seconds": seconds, "tokens": len(encoded[0].ids)}

    def memory(self, _request):
        return {"bytes": peak_memory()}


def main():
    begin = time.perf_counter()
    try:
        import torch
        import transformers
    except ImportError as error:
        answer(error=str(error))
        return
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(int(sys.argv[1]))
    peer = Peer(torch, transformers)
    answer(
        torch=torch.__version__,
        transformers=transformers.__version__,
        threads=torch.get_num_threads(),
        seconds=time.perf_counter() - begin,
        bytes=peak_memory(),
    )
    work = {
        "load": peer.load,
        "run": peer.run,
        "pattern": peer.pattern,
        "outputs": peer.outputs,
        "tokenizer": peer.read_tokenizer,
        "encode": peer.encode,
        "memory": peer.memory,
    }
    with torch.inference_mode():
        for line in sys.stdin:
            request = json.loads(line)
            try:
                answer(**work[request["do"]](request))
            except Exception as error:  # the other side says it and stops
                answer(error=f"{type(error).__name__}: {error}")


main()
