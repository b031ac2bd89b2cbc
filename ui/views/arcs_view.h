// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/links_view.h"

namespace headscope::ui {

/// The tokens in one row, arcs to earlier keys above and to later keys below.
class ArcsView : public LinksView {
    Q_OBJECT
public:
    ArcsView(Session& session, QWidget* parent);

protected:
    void retranslate() override;
    QString note() const override;
};

}  // namespace headscope::ui
