// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_caption.h"

#include "ui/models/wording.h"

namespace headscope::ui {

Caption viewCaption(const Run& run, core::HeadId head, const QString& note) {
    const core::Trace& trace = *run.trace;
    Caption caption;
    caption.title =
        QStringLiteral("%1 (%2)").arg(headTitle(head), QString::fromStdString(core::headName(head)));
    caption.note = note;
    caption.subtitle = QString::fromStdString(trace.modelName);
    const QString text = QString::fromStdString(trace.spec.input.text).simplified();
    if (!text.isEmpty()) caption.subtitle += QStringLiteral("   ") + text;
    return caption;
}

}  // namespace headscope::ui
