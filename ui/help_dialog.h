// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace headscope::ui {

/// All keys, and what attention can and cannot tell. Not modal: it may stand beside the window.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    explicit HelpDialog(QWidget* parent);
};

}  // namespace headscope::ui
