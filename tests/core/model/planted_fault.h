// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace headscope::test::faults {

/// A fault in a fixture's files, and a tensor of the dump in which it must show.
struct Fault {
    const char* name;
    const char* fixture;
    std::function<void(std::string& config, std::string& weights)> plant;
    const char* shows;
};

/// A fault in config.json alone: `with` stands where `what` stood.
Fault configFault(const char* name, const char* fixture, const char* what, const char* with,
                  const char* shows);

/// Runs the fixture with the fault and expects the comparison with its dump to fail where the fault says.
void expectNoticed(const Fault& fault);

// Ways to plant one. Tensors are those of model.safetensors, in F32.

/// Replaces the first place in a text; the test fails when there is none.
void replaceIn(std::string& text, std::string_view what, std::string_view with);
void zero(std::string& weights, const std::string& tensor);
void multiply(std::string& weights, const std::string& tensor, float factor);
/// Exchanges the first and the second half of a tensor, the middle staying where rows are odd.
void swapHalves(std::string& weights, const std::string& tensor);
/// Each row takes the place of the next one, the last that of the first.
void shiftRows(std::string& weights, const std::string& tensor);
/// Exchanges rows [0, count) and [count, 2 · count) of a tensor, or the columns.
void swapRows(std::string& weights, const std::string& tensor, std::size_t count);
void swapColumns(std::string& weights, const std::string& tensor, std::size_t count);
/// Exchanges rows [0, count) and [count, 2 · count) of each of the tensors called `name`.weight and .bias.
void swapHeads(std::string& weights, const std::string& name, std::size_t count);

}  // namespace headscope::test::faults
