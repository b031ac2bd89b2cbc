// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/analysis/head_labels.h"
#include "core/analysis/offset_profile.h"
#include "core/export/table.h"

namespace headscope::core {

/// How the rows of a head become one number.
enum class Average { Mean, Median };

/// `heads`: layer, head, kind, a column per metric (nothing where no row counted), and `type`, what the
/// pattern looks like, where the measures tell it. In bits, a column whose metric is in nats is converted and
/// called entropy_bits in place of entropy.
Table headTable(const Measures& measures, Average average = Average::Mean, bool bits = false);
/// `measures`: metric, name, unit, definition; in bits as headTable() has it.
Table definitionTable(const Measures& measures, bool bits = false);
/// `sums`: layer, head, kind, metric, count, sum, squares: the rows behind each mean, exact, so that they can
/// be added to those of other texts.
Table sumTable(const Measures& measures);

/// What a reader of the measures of a text should know, where it is so: `without_effect`, the mean part of
/// the weights that changes nothing because there are more keys than `headDim`; `least_row_sum` of a head,
/// where some weight goes to no token.
std::vector<Fact> remarks(const Measures& measures, Index keys, Index headDim);

/// `types`: layer, head, kind, type, share, count, baseline, low, high (the 95 % interval of the share),
/// detail; a head's strongest type first. Heads without a type are not in it.
Table labelTable(std::span<const HeadLabel> labels);
/// Adds a column `types` to headTable(): the types of each head, strongest first, each with its share.
void addTypes(Table& heads, const Measures& measures, std::span<const HeadLabel> labels);
/// `definitions`: type, name, definition, of every type there is.
Table labelDefinitionTable();

/// `offsets`: layer, head, kind, offset (key − query), weight (mean), count.
Table offsetTable(std::span<const OffsetProfile> profiles);

}  // namespace headscope::core
