// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "ui/figures/theme.h"
#include "ui/session.h"

namespace headscope::ui {

/// What makes run B another run than A, one part per edit: the head, its gate, and a button that takes the
/// edit back. Hidden while B has no edits.
class ChangesBar : public QWidget {
    Q_OBJECT
public:
    ChangesBar(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);

    struct Part {
        core::HeadGate edit;
        QToolButton* head;
        QDoubleSpinBox* gate;
        QToolButton* remove;
    };
    const std::vector<Part>& parts() const { return m_parts; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void retranslate();
    void addPart(const core::HeadGate& edit);
    void showGates();
    void clear();

    Session& m_session;
    Theme m_theme = Theme::light();
    QLabel* m_label;
    QHBoxLayout* m_row;
    std::vector<core::Edit> m_edits;  // that the parts show
    std::vector<Part> m_parts;
};

}  // namespace headscope::ui
