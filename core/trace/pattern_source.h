// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/trace/trace.h"
#include "core/trace/word_groups.h"

namespace headscope::core {

/// Cells [row, row + rows) × [column, column + columns) of a pattern.
struct CellRect {
    Index row = 0;
    Index column = 0;
    Index rows = 0;
    Index columns = 0;
    bool operator==(const CellRect&) const = default;
};

/// What becomes of many cells: the one with the largest absolute value, with its sign, or their mean.
enum class Pooling { Largest, Mean };

class DifferencePattern;

/// What every view sees of a pattern, whether it is made from a head's q and k, merged into words, a
/// difference of two runs or read from a file. Immutable; may be used from many threads; keeps alive what it
/// needs.
class PatternSource {
public:
    virtual ~PatternSource() = default;

    virtual const std::vector<Token>& rowTokens() const = 0;     ///< queries
    virtual const std::vector<Token>& columnTokens() const = 0;  ///< keys
    Index rows() const { return static_cast<Index>(rowTokens().size()); }
    Index columns() const { return static_cast<Index>(columnTokens().size()); }

    /// Whether the query may see the key at all.
    virtual bool allowed(Index row, Index column) const = 0;
    /// Exact weights of `rect`, [rect.rows, rect.columns].
    virtual Matrix cells(CellRect rect) const = 0;
    /// The same into `out`, whose rows may lie apart.
    virtual void writeCells(CellRect rect, MutableMatrixView out) const { out = cells(rect); }
    /// The same source where its cells are differences, which have a sign, and not weights; else null.
    virtual const DifferencePattern* difference() const { return nullptr; }
    /// One row, [columns].
    Vector row(Index index) const;
    /// All cells. For exports and small patterns.
    Matrix all() const { return cells({0, 0, rows(), columns()}); }
    /// `rect` pooled to at most pixelRows × pixelColumns (fewer when it has fewer cells); pixel i covers
    /// cells [i · rows / pixels, (i + 1) · rows / pixels). Works in blocks, so memory stays at a few rows.
    Matrix tile(CellRect rect, Index pixelRows, Index pixelColumns, Pooling pooling,
                const Progress& progress = {}) const;
};

using PatternPtr = std::shared_ptr<const PatternSource>;

/// The pattern of one head; of a mean over texts the mean of their patterns. Null when its layer has no
/// attention. Throws Error(NoSuchHead).
PatternPtr headPattern(TracePtr trace, HeadId head, const Kernels& kernels);

/// `pattern` with pieces merged into words: weights to the pieces of a key word are added, those from the
/// pieces of a query word averaged, so that rows keep their sum (Clark et al. 2019). Special tokens stay
/// single. `input` is what the pattern's tokens were read from.
PatternPtr wordPattern(PatternPtr pattern, const Input& input);

}  // namespace headscope::core
