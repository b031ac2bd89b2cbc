// SPDX-License-Identifier: GPL-3.0-or-later
// Run B without heads: the key, the button, the bar of changes, and what a text typed meanwhile does to them.
#include <gtest/gtest.h>

#include <QLabel>

#include "tests/ui/frame_window.h"
#include "ui/models/gates.h"
#include "ui/views/head_panel.h"

namespace headscope::ui {
namespace {

using core::HeadGate;
using core::HeadId;

constexpr HeadId early{core::AttentionKind::Self, 1, 2};
constexpr HeadId late{core::AttentionKind::Self, 2, 3};

struct GateWindow : TestWindow {
    Session& session() { return window.session(); }
    bool press(HeadId head) {
        session().selectHead(head);
        window.actions()[ActionId::GateHead]->trigger();
        return settled();
    }
    std::vector<core::Edit> edits() { return session().b()->trace->spec.edits; }
};

TEST(Gates, OneOfAHeadReplacesTheOther) {
    std::vector<core::Edit> edits = withGate({}, {early, 0});
    edits = withGate(edits, {late, 0.5F});
    EXPECT_EQ(edits, (std::vector<core::Edit>{HeadGate{early, 0}, HeadGate{late, 0.5F}}));
    EXPECT_EQ(gateOf(edits, late), 0.5F);
    EXPECT_EQ(gateOf(edits, {core::AttentionKind::Self, 0, 0}), 1.0F);
    edits = withGate(edits, {early, 2});
    EXPECT_EQ(gateOf(edits, early), 2.0F);
    EXPECT_EQ(withGate(withGate(edits, {early, 1}), {late, 1}), std::vector<core::Edit>());
    EXPECT_EQ(withGate(edits, {{core::AttentionKind::Self, 0, 0}, 1}), edits);
}

TEST(Gates, AKeyRunsWithoutTheHeadAndWithItAgain) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    const RunPtr a = window.session().a();
    ASSERT_TRUE(window.press(early));
    ASSERT_NE(window.session().b(), nullptr);
    EXPECT_EQ(window.session().shown(), window.session().b()) << "who changes something wants to see it";
    EXPECT_EQ(window.session().selection().head, early);
    EXPECT_EQ(window.edits(), (std::vector<core::Edit>{HeadGate{early, 0}}));

    core::RunSpec spec = a->trace->spec;
    spec.edits = window.edits();
    const core::TracePtr fresh = a->model->run(spec);
    EXPECT_EQ(window.session().b()->trace->lastHidden, fresh->lastHidden);
    EXPECT_NE(fresh->lastHidden, a->trace->lastHidden);
    EXPECT_EQ(window.session().b()->trace->layers[0], a->trace->layers[0])
        << "layers before the head are A's";
    EXPECT_NE(window.session().b()->trace->layers[1], a->trace->layers[1]);

    ASSERT_TRUE(window.press(early));
    EXPECT_EQ(window.session().b(), nullptr) << "nothing is left that differs";
    EXPECT_EQ(window.session().shown(), a);
}

TEST(Gates, QuickPressesAreAllHeard) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    for (const HeadId head : {early, late}) {
        window.session().selectHead(head);
        window->actions()[ActionId::GateHead]->trigger();
    }
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.edits(), (std::vector<core::Edit>{HeadGate{early, 0}, HeadGate{late, 0}}));
}

TEST(Gates, TwoQuickPressesOfOneHeadLeaveNothing) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    window.session().selectHead(early);
    window->actions()[ActionId::GateHead]->trigger();
    window->actions()[ActionId::GateHead]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.session().b(), nullptr);
}

TEST(Gates, StayWhenAnotherTextIsRead) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    ASSERT_TRUE(window.press(late));
    core::Input other = window.session().b()->trace->spec.input;
    other.text = wideText;
    window->loader().run(Side::B, other);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.shownText(), wideText);
    EXPECT_EQ(window.edits(), (std::vector<core::Edit>{HeadGate{late, 0}}));
    EXPECT_NE(window.session().a()->trace->spec.input.text, wideText);
    ASSERT_TRUE(window.press(late));
    ASSERT_NE(window.session().b(), nullptr) << "B still reads another text";
    EXPECT_TRUE(window.edits().empty());
}

TEST(Gates, TheBarSaysWhatIsChangedAndTakesItBack) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    ChangesBar& bar = window->changesBar();
    EXPECT_FALSE(bar.isVisible());
    ASSERT_TRUE(window.press(early));
    ASSERT_TRUE(window.press(late));
    ASSERT_EQ(bar.parts().size(), 2U);
    EXPECT_TRUE(bar.isVisible());
    EXPECT_EQ(bar.parts()[0].head->text(), "1.2");
    EXPECT_EQ(bar.parts()[0].gate->value(), 0);
    QDoubleSpinBox* gate = bar.parts()[0].gate;
    QApplication::processEvents();  // new parts are shown when the layout has seen them
    gate->setFocus();
    gate->setValue(0.5);
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(bar.parts()[0].gate, gate) << "the next step of the arrow keys needs it";
    EXPECT_EQ(window->focusWidget(), gate);
    EXPECT_EQ(window.edits(), (std::vector<core::Edit>{HeadGate{early, 0.5F}, HeadGate{late, 0}}));
    window.session().setSide(Side::A);
    EXPECT_TRUE(bar.isVisible()) << "B is still what it is";
    bar.parts()[1].head->click();
    EXPECT_EQ(window.session().selection().head, late);
    bar.parts()[1].remove->click();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.edits(), (std::vector<core::Edit>{HeadGate{early, 0.5F}}));
    ASSERT_EQ(bar.parts().size(), 1U);
    bar.parts()[0].remove->click();
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(bar.isVisible());
}

TEST(Gates, TheButtonOfTheHeadSaysWhatBHas) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    auto* panel = window->findChild<HeadPanel*>();
    ASSERT_NE(panel, nullptr);
    window.session().selectHead(early);
    EXPECT_FALSE(panel->gate().isChecked());
    panel->gate().click();
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(panel->gate().isChecked());
    EXPECT_EQ(panel->output().text(), "Output removed in B");
    window.session().selectHead(late);
    EXPECT_FALSE(panel->gate().isChecked());
    window.session().wantGate({late, 0.25F});
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(panel->output().text(), "Output × 0.25 in B");
}

TEST(Gates, WhatIsTypedForOneGoesWithIt) {
    for (const ActionId action : {ActionId::CloseModel, ActionId::Compare}) {
        GateWindow window;
        ASSERT_TRUE(window.openExample());
        ASSERT_TRUE(window.press(early));
        QApplication::processEvents();  // new parts are shown when the layout has seen them
        QDoubleSpinBox* gate = window->changesBar().parts()[0].gate;
        gate->setFocus();
        gate->selectAll();
        QTest::keyClicks(gate, QStringLiteral("0.7"));
        window->actions()[action]->trigger();
        ASSERT_TRUE(window.settled());
        EXPECT_EQ(window.session().b(), nullptr);
        EXPECT_EQ(window.session().a() == nullptr, action == ActionId::CloseModel);
    }
}

TEST(Gates, WaitForATextThatIsBeingRead) {
    GateWindow window;
    ASSERT_TRUE(window.openExample());
    core::Input other = window.session().a()->trace->spec.input;
    other.text = wideText;
    window->loader().run(Side::A, other);
    window->actions()[ActionId::GateHead]->trigger();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.shownText(), wideText) << "the text would be lost";
    EXPECT_EQ(window.session().b(), nullptr);
}

}  // namespace
}  // namespace headscope::ui
