// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "ui/figures/grid_mapping.h"

namespace headscope::ui {
namespace {

constexpr QRectF area(100, 50, 600, 500);

void expectNear(QPointF a, QPointF b, double tolerance) {
    EXPECT_NEAR(a.x(), b.x(), tolerance);
    EXPECT_NEAR(a.y(), b.y(), tolerance);
}

TEST(GridMapping, FitsTheWholeGridInSquareCells) {
    const GridMapping mapping(39, 39, area);
    EXPECT_TRUE(mapping.isFitted());
    EXPECT_EQ(mapping.cell(), 12);  // 500 / 39, whole pixels
    EXPECT_TRUE(area.contains(mapping.grid()));
    EXPECT_EQ(mapping.grid().top(), area.top());
    EXPECT_NEAR(mapping.grid().center().x(), area.center().x(), 1);
    EXPECT_EQ(mapping.visibleCells(), (core::CellRect{0, 0, 39, 39}));
}

TEST(GridMapping, FewCellsAreNotBlownUp) {
    EXPECT_EQ(GridMapping(3, 3, area).cell(), GridMapping::largestFittedCell);
}

TEST(GridMapping, CellsAndPixelsAgree) {
    for (const double zoom : {1.0, 2.7, 5.0}) {
        const GridMapping mapping(41, 29, area, {zoom, {0.3, 0.6}});
        const core::CellRect cells = mapping.visibleCells();
        for (core::Index row = cells.row; row < cells.row + cells.rows; ++row)
            for (core::Index column = cells.column; column < cells.column + cells.columns; ++column) {
                const QPointF centre = mapping.cellRect({row, column}).center();
                if (!mapping.visibleGrid().contains(centre)) continue;
                EXPECT_EQ(mapping.cellAt(centre), (CellPlace{row, column}));
            }
    }
}

TEST(GridMapping, NothingLiesBesideTheGrid) {
    const GridMapping mapping(39, 39, area);
    EXPECT_FALSE(mapping.cellAt({99, 100}));
    EXPECT_FALSE(mapping.cellAt(mapping.grid().bottomRight()));
    EXPECT_TRUE(mapping.cellAt(mapping.grid().bottomRight() - QPointF(0.5, 0.5)));
    EXPECT_EQ(mapping.nearestCell({-1000, 10000}), (CellPlace{38, 0}));
}

TEST(GridMapping, ZoomKeepsWhatIsUnderThePointer) {
    GridMapping mapping(200, 200, area);
    const QPointF anchor(420, 330);
    for (int step = 0; step < 6; ++step) {
        const QPointF before = (anchor - mapping.grid().topLeft()) / mapping.cell();
        mapping = GridMapping(200, 200, area, mapping.zoomedAbout(anchor, 1.4));
        const QPointF after = (anchor - mapping.grid().topLeft()) / mapping.cell();
        expectNear(before, after, 1.0);
    }
    EXPECT_GT(mapping.cell(), 2 * GridMapping(200, 200, area).cell());
}

TEST(GridMapping, PanMovesCellsWithThePointer) {
    const GridMapping before(200, 200, area, {6, {0.5, 0.5}});
    const GridMapping after(200, 200, area, before.panned({-100, 37}));
    expectNear(after.cellRect({90, 90}).topLeft() - before.cellRect({90, 90}).topLeft(), {-100, 37}, 1);
}

TEST(GridMapping, StaysInsideTheGrid) {
    const GridMapping mapping(200, 200, area, {4, {0.5, 0.5}});
    const GridMapping moved(200, 200, area, mapping.panned({100000, 100000}));
    EXPECT_NEAR(moved.grid().left(), area.left(), 1);
    EXPECT_NEAR(moved.grid().top(), area.top(), 1);
    const GridMapping out(200, 200, area, mapping.zoomedAbout({300, 300}, 1e-9));
    EXPECT_TRUE(out.isFitted());
    const GridMapping in(200, 200, area, mapping.zoomedAbout({300, 300}, 1e9));
    EXPECT_EQ(in.cell(), GridMapping::largestCell);
}

TEST(GridMapping, CentresOnACell) {
    const GridMapping mapping(300, 300, area);
    const GridMapping centred(300, 300, area, mapping.centredOn({120, 200}, 40));
    EXPECT_NEAR(centred.cell(), 40, 1e-9);
    expectNear(centred.cellRect({120, 200}).center(), area.center(), 1);
}

TEST(GridMapping, ViewportGivesTheSamePictureAgain) {
    const GridMapping mapping(300, 300, area, {7, {0.2, 0.9}});
    const GridMapping again(300, 300, area, mapping.viewport());
    EXPECT_EQ(mapping.grid(), again.grid());
}

TEST(GridMapping, EmptyAndDegenerateGridsAreHarmless) {
    for (const GridMapping& mapping :
         {GridMapping(0, 0, area), GridMapping(5, 0, area), GridMapping(5, 5, QRectF())}) {
        EXPECT_FALSE(mapping.cellAt({300, 300}));
        EXPECT_EQ(mapping.visibleCells().rows, 0);
        mapping.zoomedAbout({1, 1}, 2);
        mapping.panned({1, 1});
        mapping.centredOn({0, 0}, 40);
    }
    const GridMapping broken(5, 5, area, {std::nan(""), {0.5, 0.5}});
    EXPECT_TRUE(broken.isFitted());
    EXPECT_EQ(GridMapping(1, 100000, area).visibleCells().columns, 100000);
}

}  // namespace
}  // namespace headscope::ui
