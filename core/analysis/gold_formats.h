// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/analysis/gold.h"

namespace headscope::core {

// One reader per format of gold files; each throws as readGold() does.

/// Dependencies: ten columns between tabs, sentences between empty lines. Empty nodes (8.1) are left out; the
/// words of a range (3-4) share the characters of its form unless their own forms make it up.
GoldFile readConllU(const std::filesystem::path& path);

/// Coreference: documents between #begin and #end, a column of brackets at the end. A document is one text. A
/// mention is asked by its head: the last noun or pronoun before what follows the noun (a preposition, a
/// comma, a relative clause, a verb), or its last word where there is no such column.
GoldFile readCoreference(const std::filesystem::path& path);

/// GAP (Webster et al. 2018): eleven columns between tabs and a heading; offsets count code points. A name is
/// asked by its last word.
GoldFile readGap(const std::filesystem::path& path);

/// Schemas in four lines: the sentence, the pronoun, the candidates with commas between them, the right one;
/// an empty line between schemas. Neighbours with the same candidates are a group.
GoldFile readSchemas(const std::filesystem::path& path);

/// Word pairs: three columns between tabs, the relation and two words. Lines that begin with # are comments.
GoldFile readPairs(const std::filesystem::path& path);

}  // namespace headscope::core
