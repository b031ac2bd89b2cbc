// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who hits everything: random keys, clicks, drags and turns of the wheel on the real window. Some
// seconds as a test; RANDOM_SECONDS=600 RANDOM_SEED=7 for as long and as different as wanted.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QDialog>
#include <QElapsedTimer>
#include <QMenu>
#include <QThreadPool>
#include <cstdio>
#include <random>

#include "core/trace/trace.h"
#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"
#include "ui/palette.h"

namespace headscope::ui {
namespace {

/// Random numbers that are the same on every machine.
class Dice {
public:
    explicit Dice(unsigned seed) : m_random(seed) {}
    int below(int count) { return static_cast<int>(m_random() % static_cast<unsigned>(count)); }
    bool one(int in) { return below(in) == 0; }
    template <class List>
    const auto& of(const List& list) {
        return *(std::begin(list) + below(static_cast<int>(std::size(list))));
    }

private:
    std::mt19937 m_random;
};

constexpr int keys[] = {
    Qt::Key_Left,      Qt::Key_Right,  Qt::Key_Up,        Qt::Key_Down,        Qt::Key_Home,
    Qt::Key_End,       Qt::Key_PageUp, Qt::Key_PageDown,  Qt::Key_Space,       Qt::Key_Tab,
    Qt::Key_Return,    Qt::Key_Escape, Qt::Key_Backspace, Qt::Key_Delete,      Qt::Key_Plus,
    Qt::Key_Minus,     Qt::Key_0,      Qt::Key_1,         Qt::Key_2,           Qt::Key_3,
    Qt::Key_4,         Qt::Key_9,      Qt::Key_A,         Qt::Key_D,           Qt::Key_F,
    Qt::Key_G,         Qt::Key_H,      Qt::Key_K,         Qt::Key_L,           Qt::Key_M,
    Qt::Key_N,         Qt::Key_P,      Qt::Key_R,         Qt::Key_S,           Qt::Key_T,
    Qt::Key_W,         Qt::Key_X,      Qt::Key_Y,         Qt::Key_Z,           Qt::Key_I,
    Qt::Key_B,         Qt::Key_C,      Qt::Key_E,         Qt::Key_BracketLeft, Qt::Key_BracketRight,
    Qt::Key_Backslash, Qt::Key_F1,     Qt::Key_Menu,
};

const char* const texts[] = {
    "The animal didn't cross the street because it was too wide",
    "x",
    "",
    "动物没有过马路，因为它太累了",
    "لم تعبر الحيوانات الشارع",
    "👩‍👩‍👧‍👦 🇨🇳 e\u0301 \u202E [SEP] [MASK] </script>",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
};

/// The window and what is done to it.
struct Restless {
    StateWindow test;
    Dice dice;

    QTimer closer;

    explicit Restless(unsigned seed) : dice(seed) {
        // The menu of a button has an event loop of its own.
        QObject::connect(&closer, &QTimer::timeout, [] {
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        });
        closer.start(20);
    }

    Qt::KeyboardModifiers modifiers() {
        constexpr Qt::KeyboardModifier any[] = {Qt::NoModifier, Qt::NoModifier, Qt::NoModifier,
                                                Qt::ShiftModifier, Qt::ControlModifier};
        const Qt::KeyboardModifiers first = dice.of(any);
        return dice.one(12) ? first | Qt::ShiftModifier | Qt::ControlModifier : first;
    }
    QWidget& anyWidget() {
        QList<QWidget*> seen;
        for (QWidget* each : test->findChildren<QWidget*>())
            if (each->isVisible() && each->isEnabled() && each->window() == &test.window) seen.append(each);
        return seen.isEmpty() ? test.window : *dice.of(seen);
    }
    QPoint anyPoint(const QWidget& widget) {
        return {dice.below(std::max(1, widget.width())), dice.below(std::max(1, widget.height()))};
    }

    void press() {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : &test.window, static_cast<Qt::Key>(dice.of(keys)),
                        modifiers());
    }
    void click() {
        QWidget& widget = anyWidget();
        const QPoint at = anyPoint(widget);
        if (dice.one(6)) return QTest::mouseDClick(&widget, Qt::LeftButton, modifiers(), at);
        QTest::mouseClick(&widget, dice.one(8) ? Qt::RightButton : Qt::LeftButton, modifiers(), at);
    }
    void drag() {
        QWidget& widget = anyWidget();
        QTest::mousePress(&widget, Qt::LeftButton, modifiers(), anyPoint(widget));
        for (int i = dice.below(5); i >= 0; --i) sendMove(widget, anyPoint(widget) * 1.5, Qt::LeftButton);
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, anyPoint(widget));
    }
    void wheel() {
        QWidget& widget = anyWidget();
        sendWheel(widget, anyPoint(widget), dice.below(13) - 6);
    }
    void hover() {
        QWidget& widget = anyWidget();
        sendMove(widget, anyPoint(widget));
        if (dice.one(4)) sendLeave(widget);
    }
    void type() {
        test->textBar().text().setText(QString::fromUtf8(dice.of(texts)));
        if (dice.one(2)) test->textBar().text().setFocus();
        QTest::keyClick(&test->textBar().text(), Qt::Key_Return);
    }
    void command() {
        const ActionInfo& info = dice.of(actionTable());
        QAction* action = test->actions()[info.id];
        if (info.id != ActionId::Quit && action->isEnabled()) action->trigger();
    }
    void change() {
        constexpr const char* languages[] = {"en", "zh_CN"};
        constexpr const char* models[] = {"models/gpt2", "models/lfm2", "models/bloom", "models/bert"};
        switch (dice.below(4)) {
            case 0:
                return test->resize(1100 + dice.below(900), 720 + dice.below(500));
            case 1:
                return test.language.use(QLatin1String(dice.of(languages)));
            case 2:
                return test->setDark(dice.one(2));
            case 3:
                return test->open(dice.one(2) ? testData(QLatin1String(dice.of(models)))
                                              : QStringLiteral("example:pronouns"));
        }
    }
    void act() {
        const int what = dice.below(100);
        if (what < 40) return press();
        if (what < 65) return click();
        if (what < 73) return drag();
        if (what < 81) return wheel();
        if (what < 90) return hover();
        if (what < 93) return type();
        if (what < 98) return command();
        change();
    }

    /// A file dialog could delete files: whatever has opened is closed before anything else is hit.
    void closeWhatOpened() {
        for (QWidget* each : QApplication::topLevelWidgets()) {
            if (each != &test.window && each->isVisible() &&
                (each->inherits("QDialog") || each->inherits("QMenu") ||
                 each->inherits("QComboBoxPrivateContainer")))
                each->close();
        }
        if (!test->isVisible()) test->show();
        QApplication::setActiveWindow(&test.window);
    }
    /// What must hold whatever was done.
    void check() {
        const Session& session = test.session();
        EXPECT_TRUE(session.a() || !session.b());
        if (!session.shown()) return;
        const core::Trace& trace = *session.shown()->trace;
        const Selection& selection = session.selection();
        for (const core::HeadId head : selection.heads()) EXPECT_NE(trace.find(head), nullptr);
        for (const auto& place : {selection.query, selection.key})
            EXPECT_TRUE(!place || (*place >= 0 && *place < trace.length()));
        EXPECT_TRUE(session.side() != Side::Difference || session.difference() != nullptr);
    }
};

int fromEnvironment(const char* name, int otherwise) {
    bool given = false;
    const int value = qEnvironmentVariableIntValue(name, &given);
    return given ? value : otherwise;
}

TEST(RandomEvents, DoNoHarm) {
    const int seconds = fromEnvironment("RANDOM_SECONDS", 4);
    Restless restless(static_cast<unsigned>(fromEnvironment("RANDOM_SEED", 1)));
    ASSERT_TRUE(restless.test.openExample());
    QElapsedTimer clock;
    clock.start();
    int events = 0;
    while (clock.elapsed() < 1000LL * seconds && !HasFailure()) {
        restless.act();
        ++events;
        QApplication::processEvents();
        restless.closeWhatOpened();
        restless.check();
        if (restless.dice.one(40)) restless.test.settled();
        if (restless.dice.one(60)) {
            EXPECT_FALSE(restless.test->grab().isNull());
        }
        if (HasFailure()) std::printf("after event %d\n", events);
    }
    RecordProperty("events", events);
    EXPECT_TRUE(restless.test.settled());
    QThreadPool::globalInstance()->waitForDone();
    restless.test.language.use(QStringLiteral("en"));
    restless.test->setDark(false);
}

}  // namespace
}  // namespace headscope::ui
