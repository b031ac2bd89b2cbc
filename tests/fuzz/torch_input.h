// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/byte_source.h"
#include "tests/support/zip_bytes.h"

namespace headscope::fuzz {

/// A zip archive whose fields are as `source` decides: mostly true ones. `parts` are put into it.
std::string zipFrom(ByteSource& source, std::vector<test::ZipPart> parts);

/// A pickle: mostly of a state_dict of tensors whose names begin with `prefix`, sometimes any opcodes in any
/// order. `legacy` gives storages their sixth element.
std::string pickleFrom(ByteSource& source, const std::string& prefix, bool legacy);

/// A file as torch.save() writes it, zip archive or legacy stream.
std::string torchFileFrom(ByteSource& source, const std::string& prefix);

/// Files that torch.save() wrote, from the tests' data.
std::vector<std::string> savedTorchFiles();

}  // namespace headscope::fuzz
