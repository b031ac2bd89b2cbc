// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/figures/theme.h"
#include "ui/session.h"
#include "ui/views/strip_plot.h"

namespace headscope::ui {

/// The pattern type of a head as a pill: a dot in the type's colour and its name.
class TypeChip : public QWidget {
    Q_OBJECT
public:
    explicit TypeChip(QWidget* parent = nullptr);

    void show(const core::HeadTypeEvidence& evidence);
    void setTheme(const Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    core::HeadTypeEvidence m_evidence;
    QString m_text;
    Theme m_theme = Theme::light();
};

/// The chosen head: its name, type with evidence, and each of headMetrics() next to those of all heads; of
/// several heads their names, and the mean or the largest of their measures.
class HeadPanel : public QWidget {
    Q_OBJECT
public:
    HeadPanel(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);

    const QLabel& title() const { return *m_title; }
    const QLabel& output() const { return *m_output; }
    QToolButton& gate() { return *m_gate; }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct MetricRow {
        QLabel* name;
        StripPlot* plot;
        QLabel* value;
        QLabel* unit;
    };

    void addMetricRows(QGridLayout& grid);
    void follow();
    void showGate();
    void toggleGate();
    void showMetric(const Run& run, std::size_t metric);
    /// Of the chosen heads.
    std::optional<double> value(const Run& run, std::size_t metric) const;
    QString evidence(const Run& run) const;

    Session& m_session;
    QLabel* m_title;
    TypeChip* m_type;
    QLabel* m_evidence;
    QLabel* m_output;
    QToolButton* m_gate;  ///< takes the head's output out of run B, or puts it back
    std::vector<MetricRow> m_rows;
};

}  // namespace headscope::ui
