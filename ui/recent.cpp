// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recent.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <algorithm>

#include "core/base/number_text.h"
#include "ui/examples.h"
#include "ui/window_state.h"

namespace headscope::ui {
namespace {

const QString listKey = QStringLiteral("recent");
const QString globalKey = QStringLiteral("global");

bool isExample(const QString& model) {
    return model.startsWith(
        QLatin1String(examplePrefix.data(), static_cast<qsizetype>(examplePrefix.size())));
}

QString listText(const std::vector<std::int32_t>& numbers) {
    return QString::fromStdString(core::listText(numbers));
}

std::vector<std::int32_t> listOf(const QStringList& texts) {
    std::vector<std::int32_t> numbers;
    for (const QString& text : texts) numbers.push_back(text.toInt());
    return numbers;
}

void writeList(const std::vector<RecentRun>& runs) {
    QSettings settings;
    settings.remove(listKey);
    settings.beginWriteArray(listKey, static_cast<int>(runs.size()));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("model"), runs[i].model);
        settings.setValue(QStringLiteral("text"), QString::fromStdString(runs[i].input.text));
        if (runs[i].input.pair)
            settings.setValue(QStringLiteral("pair"), QString::fromStdString(*runs[i].input.pair));
        if (!runs[i].input.ids.empty())
            settings.setValue(QStringLiteral("ids"), listText(runs[i].input.ids).split(QLatin1Char(',')));
        if (const auto& global = runs[i].input.globalTokens) settings.setValue(globalKey, listText(*global));
        if (runs[i].input.literalSpecials) settings.setValue(QStringLiteral("literal_specials"), true);
    }
    settings.endArray();
}

RecentRun readEntry(const QSettings& settings) {
    RecentRun run{settings.value(QStringLiteral("model")).toString(), {}};
    run.input.text = settings.value(QStringLiteral("text")).toString().toStdString();
    if (settings.contains(QStringLiteral("pair"))) {
        run.input.pair = settings.value(QStringLiteral("pair")).toString().toStdString();
    }
    run.input.ids = listOf(settings.value(QStringLiteral("ids")).toStringList());
    if (settings.contains(globalKey))
        run.input.globalTokens =
            listOf(settings.value(globalKey).toString().split(QLatin1Char(','), Qt::SkipEmptyParts));
    run.input.literalSpecials = settings.value(QStringLiteral("literal_specials")).toBool();
    return run;
}

}  // namespace

std::vector<RecentRun> recentRuns() {
    QSettings settings;
    std::vector<RecentRun> runs;
    const int count = settings.beginReadArray(listKey);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        runs.push_back(readEntry(settings));
    }
    settings.endArray();
    return runs;
}

void rememberRun(const RecentRun& run) {
    // The program may be started from another folder next time.
    const RecentRun kept{isExample(run.model) ? run.model : QFileInfo(run.model).absoluteFilePath(),
                         run.input};
    std::vector<RecentRun> runs = recentRuns();
    std::erase_if(runs, [&](const RecentRun& other) { return other.model == kept.model; });
    runs.insert(runs.begin(), kept);
    if (runs.size() > recentRunsKept) runs.resize(recentRunsKept);
    writeList(runs);
}

QString modelTitle(const QString& model) {
    if (isExample(model)) return model.mid(static_cast<qsizetype>(examplePrefix.size()));
    const QFileInfo file(model);
    if (isSessionFile(model.toStdString())) return file.completeBaseName();
    return file.isFile() ? QFileInfo(file.absolutePath()).fileName() : QDir(model).dirName();
}

}  // namespace headscope::ui
