// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/links_view.h"

namespace headscope::ui {

/// Queries left, keys right, a line for every weight that counts.
class FlowView : public LinksView {
    Q_OBJECT
public:
    FlowView(Session& session, QWidget* parent);

protected:
    void retranslate() override;
    QString note() const override;
};

}  // namespace headscope::ui
