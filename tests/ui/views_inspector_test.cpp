// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/ui/views_samples.h"
#include "ui/models/wording.h"
#include "ui/views/inspector.h"
#include "ui/views/links_panel.h"

namespace headscope::ui {
namespace {

struct Shown {
    Session session{testCompute()};
    Inspector view{session, nullptr};

    Shown() {
        session.setRun(randomRun(numberedTokens(6)));
        showSized(view, {300, 700});
        EXPECT_TRUE(QTest::qWaitFor([this] { return view.links().isSettled(); }, viewPatience));
    }
    /// Whether a visible label reads `text`.
    bool reads(const QString& text) const {
        const QList<QLabel*> labels = view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisibleTo(&view) && label->text() == text;
        });
    }
};

TEST(Inspector, NamesTheHeadAndItsMeasures) {
    Shown shown;
    shown.session.selectHead(headAt(1, 2));
    EXPECT_TRUE(shown.reads(headTitle(headAt(1, 2))));
    const core::HeadMeasures& measures = shown.session.a()->measures[5];
    EXPECT_TRUE(shown.reads(metricText(core::metrics()[0], measures.values[0].mean())));
}

TEST(Inspector, ReadsThePairUnderThePointerElseThePinnedOne) {
    Shown shown;
    const core::HeadId head = shown.session.selection().head;
    EXPECT_FALSE(shown.reads(QStringLiteral("w2 → w4")));
    shown.session.select({head, 3, 5});
    EXPECT_TRUE(shown.reads(QStringLiteral("w2 → w4")));
    EXPECT_TRUE(shown.reads(numberText(weightOf(shown.session.a(), head, 3, 5), 4)));
    shown.session.setHover({1, 2});
    EXPECT_TRUE(shown.reads(QStringLiteral("w0 → w1")));
    shown.session.setHover({});
    EXPECT_TRUE(shown.reads(QStringLiteral("w2 → w4")));
}

TEST(Inspector, ALinkSelectsItsPair) {
    Shown shown;
    QListView& list = shown.view.links().list();
    ASSERT_EQ(list.model()->rowCount(), 6);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(1, 0)).center());
    const Selection& selection = shown.session.selection();
    ASSERT_TRUE(selection.query && selection.key);
    EXPECT_FALSE(shown.session.a()->trace->tokens[static_cast<std::size_t>(*selection.query)].special);
    EXPECT_NEAR(list.model()->index(1, 0).data(LinkModel::WeightRole).toDouble(),
                weightOf(shown.session.a(), selection.head, *selection.query, *selection.key), 1e-6);
    EXPECT_TRUE(list.selectionModel()->isSelected(list.model()->index(1, 0)));
}

TEST(Inspector, SaysWhatTheModelAnswers) {
    Shown shown;
    const QString note =
        QStringLiteral("The head with the prettiest arrow need not be the one that decides.");
    EXPECT_FALSE(shown.reads(note));
    const std::shared_ptr<ui::Run> run = copyOf(shown.session.a());
    run->answers = {{QStringLiteral("reference"),
                     4,
                     {{QStringLiteral("animal"), 0.998}, {QStringLiteral("street"), 0.001}}}};
    shown.session.setRun(run);
    EXPECT_TRUE(shown.reads(QStringLiteral("w3 → animal")));
    EXPECT_TRUE(shown.reads(numberText(0.998, 3)));
    EXPECT_TRUE(shown.reads(note));
}

TEST(Inspector, TokensThatLookLikeMarkupStayText) {
    Shown shown;
    shown.session.setRun(randomRun({sampleToken("<b>bold</b>"), sampleToken("b")}));
    shown.session.select({shown.session.selection().head, 0, 1});
    for (const QLabel* label : shown.view.findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("<b>"))) {
            EXPECT_EQ(label->textFormat(), Qt::PlainText);
        }
    }
    EXPECT_TRUE(shown.reads(QStringLiteral("<b>bold</b> → b")));
}

TEST(Inspector, AShorterRunMayReplaceALongerOne) {
    Shown shown;
    shown.session.select({headAt(1, 1), 7, 6});
    shown.session.setRun(randomRun({sampleToken("one")}));
    shown.view.grab();
    shown.session.setRun(nullptr);
    shown.view.grab();
    EXPECT_EQ(shown.view.links().list().model()->rowCount(), 0);
}

}  // namespace
}  // namespace headscope::ui
