"""Writes tests/data/torch: one state_dict in every form in which torch.save() has stored it, and files to refuse.

expected.safetensors holds what each tensor is worth, made contiguous. Names tell what is particular about a tensor.
"""

import argparse
import shutil
import sys
import zipfile
from collections import OrderedDict

import torch
from safetensors.torch import load_file, save_file

import common

TORCH = common.DATA / "torch"


def floats(name, *shape):
    return torch.from_numpy(common.random_state(name).randn(*shape).astype("float32"))


def state_dict():
    """Everything a saved tensor can be: types, views, shared and expanded storages, parameters."""
    base = floats("base", 6, 8)
    tensors = OrderedDict()
    tensors["f32"] = floats("f32", 3, 4)
    tensors["f16"] = floats("f16", 5).half()
    tensors["bf16"] = floats("bf16", 2, 3).bfloat16()
    tensors["f64"] = floats("f64", 3).double()
    tensors["i64"] = torch.arange(7)
    tensors["i32"] = torch.tensor([-1, 2**31 - 1], dtype=torch.int32)
    tensors["i16"] = torch.tensor([-300, 300], dtype=torch.int16)
    tensors["i8"] = torch.tensor([-128, 127], dtype=torch.int8)
    tensors["u8"] = torch.tensor([0, 255], dtype=torch.uint8)
    tensors["bool"] = torch.tensor([True, False, True])
    tensors["scalar"] = torch.tensor(2.5)
    tensors["empty"] = torch.zeros(0, 4)
    tensors["parameter"] = torch.nn.Parameter(floats("parameter", 2, 2))
    tensors["whole"] = base
    tensors["tied"] = base
    tensors["rows"] = base[2:5]
    tensors["columns"] = base[:, 3:5]
    tensors["transposed"] = base.t()
    tensors["stepped"] = base[::2, ::3]
    tensors["expanded"] = floats("expanded", 1, 4).expand(3, 4)
    tensors["one_long"] = torch.arange(5, dtype=torch.float32).expand(1, -1)
    tensors["permuted"] = floats("permuted", 2, 3, 4).permute(2, 0, 1)
    return tensors


def eights():
    """Types that have no storage class of their own."""
    values = torch.arange(256, dtype=torch.int16).to(torch.uint8)
    return OrderedDict(
        e4m3=values.view(torch.float8_e4m3fn),
        e5m2=values.view(torch.float8_e5m2),
        e4m3fnuz=values.view(torch.float8_e4m3fnuz),
        e5m2fnuz=values.view(torch.float8_e5m2fnuz),
        e8m0=values.view(torch.float8_e8m0fnu),
        u16=torch.tensor([0, 65535], dtype=torch.uint16),
        matrix=values.view(torch.float8_e4m3fn).reshape(16, 16).t(),
    )


def decoded(tensors):
    """Contiguous copies that share nothing; 8-bit types as the float32 numbers they mean."""
    plain = {}
    for name, tensor in tensors.items():
        tensor = tensor.detach()
        if tensor.dtype.itemsize == 1 and tensor.dtype.is_floating_point:
            tensor = tensor.float()
        plain[name] = tensor.clone().contiguous()
    return plain


def save_legacy(value, path):
    """The stream of before 2020. Its storages are named by their addresses; here by the order of their first use."""
    address = torch._C.StorageBase._cdata.__get__
    order = {}
    torch.UntypedStorage._cdata = property(lambda storage: 1000 + order.setdefault(address(storage), len(order)))
    try:
        torch.save(value, path, _use_new_zipfile_serialization=False)
    finally:
        del torch.UntypedStorage._cdata


def deflated(source, target):
    """The same archive as a person packs it again."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_DEFLATED)


class Home(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.weight


def write_sharded(folder):
    folder.mkdir()
    shards = {"pytorch_model-00001-of-00002.bin": ["f32", "f16"], "pytorch_model-00002-of-00002.bin": ["i64", "columns"]}
    tensors = state_dict()
    for shard, names in shards.items():
        torch.save({name: tensors[name] for name in names}, folder / shard)
    weight_map = {name: shard for shard, names in shards.items() for name in names}
    common.write_json(folder / "pytorch_model.bin.index.json", {"metadata": {"total_size": 1}, "weight_map": weight_map})
    common.write_json(folder / "config.json", {"model_type": "test"})


def write_model(folder):
    """A whole model as a folder of 2019 has it: the fixture gpt2 in a legacy pytorch_model.bin."""
    folder.mkdir()
    source = common.MODELS / "gpt2"
    save_legacy(OrderedDict(load_file(source / "model.safetensors")), folder / "pytorch_model.bin")
    shutil.copyfile(source / "config.json", folder / "config.json")


def main(arguments):
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    shutil.rmtree(TORCH, ignore_errors=True)
    TORCH.mkdir(parents=True)
    tensors = state_dict()
    save_file(decoded(tensors), TORCH / "expected.safetensors")
    save_file(decoded(eights()), TORCH / "expected_eights.safetensors")
    torch.save(tensors, TORCH / "zip.pt")
    torch.save(tensors, TORCH / "protocol4.pt", pickle_protocol=4)
    save_legacy(tensors, TORCH / "legacy.pt")
    torch.save(eights(), TORCH / "eights.pt")
    save_legacy(eights(), TORCH / "eights_legacy.pt")
    deflated(TORCH / "zip.pt", TORCH / "deflated.pt")
    trainer = {"epoch": 3, "loss": 0.5, "args": argparse.Namespace(lr=1e-3), "state_dict": tensors,
               "optimizer": {"state": {0: {"exp_avg": torch.ones(3)}}, "param_groups": [{"lr": 0.1, "params": [0]}]}}
    torch.save(trainer, TORCH / "trainer.pt")
    torch.save({"model": {f"module.{name}": tensor for name, tensor in tensors.items()}}, TORCH / "parallel.pt")
    torch.save({"anything": dict(tensors), "rest": {"step": 1}}, TORCH / "nested.pt")
    torch.save([torch.ones(2)], TORCH / "list.pt")
    sys.modules["home"] = sys.modules[__name__]
    Home.__module__ = "home"
    torch.save(Home(), TORCH / "module.pt")
    torch.jit.script(Home()).save(TORCH / "script.pt")
    write_sharded(TORCH / "sharded")
    write_model(TORCH / "gpt2")


if __name__ == "__main__":
    main(None)
