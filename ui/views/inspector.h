// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

#include "ui/views/view.h"

namespace headscope::ui {

class AnswersPanel;
class HeadPanel;
class LinksPanel;
class PairPanel;
class TypesPanel;

/// How much: the selected head with its type and metrics, the pinned or hovered pair, the head's strongest
/// links, and what the model itself answers.
class Inspector : public View {
    Q_OBJECT
public:
    Inspector(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;

    LinksPanel& links() { return *m_links; }
    TypesPanel& types() { return *m_types; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    HeadPanel* m_head;
    TypesPanel* m_types;
    PairPanel* m_pair;
    LinksPanel* m_links;
    AnswersPanel* m_answers;
    std::vector<QFrame*> m_lines;
};

}  // namespace headscope::ui
