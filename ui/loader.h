// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "ui/job.h"
#include "ui/run_loader.h"
#include "ui/session.h"

namespace headscope::ui {

/// The same run of another text, by itself: a mean is over the texts of the one before.
core::RunSpec withInput(core::RunSpec spec, const core::Input& input);

/// Opens models and runs texts on a pool thread, one at a time, and puts what comes out into the session. A
/// new request supersedes the one that runs; a request that fails or is stopped leaves the session as it was.
/// GUI thread.
class Loader : public QObject {
    Q_OBJECT
public:
    explicit Loader(Session& session, QObject* parent = nullptr);

    /// Opens a folder, a file or "example:NAME" as run A, with `input` or what the model is best shown with.
    /// B goes.
    void open(const QString& model, const std::optional<core::Input>& input = {});
    /// Runs the model of A or B on another input, with the edits of that side; while a model is being opened,
    /// that one. Global tokens are given as positions of the run that is replaced and move with their tokens.
    /// Precondition: that side has a run.
    void run(Side side, const core::Input& input);
    /// Run B with this gate of a head: B as it is, or a copy of A where there is none. B goes with its last
    /// difference from A. Precondition: there is an A, and no run of it is on its way.
    void gate(const core::HeadGate& gate);
    /// The run of a side as the mean over those of `texts` that have its shape, too; without texts the run of
    /// its own text again. Precondition: that side has a run.
    void meanOver(Side side, const TextList& texts);
    /// What a side shows, or will show when the run that is on its way is there; B without a run: as A.
    core::RunSpec next(Side side) const;
    /// The last request once more, with the text cut to what the model reads.
    void cutToFit();
    void cancel() { m_job.cancel(); }
    /// Puts a copy of run A at B, ready to be changed. Precondition: there is an A.
    void copyToB();
    /// Shows all of `state`. What `kept` or the session has of its runs is taken, and the others run first.
    void show(const WindowState& state, std::vector<RunPtr> kept = {});
    /// Lets go of everything.
    void close();

    bool isBusy() const { return m_job.isRunning(); }
    /// Whether a new run of this side is on its way.
    bool isRunning(Side side) const;
    /// Whether the last run was over so soon that running while somebody types does no harm.
    bool isQuick() const { return m_seconds < 0.5; }
    /// What was opened or run last.
    const QString& model() const { return m_request.model; }
    /// What is being opened or run, for people: "Opening bert-base…".
    QString activity() const;

signals:
    void busyChanged(bool busy);
    void progressed(double fraction);
    /// The session shows the new run.
    void finished();
    /// What show() was asked for is shown; finished() follows where it has a run.
    void stateShown(const headscope::ui::WindowState& state);
    /// A request was stopped; the session is what it was.
    void stopped();
    void failed(const headscope::core::Error& error);

private:
    struct Request {
        QString model;
        OpenModelPtr opened;    ///< null: has to be opened first
        core::TracePtr before;  ///< the run that is replaced; null when the model is opened
        core::RunSpec spec;
        bool firstInput = false;  ///< read what the model is best shown with, instead of the spec's input
        Side side = Side::A;
        std::optional<WindowState> state{};  ///< all that is wanted, in place of the spec
        std::vector<RunPtr> kept{};          ///< runs that it may take
        TextList texts{};                    ///< for the mean; empty: none
    };

    void start(const Request& request);
    void start(Side side, const core::RunSpec& spec, const TextList& texts = {});
    /// Of what a request holds, once it is over: a model that is closed must not stay in memory.
    void letGo();
    void take(const LoadedRun& loaded);
    void takeState(const WindowState& state, const RunPtr& a, const RunPtr& b);

    Session& m_session;
    Job m_job;
    Request m_request;
    QElapsedTimer m_clock;
    double m_seconds = 0;
};

}  // namespace headscope::ui
