// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QLabel>
#include <QThreadPool>

#include "tests/ui/views_samples.h"
#include "ui/figures/figures.h"
#include "ui/language.h"
#include "ui/views/charts_view.h"
#include "ui/views/head_table.h"
#include "ui/views/inspector.h"
#include "ui/views/max_attention_table.h"
#include "ui/views/overview_view.h"
#include "ui/views/token_strip.h"

namespace headscope::ui {
namespace {

template <class Shown>
View* make(Session& session, QWidget* parent) {
    return new Shown(session, parent);
}

/// The big views and the panels around them.
std::vector<View* (*)(Session&, QWidget*)> everyView() {
    std::vector<View* (*)(Session&, QWidget*)> all{make<TokenStrip>, make<OverviewView>,
                                                   make<HeadTable>,  make<Inspector>,
                                                   make<ChartsView>, make<MaxAttentionTable>};
    for (const ViewInfo& info : views()) all.push_back(info.make);
    return all;
}

/// Widgets that a person can reach and that say nothing of themselves.
QStringList unnamed(const QWidget& view) {
    QStringList names;
    for (const QWidget* widget : view.findChildren<QWidget*>()) {
        const bool reachable = widget->focusPolicy() != Qt::NoFocus && widget->isVisibleTo(&view);
        const bool inner =
            qobject_cast<const QWidget*>(widget->parentWidget()) != nullptr &&
            (widget->objectName().startsWith(QStringLiteral("qt_")) || widget->inherits("QHeaderView") ||
             widget->parentWidget()->inherits("QAbstractScrollArea"));
        if (reachable && !inner && widget->accessibleName().isEmpty())
            names << QLatin1String(widget->metaObject()->className()) + QLatin1String(" in ") +
                         QLatin1String(widget->parentWidget()->metaObject()->className());
    }
    return names;
}

TEST(Views, HaveTheIdsOfTheCommandLine) {
    for (const ViewInfo& info : views()) EXPECT_EQ(figureKindNamed(info.id).id, info.id);
    EXPECT_EQ(views().front().id, "heatmap");
}

TEST(Views, LiveWithAndWithoutARunInBothThemesAndLanguages) {
    for (const auto& makeView : everyView()) {
        Session session{testCompute()};
        const std::unique_ptr<View> view(makeView(session, nullptr));
        showSized(*view, {500, 500});
        EXPECT_FALSE(view->grab().isNull());
        Language language;
        session.setRun(randomRun(numberedTokens(5)));
        for (const Theme& theme : {Theme::light(), Theme::darkTheme()}) {
            view->setTheme(theme);
            EXPECT_FALSE(view->grab().isNull());
        }
        language.use(QStringLiteral("zh_CN"));
        QApplication::sendPostedEvents();
        EXPECT_FALSE(view->grab().isNull());
        EXPECT_FALSE(view->accessibleName().isEmpty());
        EXPECT_TRUE(unnamed(*view).isEmpty()) << unnamed(*view).join(' ').toStdString();
    }
    QThreadPool::globalInstance()->waitForDone();
}

TEST(Views, EverythingFollowsOneSelection) {
    Session session{testCompute()};
    QWidget window;
    for (const auto& makeView : everyView()) makeView(session, &window);
    showSized(window, {900, 700});
    session.setRun(randomRun(numberedTokens(30)));
    session.select({headAt(1, 1), 20, 25});
    session.setHover({3, 4});
    QApplication::sendPostedEvents();
    session.setRun(randomRun(numberedTokens(1)));
    session.setHover({2, 2});
    EXPECT_FALSE(window.grab().isNull());
    session.setRun(nullptr);
    EXPECT_FALSE(window.grab().isNull());
    QThreadPool::globalInstance()->waitForDone();
}

}  // namespace
}  // namespace headscope::ui
