// SPDX-License-Identifier: GPL-3.0-or-later
// Flow, arcs and overview in the window: what is isolated, what is muted and said to be, what a head's cell
// tells.
#include <gtest/gtest.h>

#include <QAccessible>

#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/flow_figure.h"
#include "ui/views/flow_view.h"
#include "ui/views/overview_view.h"

namespace headscope::ui {
namespace {

/// How far `colour` lies from `paper` towards `full`: 1 at full strength.
double strength(QColor colour, QColor full, QColor paper) {
    double part = 0;
    double whole = 0;
    for (const auto channel : {&QColor::red, &QColor::green, &QColor::blue}) {
        part += std::abs((colour.*channel)() - (paper.*channel)());
        whole += std::abs((full.*channel)() - (paper.*channel)());
    }
    return part / whole;
}

TEST(Links, OfOtherTokensFadeByFourFifthsWhileOneIsPointedAt) {
    const auto pattern =
        std::make_shared<FixedPattern>(sampleTokens(), core::Matrix(core::Matrix::Identity(7, 7)));
    ViewSettings settings;
    settings.share = 1;
    const FlowDataPtr data = prepareFlow({{{}, core::HeadType::Content, pattern}}, sampleTokens(), settings);
    for (const Theme& theme : {Theme::light(), Theme::darkTheme()}) {
        FlowLook look;
        look.theme = theme;
        const QSizeF size(700, 300);
        const FlowLayout layout = flowLayout(*data, look, size);
        const QImage before = figureImage(flowFigure(data, look, size), 1);
        look.hover.query = 3;
        const QImage after = figureImage(flowFigure(data, look, size), 1);
        for (core::Index place = 0; place < 7; ++place) {
            const QPoint middle(static_cast<int>(layout.lines.center().x()),
                                static_cast<int>(layout.centre(place)));
            const QColor full = before.pixelColor(middle);
            const QColor now = after.pixelColor(middle);
            ASSERT_NE(full, theme.panel) << "there is a line";
            if (place == 3)
                EXPECT_NEAR(strength(now, full, theme.panel), 1, 0.08) << "over its own faded one";
            else
                EXPECT_LE(strength(now, full, theme.panel), 0.2) << place;
        }
    }
}

TEST(Links, MutedWeightIsNamedInTheStatusLine) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    test->showView("flow");
    const LinksCanvas& canvas = static_cast<FlowView&>(test->workspace().view()).canvas();
    const auto settled = [&] {
        return QTest::qWaitFor([&] { return canvas.data() != nullptr && canvas.isSettled(); }, patience);
    };
    ASSERT_TRUE(settled());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_S);
    ASSERT_TRUE(settled());
    const core::Index last = test.session().a()->trace->length() - 1;
    ASSERT_FALSE(canvas.data()->lines.empty());
    for (const FlowLine& line : canvas.data()->lines)
        for (const core::Index end : {line.query, line.key}) EXPECT_TRUE(end != 0 && end != last);
    const FlowData& data = *canvas.data();
    const QString share = QLocale().toString(100 * data.mutedWeight / data.totalWeight, 'f', 0);
    const QString text = test->statusLine().text();
    EXPECT_TRUE(text.contains(share + QStringLiteral("%")) || text.contains(share + QStringLiteral(" %")))
        << share.toStdString() << " is not in " << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("muted with special tokens"))) << text.toStdString();
}

TEST(Links, ASecondDoubleClickOnAChipShowsAllHeadsAgain) {
    Session session(testCompute());
    FlowView view(session, nullptr);
    session.setRun(randomRun(numberedTokens(8)));
    showSized(view, {760, 760});
    QTest::mouseDClick(view.chips().chip(1), Qt::LeftButton);
    EXPECT_EQ(session.selection().heads(), std::vector{headAt(0, 1)});
    QTest::mouseDClick(view.chips().chip(1), Qt::LeftButton);
    EXPECT_EQ(session.selection().heads().size(), 3U);
    EXPECT_EQ(session.selection().head, headAt(0, 1));
}

TEST(Overview, WithoutAMeasureTheHeadsStandByTheirNumbersAgain) {
    Session session(testCompute());
    OverviewView view(session, nullptr);
    session.setRun(randomRun(numberedTokens(6), {3, 4, false, false}));
    showSized(view, {370, 380});
    const auto order = [&] {
        std::vector<core::HeadId> heads;
        for (const GridData::Row& row : view.canvas().data().rows)
            for (const GridData::Cell& cell : row.cells) heads.push_back(cell.head);
        return heads;
    };
    const std::vector<core::HeadId> byNumber = order();
    EXPECT_EQ(byNumber, session.a()->trace->headIds());
    ViewSettings settings;
    settings.measure = "entropy";
    settings.sortHeads = true;
    session.setSettings(settings);
    EXPECT_NE(order(), byNumber);
    session.setSettings({});
    EXPECT_EQ(order(), byNumber);
}

TEST(Overview, EveryCellTellsLayerHeadTypeAndEntropy) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    GridCanvas& grid = static_cast<OverviewView&>(test->workspace().overview()).canvas();
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&grid);
    ASSERT_NE(interface, nullptr);
    ASSERT_NE(interface->tableInterface(), nullptr);
    const RunPtr& run = test.session().a();
    EXPECT_EQ(interface->childCount(), static_cast<int>(run->trace->headIds().size()));
    for (std::size_t i = 0; i < run->measures.size(); ++i) {
        const core::HeadId head = run->measures[i].head;
        QAccessibleInterface* cell = interface->tableInterface()->cellAt(head.layer, head.head);
        ASSERT_NE(cell, nullptr);
        const QString name = cell->text(QAccessible::Name);
        EXPECT_TRUE(name.startsWith(QStringLiteral("Layer %1 · Head %2").arg(head.layer).arg(head.head)))
            << name.toStdString();
        EXPECT_TRUE(
            name.contains(QString::fromStdString(std::string(core::headTypeName(run->types[i].type)))))
            << name.toStdString();
        EXPECT_TRUE(name.contains(QStringLiteral("Entropy"))) << name.toStdString();
        EXPECT_TRUE(name.contains(QLocale().toString(*run->measures[i].values[0].mean(), 'f', 2)))
            << name.toStdString();
    }
}

}  // namespace
}  // namespace headscope::ui
