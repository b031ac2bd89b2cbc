// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/torch_names.h"
#include "core/checkpoint/torch_tensors.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/torch_input.h"
#include "tests/support/pickle_bytes.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::fuzz {
namespace {

using Kind = core::PickleNode::Kind;

void checkNodes(const core::Pickle& pickle) {
    require(pickle.root < pickle.nodes.size(), "the root is a node");
    for (const core::PickleNode& node : pickle.nodes) {
        for (const std::uint32_t item : node.items) require(item < pickle.nodes.size(), "items are nodes");
        if (node.kind == Kind::Dictionary) require(node.items.size() % 2 == 0, "keys have values");
        if (node.kind == Kind::PersistentId) require(node.items.size() == 1, "one description");
        if (node.kind == Kind::Global)
            require(core::meaningOf(node.text) != core::TorchName::Unknown, "only known names");
        if (node.kind != Kind::Call) continue;
        require(node.items.size() == 2 && pickle[node.items[0]].kind == Kind::Global &&
                    pickle[node.items[1]].kind == Kind::Tuple,
                "calls are of names with tuples");
    }
}

void checkTensors(const core::Pickle& pickle) {
    for (const core::TorchTensor& tensor : core::torchTensors(pickle, "input")) {
        require(tensor.type != nullptr, "tensors have a type");
        require(tensor.shape.size() == tensor.strides.size(), "one stride for each length");
        require(tensor.offset <= tensor.end && tensor.end <= tensor.storage.elements,
                "tensors lie in storages");
    }
    core::torchStorages(pickle, "input");
}

}  // namespace

// The first byte chooses: below seven a pickle is described, seven is followed by the bytes of one.
std::vector<std::string> seeds() {
    namespace p = test::pickle;
    std::vector<std::string> seeds = {std::string(300, '\0'),
                                      "\x07" + p::whole(p::dictionary({p::text("w"), p::tensor({})}))};
    for (const std::string& file : savedTorchFiles()) {
        // The pickle of a zip file begins behind its local header, those of a legacy file stand alone.
        const std::size_t begin = file.find("\x80\x02}");
        if (begin != file.npos) seeds.push_back('\x07' + file.substr(begin, 2000));
    }
    for (unsigned i = 0; i < 32; ++i) {
        seeds.push_back(randomDecisions(400, 1 + i / 4, i));
        seeds.back().front() = 0;
    }
    return seeds;
}

std::vector<std::string> dictionary() {
    namespace p = test::pickle;
    return {"(",
            "t",
            "u",
            "Q",
            "R",
            "}",
            "]",
            ")",
            "e",
            "a",
            "s",
            "\x93",
            "\x8A\x08",
            "X\x01",
            "\x85",
            "b",
            std::string("q\0", 2),
            std::string("h\0", 2),
            "\x94",
            p::global("torch", "FloatStorage"),
            p::global("torch._utils", "_rebuild_tensor_v2"),
            p::global("collections", "OrderedDict"),
            p::global("torch._utils", "_rebuild_parameter"),
            p::integer(-1),
            p::integer(std::int64_t{1} << 62)};
}

}  // namespace headscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    fuzz::ByteSource source({reinterpret_cast<const char*>(data), size});
    const bool raw = source.byte() % 8 == 7;
    const std::string bytes =
        raw ? std::string(source.rest()) : fuzz::pickleFrom(source, "t", source.rarely(2));
    try {
        const core::Pickle pickle =
            core::readPickle(test::inMemory("input", bytes), 0, bytes.size(), core::torchNameRule);
        fuzz::checkNodes(pickle);
        fuzz::checkTensors(pickle);
    } catch (const core::Error&) {
    }
    return 0;
}
