// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/kernel_functions.h"

namespace headscope::core {
namespace {

// A tile of the product stays in registers: rows × 2 vectors of sums beside 2 vectors of w and one of x.
constexpr Index tileColumns = 2 * lanes;
constexpr Index mostTileRows = HEADSCOPE_REGISTERS == 32 ? 14 : 6;
// So much of the inner dimension at a time that w's part of a tile stays in the first cache.
constexpr Index innerBlock = 256;
// Rows that go through all panels together: their part of x stays in the second cache.
constexpr Index rowGroup = 112;
// A block of a panel in sixteen bits becomes floats here.
constexpr Index widenedBlock = innerBlock * panelWidth;
alignas(64) constexpr float noBias[panelWidth] = {};

struct Tile {
    const float* x;
    Index xStride;
    const float* w;  // rows panelWidth apart
    Index inner;
    const float* begin;  // what is added to the sums; null: what y has
    float* y;
    Index yStride;
    // What follows w in memory comes next; every tile asks for its share, a little at a time. Only so does a
    // product of few rows get its weights as fast as the memory gives them.
    const char* ahead;
    Index aheadStep;  // bytes
};

// Where the next numbers of the rows of x are. Every fourth row has a pointer, the others are reached from
// it: with one pointer for all, sums of addresses take the places of multiply-adds.
struct RowsOfX {
    const float* first;
    const float* second;
    const float* third;
    const float* fourth;
    Index stride;
    Index threeStrides;

    explicit RowsOfX(const Tile& t)
        : first(t.x),
          second(t.x + 4 * t.xStride),
          third(t.x + 8 * t.xStride),
          fourth(t.x + 12 * t.xStride),
          stride(t.xStride),
          threeStrides(3 * t.xStride) {}

    void advance(Index count) {
        first += count;
        second += count;
        third += count;
        fourth += count;
        // Or the compiler makes one pointer of them again.
        asm("" : "+r"(first), "+r"(second), "+r"(third), "+r"(fourth));
    }

    float at(Index row, Index k) const {
        const float* near = (row < 4 ? first : row < 8 ? second : row < 12 ? third : fourth) + k;
        return row % 4 == 3 ? near[threeStrides] : near[row % 4 * stride];
    }
};

// `Steps` of the inner dimension.
template <Index Steps, Index Rows>
inline void multiplySteps(const RowsOfX& x, const float* w, Floats (&sums)[Rows][2]) {
#pragma GCC unroll 4
    for (Index k = 0; k < Steps; ++k) {
        const Floats low = load(w + k * panelWidth);
        const Floats high = load(w + k * panelWidth + lanes);
#pragma GCC unroll 16
        for (Index r = 0; r < Rows; ++r) {
            const Floats one = all(x.at(r, k));
            sums[r][0] += one * low;
            sums[r][1] += one * high;
        }
    }
}

// Every number is made by the same additions in the same order, however tiles are cut: a block of the inner
// dimension is one chain of multiply-adds, and blocks are added one after the other, which also loses fewer
// digits.
template <Index Rows>
void multiplyTile(const Tile& t) {
    constexpr Index steps = 2;
    Floats sums[Rows][2];
#pragma GCC unroll 16
    for (Index r = 0; r < Rows; ++r) sums[r][0] = sums[r][1] = Floats{};
    RowsOfX x(t);
    const float* w = t.w;
    const char* ahead = t.ahead;
    Index left = t.inner;
    for (; left >= steps; left -= steps) {
        for (Index k = 0; k < steps; ++k, ahead += t.aheadStep) __builtin_prefetch(ahead, 0, 1);
        multiplySteps<steps>(x, w, sums);
        x.advance(steps);
        w += steps * panelWidth;
    }
    for (; left > 0; --left) {
        multiplySteps<1>(x, w, sums);
        x.advance(1);
        w += panelWidth;
    }
#pragma GCC unroll 16
    for (Index r = 0; r < Rows; ++r) {
        float* y = t.y + r * t.yStride;
        const float* before = t.begin ? t.begin : y;
        store(y, load(before) + sums[r][0]);
        store(y + lanes, load(before + lanes) + sums[r][1]);
    }
}

using TileFunction = void (*)(const Tile&);
#if HEADSCOPE_REGISTERS == 32
constexpr TileFunction tileFunctions[] = {
    nullptr,          multiplyTile<1>,  multiplyTile<2>,  multiplyTile<3>,  multiplyTile<4>,
    multiplyTile<5>,  multiplyTile<6>,  multiplyTile<7>,  multiplyTile<8>,  multiplyTile<9>,
    multiplyTile<10>, multiplyTile<11>, multiplyTile<12>, multiplyTile<13>, multiplyTile<14>};
#else
constexpr TileFunction tileFunctions[] = {nullptr,         multiplyTile<1>, multiplyTile<2>, multiplyTile<3>,
                                          multiplyTile<4>, multiplyTile<5>, multiplyTile<6>};
#endif

// One panel over a block of the inner dimension: `whole` says where the panel's first tile lies, and asks for
// all of what comes next.
void multiplyRows(const Tile& whole, Index rows) {
    const Index blocks = (rows + mostTileRows - 1) / mostTileRows;
    const Index aheadStep = whole.aheadStep / (blocks * (panelWidth / tileColumns));
    const char* ahead = whole.ahead;
    for (Index column = 0; column < panelWidth; column += tileColumns) {
        const float* begin = whole.begin ? whole.begin + column : nullptr;
        const float* x = whole.x;
        float* y = whole.y + column;
        for (Index block = 0; block < blocks; ++block) {
            const Index count = (rows + block) / blocks;  // as equal as can be, small ones first
            tileFunctions[count](
                {x, whole.xStride, whole.w + column, whole.inner, begin, y, whole.yStride, ahead, aheadStep});
            x += count * whole.xStride;
            y += count * whole.yStride;
            ahead += whole.inner * aheadStep;
        }
    }
}

// Columns [from, to) of a panel that are wanted, and where they go.
struct PanelPart {
    Index panel;
    Index from;
    Index to;
    Index column;  // of y
};

PanelPart partOf(const PackedProduct& p, Index panel) {
    const Index from = panel == 0 ? p.skip : 0;
    const Index end = p.skip + p.outputs - panel * panelWidth;
    return {panel, from, end < panelWidth ? end : panelWidth, panel * panelWidth + from - p.skip};
}

Index bytesOf(Stored stored) {
    return stored == Stored::Float ? 4 : 2;
}

// A block of the inner dimension of a panel.
struct Block {
    const float* w;     // [inner][panelWidth]
    const char* ahead;  // what follows it where the matrix is stored
    Index rowBytes;     // of a row there
};

// Rows of outputs side by side: [inner][panelWidth], zeros beside the last output.
template <Stored stored>
void placeRows(const char* from, Index rowBytes, Index outputs, Index inner, float* block) {
    const Index size = bytesOf(stored);
    for (Index first = 0; first < panelWidth; first += lanes) {
        for (Index k = 0; k < inner; k += lanes) {
            const Index count = inner - k < lanes ? inner - k : lanes;
            Floats rows[lanes];
#pragma GCC unroll 16
            for (Index r = 0; r < lanes; ++r) {
                const char* at = from + (first + r) * rowBytes + k * size;
                alignas(64) char some[lanes * 4] = {};
                if (first + r < outputs && count < lanes) {
                    for (Index i = 0; i < count * size; ++i) some[i] = at[i];
                }
                rows[r] = loadStored<stored>(first + r < outputs && count == lanes ? at : some);
            }
            transpose(rows);
            for (Index i = 0; i < count; ++i) store(block + (k + i) * panelWidth + first, rows[i]);
        }
    }
}

// A block of rows that are not packed. Nothing is asked for ahead: whoever multiplies such rows has just read
// them.
Block placedBlock(const PackedProduct& p, Index panel, Index k, Index inner, float* placed) {
    const Index size = bytesOf(p.stored);
    const char* from = static_cast<const char*>(p.w) + (panel * panelWidth * p.rowStride + k) * size;
    const Index left = p.outputs - panel * panelWidth;
    const Index outputs = left < panelWidth ? left : panelWidth;
    if (p.stored == Stored::Float)
        placeRows<Stored::Float>(from, p.rowStride * size, outputs, inner, placed);
    else if (p.stored == Stored::BFloat)
        placeRows<Stored::BFloat>(from, p.rowStride * size, outputs, inner, placed);
    else
        placeRows<Stored::Half>(from, p.rowStride * size, outputs, inner, placed);
    return {placed, reinterpret_cast<const char*>(placed), 0};
}

// `widened`: room for widenedBlock floats.
Block blockOf(const PackedProduct& p, Index panel, Index k, Index inner, float* widened) {
    if (p.rowStride != 0) return placedBlock(p, panel, k, inner, widened);
    const Index rowBytes = panelWidth * bytesOf(p.stored);
    const char* at = static_cast<const char*>(p.w) + panel * p.panelStride * bytesOf(p.stored) + k * rowBytes;
    const char* ahead = at + inner * rowBytes;
    if (p.stored == Stored::Float) return {reinterpret_cast<const float*>(at), ahead, rowBytes};
    const auto* from = reinterpret_cast<const std::uint16_t*>(at);
    const Index count = inner * panelWidth;
    if (p.stored == Stored::BFloat) {
        for (Index i = 0; i < count; i += lanes) store(widened + i, loadBFloats(from + i));
    } else {
        for (Index i = 0; i < count; i += lanes) store(widened + i, loadHalves(from + i));
    }
    return {widened, ahead, rowBytes};
}

// A panel of which not all is wanted goes through a buffer, over the whole inner dimension.
void multiplyEdge(const PackedProduct& p, const PanelPart& part, Index firstRow, Index rows) {
    alignas(64) float edge[rowGroup * panelWidth];
    alignas(64) float widened[widenedBlock];
    alignas(64) float bias[panelWidth] = {};
    for (Index i = part.from; p.bias && i < part.to; ++i) bias[i] = p.bias[part.column + i - part.from];
    for (Index k = 0; k == 0 || k < p.inner; k += innerBlock) {
        const Index inner = p.inner - k < innerBlock ? p.inner - k : innerBlock;
        const Block block = blockOf(p, part.panel, k, inner, widened);
        multiplyRows({p.x + firstRow * p.xStride + k, p.xStride, block.w, inner, k == 0 ? bias : nullptr,
                      edge, panelWidth, block.ahead, block.rowBytes},
                     rows);
    }
    for (Index r = 0; r < rows; ++r) {
        float* y = p.y + (firstRow + r) * p.yStride + part.column;
        for (Index i = part.from; i < part.to; ++i) y[i - part.from] = edge[r * panelWidth + i];
        activate(p.activation, y, part.to - part.from);
    }
}

void multiplyPanel(const PackedProduct& p, const PanelPart& part, Index firstRow, Index rows) {
    alignas(64) float widened[widenedBlock];
    float* y = p.y + firstRow * p.yStride + part.column;
    for (Index k = 0; k == 0 || k < p.inner; k += innerBlock) {
        const Index inner = p.inner - k < innerBlock ? p.inner - k : innerBlock;
        const float* begin = k > 0 ? nullptr : p.bias ? p.bias + part.column : noBias;
        const Block block = blockOf(p, part.panel, k, inner, widened);
        multiplyRows({p.x + firstRow * p.xStride + k, p.xStride, block.w, inner, begin, y, p.yStride,
                      block.ahead, block.rowBytes},
                     rows);
    }
    if (p.activation == Activation::Identity) return;
    for (Index r = 0; r < rows; ++r) activate(p.activation, y + r * p.yStride, panelWidth);
}

void multiply(const PackedProduct& p) {
    const Index panels = (p.skip + p.outputs + panelWidth - 1) / panelWidth;
    const Index groups = (p.rows + rowGroup - 1) / rowGroup;
    Index row = 0;
    for (Index group = 0; group < groups; ++group) {
        const Index rows = (p.rows - row) / (groups - group);
        for (Index panel = 0; panel < panels; ++panel) {
            const PanelPart part = partOf(p, panel);
            if (part.to - part.from < panelWidth)
                multiplyEdge(p, part, row, rows);
            else
                multiplyPanel(p, part, row, rows);
        }
        row += rows;
    }
}

}  // namespace
}  // namespace headscope::core
