// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <random>

#include "core/trace/trace_layer.h"
#include "tests/ui/figures_samples.h"
#include "tests/ui/ui_environment.h"
#include "ui/session.h"

namespace headscope::ui {

inline constexpr int viewPatience = 10000;

/// [CLS], `count` words "w0", "w1" … and [SEP].
inline std::vector<core::Token> numberedTokens(core::Index count) {
    std::vector<core::Token> tokens{sampleToken("[CLS]", true)};
    for (core::Index i = 0; i < count; ++i) {
        tokens.push_back(sampleToken("w" + std::to_string(i)));
        tokens.back().word = i;
    }
    tokens.push_back(sampleToken("[SEP]", true));
    return tokens;
}

struct RunShape {
    int layers = 2;
    int heads = 3;
    bool causal = false;
    bool blind = false;  ///< no query may see any key
};

/// A run without model whose q and k are random but the same every time.
inline RunPtr randomRun(std::vector<core::Token> tokens, RunShape shape = {}) {
    constexpr core::Index headDim = 6;
    const auto length = static_cast<core::Index>(tokens.size());
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0, 1.3F);
    auto trace = std::make_shared<core::Trace>();
    trace->modelName = "sample";
    for (int layer = 0; layer < shape.layers; ++layer) {
        core::LayerInputs inputs;
        inputs.layer = layer;
        inputs.heads = inputs.kvHeads = shape.heads;
        inputs.headDim = headDim;
        inputs.rules.mask.causal = shape.causal;
        if (shape.blind) inputs.rules.keyAllowed.assign(tokens.size(), 0);
        for (core::Matrix* matrix : {&inputs.q, &inputs.k, &inputs.v}) {
            matrix->resize(length, shape.heads * headDim);
            for (core::Index i = 0; i < matrix->size(); ++i) matrix->data()[i] = normal(random);
        }
        for (const core::Token& token : tokens) inputs.specialKeys.push_back(token.special ? 1 : 0);
        trace->layers.push_back(core::traceLayer(testCompute(), std::move(inputs)).trace);
    }
    trace->tokens = std::move(tokens);
    auto run = std::make_shared<Run>();
    run->trace = trace;
    run->measures = core::measureHeads(testCompute(), *trace).heads;
    for (const core::HeadId head : trace->headIds())
        run->types.push_back(core::headType(trace->at(head), head.head));
    return run;
}

/// A copy to change.
inline std::shared_ptr<Run> copyOf(const RunPtr& run) {
    return std::make_shared<Run>(*run);
}

inline core::HeadId headAt(int layer, int head) {
    return {core::AttentionKind::Self, layer, head};
}

/// The exact weight between two token positions.
inline double weightOf(const RunPtr& run, core::HeadId head, core::Index query, core::Index key) {
    return static_cast<double>(
        core::headPattern(run->trace, head, testCompute().kernels)->cells({query, key, 1, 1})(0, 0));
}

/// Shows `widget` offscreen in a size.
inline void showSized(QWidget& widget, QSize size) {
    widget.resize(size);
    widget.show();
    QApplication::sendPostedEvents();
}

/// A pointer event sent straight to the widget: real pointers are not reliable in tests.
inline void sendMove(QWidget& widget, QPointF at, Qt::MouseButtons buttons = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

inline void sendLeave(QWidget& widget) {
    QEvent event(QEvent::Leave);
    QApplication::sendEvent(&widget, &event);
}

/// `notches` of 15 degrees.
inline void sendWheel(QWidget& widget, QPointF at, int notches) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

inline void click(QWidget& widget, QPointF at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(&widget, Qt::LeftButton, modifiers, at.toPoint());
}

}  // namespace headscope::ui
