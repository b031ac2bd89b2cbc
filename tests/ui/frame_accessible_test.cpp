// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in the window.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QMetaEnum>
#include <set>

#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

struct Found {
    QAccessible::Role role;
    QString name;
    bool focusable = false;
};

/// Everything that is visible below `interface`, parents first. Of a table's cells the first few.
void collect(QAccessibleInterface* interface, int depth, std::vector<Found>& all, QString& text) {
    constexpr int mostCells = 6;
    const QAccessible::State state = interface->state();
    if (state.invisible || depth > 30) return;
    const QString name = interface->text(QAccessible::Name);
    all.push_back({interface->role(), name, state.focusable != 0});
    const char* role = QMetaEnum::fromType<QAccessible::Role>().valueToKey(interface->role());
    if (!name.isEmpty())
        text +=
            QStringLiteral("%1%2: %3\n").arg(QString(2 * depth, QLatin1Char(' ')), QLatin1String(role), name);
    const bool table = interface->tableInterface() != nullptr;
    const int count = table ? std::min(mostCells, interface->childCount()) : interface->childCount();
    for (int i = 0; i < count; ++i) {
        if (QAccessibleInterface* child = interface->child(i)) collect(child, depth + 1, all, text);
    }
}

QString dump(MainWindow& window, std::vector<Found>& all) {
    QString text;
    collect(QAccessible::queryAccessibleInterface(&window), 0, all, text);
    return text;
}

TEST(Accessible, EveryControlHasARoleAndAName) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    for (const ViewInfo& view : views()) {
        test->showView(view.id);
        QTest::qWait(50);
        std::vector<Found> all;
        const QString text = dump(test.window, all);
        for (const Found& found : all) {
            const std::set<QAccessible::Role> controls = {QAccessible::PushButton,   QAccessible::CheckBox,
                                                          QAccessible::RadioButton,  QAccessible::ComboBox,
                                                          QAccessible::EditableText, QAccessible::Slider,
                                                          QAccessible::Table,        QAccessible::List,
                                                          QAccessible::Graphic,      QAccessible::ButtonMenu};
            const bool control = found.focusable && controls.count(found.role) == 1;
            EXPECT_TRUE(!control || !found.name.isEmpty())
                << view.id << ": a control without a name of role " << found.role;
        }
        if (qEnvironmentVariableIsSet("SHOW_ACCESSIBLE")) std::puts(text.toUtf8().constData());
    }
}

TEST(Accessible, TheMainTasksAreThere) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    std::vector<Found> all;
    const QString text = dump(test.window, all);
    // The window, the text that is read, the heads as a table, the head that is shown, the model's answer.
    for (const char* part :
         {"pronouns · 2.3 · Heatmap – Headscope", "EditableText: Text", "Heads", "Compare"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " is missing in\n"
                                                            << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Layer 0"))) << text.toStdString();
}

TEST(Accessible, ButtonsThatExcludeEachOtherAreRadioButtons) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    std::vector<Found> all;
    const QString text = dump(test.window, all);
    for (const char* part : {"RadioButton: Flow", "RadioButton: Linear", "RadioButton: Strongest keys",
                             "CheckBox: Panel of numbers"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " is missing in\n"
                                                            << text.toStdString();
    const QAccessibleInterface* shown =
        QAccessible::queryAccessibleInterface(test->topBar().viewSwitch().button(0));
    EXPECT_TRUE(shown->state().checked);
    EXPECT_FALSE(
        QAccessible::queryAccessibleInterface(test->topBar().viewSwitch().button(1))->state().checked);
}

}  // namespace
}  // namespace headscope::ui
