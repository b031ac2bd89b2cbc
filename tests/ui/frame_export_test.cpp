// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QFileDialog>
#include <QImage>
#include <QSemaphore>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/analysis/metrics.h"
#include "core/base/json.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_window.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/run_pattern.h"

namespace headscope::ui {
namespace {

const ExportInfo& exportOf(ActionId action) {
    return *std::find_if(exportTable().begin(), exportTable().end(),
                         [action](const ExportInfo& info) { return info.action == action; });
}

std::string exported(TestWindow& test, const test::TemporaryFolder& folder, ActionId action,
                     const std::string& name) {
    const std::filesystem::path path = folder.path() / name;
    test->exportTo(exportOf(action), QString::fromStdString(path.string()));
    EXPECT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isHidden()) << test->errorBar().sentence().toStdString();
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
    return std::filesystem::exists(path) ? test::contentOf(path) : std::string();
}

/// Keeps every thread of the pool, so that work that is started has to wait.
class BusyPool {
public:
    BusyPool() {
        for (int i = 0; i < m_threads; ++i) {
            QThreadPool::globalInstance()->start([this] {
                m_gate.acquire();
                m_gone.release();
            });
        }
    }
    ~BusyPool() {
        m_gate.release(m_threads);
        m_gone.acquire(m_threads);
    }
    BusyPool(const BusyPool&) = delete;
    BusyPool& operator=(const BusyPool&) = delete;

private:
    int m_threads = QThreadPool::globalInstance()->maxThreadCount();
    QSemaphore m_gate;
    QSemaphore m_gone;
};

std::ptrdiff_t linesOf(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(Export, WritesPicturesOfTheView) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPicture, "view.png").starts_with("\x89PNG"));
    EXPECT_NE(exported(test, folder, ActionId::ExportPicture, "view.svg").find("animal"), std::string::npos);
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPicture, "view.pdf").starts_with("%PDF"));
    EXPECT_GT(QImage(QString::fromStdString((folder.path() / "view.png").string())).width(), 800);
}

TEST(Export, ProposesNamesThatTellFilesApart) {
    TestWindow window;
    ASSERT_TRUE(window.openExample());
    Session& session = window->session();
    session.selectHead({core::AttentionKind::Self, 2, 3});
    const auto proposed = [&session](ActionId action) {
        return proposedName(exportOf(action), session, "flow").toStdString();
    };
    EXPECT_EQ(proposed(ActionId::ExportPicture), "pronouns-2.3-flow");
    EXPECT_EQ(proposed(ActionId::ExportPattern), "pronouns-2.3-pattern");
    EXPECT_EQ(proposed(ActionId::ExportHeads), "pronouns-heads");
    window->loader().copyToB();
    EXPECT_EQ(proposed(ActionId::ExportOverview), "pronouns-overview-B");
    session.setSide(Side::A);
    EXPECT_EQ(proposed(ActionId::ExportOverview), "pronouns-overview");
    auto run = std::make_shared<ui::Run>(*session.a());
    auto trace = std::make_shared<core::Trace>(*run->trace);
    trace->modelName = "../org/a model: 模型";
    run->trace = trace;
    session.setRun(run);
    EXPECT_EQ(proposed(ActionId::ExportHeads), "org-a-model-模型-heads");
}

TEST(Export, WhatTheDialogProposesCanBeTaken) {
    TestWindow window;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(window.openExample());
    window->session().selectHead({core::AttentionKind::Self, 2, 3});
    window->actions()[ActionId::ExportPattern]->trigger();
    auto* dialog = window->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const auto proposed = [dialog] {
        return QFileInfo(dialog->selectedFiles().value(0)).fileName().toStdString();
    };
    const QStringList filters = dialog->nameFilters();
    const auto csv = std::find_if(filters.begin(), filters.end(), [](const QString& filter) {
        return filter.contains(QStringLiteral("*.csv"));
    });
    ASSERT_NE(csv, filters.end());
    EXPECT_TRUE(proposed().starts_with("pronouns-2.3-pattern.")) << proposed();
    dialog->selectNameFilter(*csv);
    emit dialog->filterSelected(*csv);
    EXPECT_EQ(proposed(), "pronouns-2.3-pattern.csv");
    dialog->selectFile(QString::fromStdString((folder.path() / proposed()).string()));
    QMetaObject::invokeMethod(dialog, "accept");
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window->errorBar().isHidden()) << window->errorBar().sentence().toStdString();
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "pronouns-2.3-pattern.csv"));
}

TEST(Export, AFlowOfFewTokensIsNoTallPicture) {
    TestWindow window;
    ASSERT_TRUE(window.openExample());
    window->showView("flow");
    View& view = window->workspace().view();
    ASSERT_TRUE(QTest::qWaitFor([&view] { return !view.figure().isNull(); }, patience));
    const Figure figure = view.figure();
    EXPECT_LT(figure.size.height(), view.height()) << "13 lines of tokens do not fill the window";
    // Whatever stands below the legend is margin.
    QImage image = figureImage(figure, 1).convertToFormat(QImage::Format_RGB32);
    int lowest = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        if (std::any_of(line, line + image.width(), [&](QRgb pixel) { return pixel != image.pixel(0, 0); }))
            lowest = y;
    }
    EXPECT_GT(lowest, image.height() - 40);
}

TEST(Export, WritesPicturesOfOverviewAndChart) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const std::string overview = exported(test, folder, ActionId::ExportOverview, "overview.svg");
    EXPECT_NE(overview.find("All heads"), std::string::npos);
    EXPECT_NE(overview.find(tiredText), std::string::npos);
    test->resize(1100, 720);  // the chart is folded away, which takes nothing from the picture
    const std::string chart = exported(test, folder, ActionId::ExportChart, "layers.svg");
    EXPECT_NE(chart.find("Entropy"), std::string::npos);
    EXPECT_NE(chart.find("Layer"), std::string::npos);
}

/// The rows of a table of links, by "layer.head query_position": "key_position weight".
std::map<std::string, std::pair<core::Index, double>> linksIn(const std::string& csv) {
    std::map<std::string, std::pair<core::Index, double>> links;
    for (const QString& line : QString::fromStdString(csv).split(QStringLiteral("\r\n")).mid(1)) {
        const QStringList cells = line.split(QLatin1Char(','));
        if (cells.size() != 9) continue;
        links[(cells[0] + '.' + cells[1] + ' ' + cells[4]).toStdString()] = {cells[6].toInt(),
                                                                             cells[7].toDouble()};
    }
    return links;
}

TEST(Export, TablesOfWordsHoldTheWeightsBetweenWords) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    // The example's words have one piece each: take two tokens each time for the pieces of a word.
    const std::shared_ptr<ui::Run> run = std::make_shared<ui::Run>(*test->session().a());
    const auto trace = std::make_shared<core::Trace>(*run->trace);
    for (std::size_t i = 0; i < trace->tokens.size(); ++i) {
        if (!trace->tokens[i].special) trace->tokens[i].word = static_cast<core::Index>(i / 2);
    }
    run->trace = trace;
    test->session().setRun(run);
    ViewSettings settings = test->session().settings();
    settings.words = true;
    test->session().setSettings(settings);
    const std::vector<core::Token>& tokens = run->trace->tokens;
    const std::vector<std::vector<core::Index>> words = core::wordPositions(tokens);
    ASSERT_LT(words.size(), tokens.size());
    const auto links = linksIn(exported(test, folder, ActionId::ExportLinks, "words.csv"));
    EXPECT_EQ(links.size(), words.size() * run->trace->headIds().size());
    for (const core::HeadId head : run->trace->headIds()) {
        const core::Matrix weights = runPattern(*run, head, false)->all();
        for (const std::vector<core::Index>& query : words) {
            double largest = -1;
            core::Index strongest = 0;
            for (const std::vector<core::Index>& key : words) {
                double weight = 0;
                for (const core::Index q : query)
                    for (const core::Index k : key)
                        weight += static_cast<double>(weights(q, k)) / static_cast<double>(query.size());
                if (weight <= largest) continue;
                largest = weight;
                strongest = key.front();
            }
            const auto found = links.find(core::headName(head) + ' ' + std::to_string(query.front()));
            ASSERT_NE(found, links.end()) << core::headName(head) << ' ' << query.front();
            EXPECT_EQ(found->second.first, strongest);
            EXPECT_NEAR(found->second.second, largest, 5e-6);
        }
    }
    const std::string pattern = exported(test, folder, ActionId::ExportPattern, "pattern.csv");
    EXPECT_EQ(linesOf(pattern), static_cast<std::ptrdiff_t>(words.size() * words.size()) + 1);
    // Copied is the row of the pinned word, whichever of its pieces is pinned.
    test->session().select({test->session().selection().head, words[1].back(), {}});
    const QStringList copied = numbersAsText(test->session()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(copied.size(), 2);
    EXPECT_EQ(copied[0].count(QLatin1Char('\t')), static_cast<qsizetype>(words.size()));
    const core::Matrix shown = runPattern(*run, test->session().selection().head, true)->all();
    EXPECT_NEAR(copied[1].section(QLatin1Char('\t'), 3, 3).toDouble(), static_cast<double>(shown(1, 2)),
                1e-6);
}

TEST(Export, OneAtATime) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const auto path = [&](const char* name) {
        return QString::fromStdString((folder.path() / name).string());
    };
    test->exportTo(exportOf(ActionId::ExportPatterns), path("first.json"));
    ASSERT_TRUE(test->isExporting());
    test->exportTo(exportOf(ActionId::ExportHeads), path("second.csv"));
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("first.json")));
    ASSERT_TRUE(test.settled());
    EXPECT_EQ(folder.names(), std::vector<std::string>{"first.json"});
    EXPECT_EQ(test->statusLine().text(), QStringLiteral("Saved ") + path("first.json"));
}

TEST(Export, AStoppedOneLeavesNoFileAndSaysSo) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    for (const auto& [action, name] :
         {std::pair{ActionId::ExportPatterns, "patterns.npz"}, std::pair{ActionId::ExportPicture, "view.png"},
          std::pair{ActionId::ExportPicture, "view.pdf"}}) {
        {
            const BusyPool pool;
            test->exportTo(exportOf(action), QString::fromStdString((folder.path() / name).string()));
            ASSERT_TRUE(test->isExporting());
            test->actions()[ActionId::Escape]->trigger();
        }
        ASSERT_TRUE(test.settled());
        EXPECT_EQ(test->statusLine().text(), QStringLiteral("Stopped: %1 was not written").arg(name));
        EXPECT_TRUE(folder.names().empty()) << name;
        EXPECT_TRUE(test->errorBar().isHidden());
    }
}

TEST(Export, ClosingTheWindowStopsIt) {
    const test::TemporaryFolder folder;
    {
        TestWindow test;
        ASSERT_TRUE(test.openExample());
        const BusyPool busy;  // else the file may be there before the window is closed
        test->exportTo(exportOf(ActionId::ExportPatterns),
                       QString::fromStdString((folder.path() / "patterns.csv").string()));
        test->open(QStringLiteral("example:pronouns"));
        test->close();
    }
    QThreadPool::globalInstance()->waitForDone();
    EXPECT_TRUE(folder.names().empty());
}

TEST(Export, WritesTables) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const core::Trace& trace = *test->session().a()->trace;
    const auto heads = static_cast<std::ptrdiff_t>(trace.headIds().size());
    const std::string csv = exported(test, folder, ActionId::ExportHeads, "heads.csv");
    EXPECT_EQ(linesOf(csv), heads + 1);
    EXPECT_TRUE(csv.starts_with("layer,head,kind,"));
    const std::string links = exported(test, folder, ActionId::ExportLinks, "strongest.csv");
    EXPECT_EQ(linesOf(links), heads * trace.length() + 1);
    const core::Json json =
        core::Json::parse(exported(test, folder, ActionId::ExportHeads, "heads.json"), "heads.json");
    EXPECT_EQ(json.at("heads").size(), trace.headIds().size());
    // As `metrics` measures it.
    const core::ModelPtr model = test->session().a()->model;
    const core::TracePtr whole = model->run(trace.spec, core::neededFor({}));
    const core::Measures measures = core::measureHeads(model->compute(), *whole, {}, {}, model.get());
    for (const char* metric : {"output_norm", "output_share", "sink_value", "sink_norm", "no_effect"})
        EXPECT_NEAR(json.at("heads")[3].at(metric).asDouble(),
                    measures.mean(measures.heads.at(3), metric).value_or(NAN), 1e-6)
            << metric;
    EXPECT_EQ(json.at("headscope").at("model").asString(), "example:pronouns");
    EXPECT_EQ(json.at("tokens").size(), trace.tokens.size());
}

TEST(Export, TheTableOfHeadsSaysWhatTheyAreForWhereThatIsKnown) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    HeadTypes& types = test->session().headTypes();
    ASSERT_TRUE(QTest::qWaitFor([&] { return types.labels() != nullptr; }, 2 * patience));
    const core::Json json =
        core::Json::parse(exported(test, folder, ActionId::ExportHeads, "heads.json"), "heads.json");
    EXPECT_TRUE(json.at("heads")[11].at("types").asString().starts_with("relation 1, "))
        << json.at("heads")[11].at("types").asString();
    EXPECT_TRUE(json.at("heads")[1].at("types").isNull()) << "nothing is known of 0.1";
    EXPECT_EQ(json.at("types").size(), types.labels()->size());
    const std::string csv = exported(test, folder, ActionId::ExportHeads, "heads.csv");
    EXPECT_NE(csv.substr(0, csv.find('\n')).find(",type,types"), std::string::npos);
}

TEST(Export, WritesPatterns) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const core::Trace& trace = *test->session().a()->trace;
    EXPECT_TRUE(exported(test, folder, ActionId::ExportPatterns, "patterns.npz").starts_with("PK"));
    EXPECT_EQ(linesOf(exported(test, folder, ActionId::ExportPattern, "pattern.csv")),
              trace.length() * trace.length() + 1);
    EXPECT_FALSE(exported(test, folder, ActionId::ExportPatterns, "patterns.json").empty());
}

TEST(Export, SaysWhenAFileCannotBeWritten) {
    TestWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    const ExportInfo& heads = exportOf(ActionId::ExportHeads);
    test->exportTo(heads, QStringLiteral("/nowhere/at/all/heads.csv"));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().isVisible());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("heads.csv")));
    test->exportTo(heads, QString::fromStdString((folder.path() / "heads.doc").string()));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("csv")));
    test->exportTo(exportOf(ActionId::ExportPicture), QStringLiteral("/nowhere/at/all/view.png"));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("/nowhere/at/all/view.png")));
    test->exportTo(exportOf(ActionId::ExportPicture),
                   QString::fromStdString((folder.path() / "view.xyz").string()));
    ASSERT_TRUE(test.settled());
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral("view.xyz")));
    EXPECT_TRUE(test->errorBar().sentence().contains(QStringLiteral(".png, .svg, .pdf")));
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace headscope::ui
