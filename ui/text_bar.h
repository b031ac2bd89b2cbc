// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "core/trace/run_spec.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

/// What the model reads, ready to be edited: one text, two texts, or ids for a model without tokenizer.
class TextBar : public QWidget {
    Q_OBJECT
public:
    /// How long somebody must pause before a quick model reads on its own.
    static constexpr int pauseMilliseconds = 400;

    explicit TextBar(QWidget* parent = nullptr);

    /// Shows what a run has read. What somebody has typed and not entered yet stays, unless texts turn into
    /// ids or back.
    void showInput(const core::Input& input, bool ids);
    /// Whether a pause is enough, or only Enter starts a run.
    void setQuick(bool quick) { m_quick = quick; }
    void setTheme(const Theme& theme);
    /// What is in the fields now, to be read as what was shown last; global tokens are positions of that.
    core::Input input() const;
    /// What was typed stays, but waits for Enter.
    void hold() { m_pause.stop(); }
    /// Back to what was shown last.
    void revert();

    QLineEdit& text() { return *m_text; }
    QLineEdit& pair() { return *m_pair; }
    QToolButton& pairSwitch() { return *m_pairSwitch; }

signals:
    /// Several lines were pasted: `lines` as they were.
    void linesPasted(const QString& lines);
    /// Enter was pressed, a pause was made, or the second text was taken away.
    void entered(const headscope::core::Input& input);
    /// Enter was pressed, and entered() told of it: who typed is done.
    void left();
    void typed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void edited();
    void enter();
    void showPair(bool shown);

    QLabel* m_label;
    QLineEdit* m_text;
    QLineEdit* m_pair;
    QToolButton* m_pairSwitch;
    QTimer m_pause;
    core::Input m_shown;
    bool m_ids = false;
    bool m_quick = false;
    bool m_isDraft = false;  ///< typed, and neither entered nor taken back
};

}  // namespace headscope::ui
