// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// What a pickle describes, as a tree of inert nodes. A pickle is a program that names functions and asks for
/// them to be called; here a call is a node like any other, and nothing is ever looked up or run.
struct PickleNode {
    enum class Kind {
        None,
        Bool,
        Integer,
        LongInteger,  ///< beyond 64 bits
        Real,
        Text,
        Bytes,
        List,
        Tuple,
        Set,
        Dictionary,
        Global,       ///< a class or function, named only
        Call,         ///< what calling a Global would make
        PersistentId  ///< something that lies outside the pickle
    };
    Kind kind = Kind::None;
    std::int64_t integer = 0;  ///< of Bool, Integer
    std::string text;          ///< of Text, Bytes; of Global "module name"; of LongInteger its bytes
    /// Indices of nodes: elements; of a Dictionary key, value, key, value …; of a Call the function and its
    /// arguments' tuple; of a PersistentId its description. May lead in circles.
    std::vector<std::uint32_t> items;
};

/// What a name in a pickle may stand for.
enum class PickleName {
    Refused,
    Known,      ///< may be named; calls of it become Call nodes
    Dictionary  ///< calling it makes a dictionary
};

struct Pickle {
    std::vector<PickleNode> nodes;
    std::uint32_t root = 0;
    std::size_t end = 0;  ///< of the pickle in the file

    const PickleNode& top() const { return nodes[root]; }
    const PickleNode& operator[](std::uint32_t node) const { return nodes[node]; }
};

/// Reads the pickle of `file` that begins at byte `begin` and ends before `end`. `rule` judges every name
/// "module name" that it holds. The opcodes are those that PyTorch writes, and later forms of them; the size
/// of what is built is bounded. Throws Error(PickleForbidden) with the name that `rule` refuses,
/// Error(PickleInvalid), and as MappedFile::stable().
Pickle readPickle(const MappedFile& file, std::size_t begin, std::size_t end,
                  PickleName (*rule)(std::string_view name));

}  // namespace headscope::core
