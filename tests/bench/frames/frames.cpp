// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window's own thread needs for a frame, drawn by software: zooming and panning a map of 4096 ×
// 4096, pointing at the lines of 12 heads, building an overview of 32 × 32 heads. Prints a table.
#include <QThreadPool>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include "core/tensor/kernels.h"
#include "tests/ui/views_samples.h"
#include "ui/views/flow_view.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/overview_view.h"

namespace headscope::ui {

core::Compute testCompute() {
    static core::Executor executor(0);
    return {executor, core::bestKernels()};
}

namespace {

constexpr QSize viewSize{1400, 900};
constexpr double frameMilliseconds = 16;

/// What one frame takes: what `change` does, painting, and all that waits in the event loop.
double frame(QWidget& view, const std::function<void()>& change) {
    const auto begin = std::chrono::steady_clock::now();
    change();
    view.repaint();
    QCoreApplication::processEvents();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Prints one row and answers whether 95 % of the frames are short enough.
bool report(const char* what, std::vector<double> frames, double most) {
    std::sort(frames.begin(), frames.end());
    const auto at = [&](double share) {
        return frames[static_cast<std::size_t>(share * static_cast<double>(frames.size() - 1))];
    };
    const bool good = at(0.95) < most;
    std::printf("%-44s %6zu %9.2f %9.2f %9.2f %7.0f  %s\n", what, frames.size(), at(0.5), at(0.95),
                frames.back(), most, good ? "yes" : "NO");
    return good;
}

bool waitFor(const std::function<bool()>& condition) {
    return QTest::qWaitFor(condition, 10 * viewPatience);
}

bool heatmapFrames() {
    constexpr core::Index tokens = 4096;
    Session session(testCompute());
    HeatmapView view(session, nullptr);
    session.setRun(randomRun(numberedTokens(tokens - 2), {1, 1}));
    showSized(view, viewSize);
    HeatmapCanvas& canvas = view.canvas();
    if (!waitFor([&] { return canvas.data() != nullptr; })) return false;

    std::vector<double> zooming;
    std::vector<double> panning;
    const QPointF middle(canvas.width() * 0.55, canvas.height() * 0.55);
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 30; ++i)
            zooming.push_back(frame(canvas, [&] { sendWheel(canvas, middle, i < 16 ? 1 : -1); }));
        for (int i = 0; i < 8; ++i) sendWheel(canvas, middle, 1);
        QMouseEvent press(QEvent::MouseButtonPress, middle, canvas.mapToGlobal(middle), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&canvas, &press);
        for (int i = 1; i <= 30; ++i) {
            const QPointF at = middle - QPointF(6.0 * i, 4.0 * i * (round % 2 == 0 ? 1 : -1));
            panning.push_back(frame(canvas, [&] { sendMove(canvas, at, Qt::LeftButton); }));
        }
        QMouseEvent release(QEvent::MouseButtonRelease, middle, canvas.mapToGlobal(middle), Qt::LeftButton,
                            Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&canvas, &release);
        QTest::keyClick(&canvas, Qt::Key_0);
    }
    const bool zoom = report("heatmap 4096 x 4096, zoom", zooming, frameMilliseconds);
    return report("heatmap 4096 x 4096, pan", panning, frameMilliseconds) && zoom;
}

bool flowFrames() {
    Session session(testCompute());
    FlowView view(session, nullptr);
    session.setRun(randomRun(numberedTokens(38), {1, 12}));
    session.select(withHeads({}, session.a()->trace->headIds(), {}));
    showSized(view, viewSize);
    LinksCanvas& canvas = view.canvas();
    if (!waitFor([&] { return canvas.data() != nullptr && canvas.isSettled(); })) return false;
    std::vector<double> hovering;
    for (int i = 0; i < 200; ++i) {
        const QPointF at(i % 2 == 0 ? 60 : canvas.width() * 0.5, 40 + (canvas.height() - 80) * i / 200.0);
        hovering.push_back(frame(canvas, [&] { sendMove(canvas, at); }));
    }
    return report("flow of 12 heads x 40 tokens, hover", hovering, frameMilliseconds);
}

bool overviewFrames() {
    constexpr double most = 100;
    std::vector<double> building;
    const RunPtr run = randomRun(numberedTokens(62), {32, 32});
    for (int i = 0; i < 10; ++i) {
        Session session(testCompute());
        OverviewView view(session, nullptr);
        showSized(view, {700, 700});
        building.push_back(frame(view, [&] { session.setRun(run); }));
    }
    return report("overview of 32 x 32 heads, built after a run", building, most);
}

int measure() {
    std::printf("Frames of the window's thread in milliseconds, %d x %d, drawn by software\n",
                viewSize.width(), viewSize.height());
    std::printf("%-44s %6s %9s %9s %9s %7s  %s\n", "what", "frames", "median", "95 %", "longest", "limit",
                "kept");
    const bool heatmap = heatmapFrames();
    const bool flow = flowFrames();
    const bool overview = overviewFrames();
    QThreadPool::globalInstance()->waitForDone();
    return heatmap && flow && overview ? 0 : 1;
}

}  // namespace
}  // namespace headscope::ui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    headscope::ui::loadFonts();
    return headscope::ui::measure();
}
