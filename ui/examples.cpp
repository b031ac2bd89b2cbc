// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/examples.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cstring>

namespace headscope::ui {
namespace {

const QString resourceFolder = QStringLiteral(":/models");
const QString caseFolder = QStringLiteral(":/cases");

core::MappedFile embedded(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw core::Error(core::ErrorCode::FileNotFound, {path.toStdString()});
    const QByteArray content = file.readAll();
    std::vector<std::byte> bytes(static_cast<std::size_t>(content.size()));
    std::memcpy(bytes.data(), content.constData(), bytes.size());
    return core::MappedFile::fromBytes(path.toStdString(), std::move(bytes));
}

std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const QString& file : QDir(caseFolder).entryList(QDir::Files))
        names.push_back(QFileInfo(file).completeBaseName().toStdString());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

std::vector<std::string> exampleNames() {
    std::vector<std::string> names;
    for (const QString& name : QDir(resourceFolder).entryList(QDir::Dirs, QDir::Name))
        names.push_back(name.toStdString());
    return names;
}

core::Checkpoint openExample(std::string_view name) {
    const std::vector<std::string> names = exampleNames();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw core::Error(core::ErrorCode::UnknownExample, {std::string(name), listed(names)});
    }
    const QDir folder(resourceFolder + QLatin1Char('/') + QString::fromStdString(std::string(name)));
    std::map<std::string, core::MappedFile, std::less<>> files;
    for (const QString& file : folder.entryList(QDir::Files)) {
        files.emplace(file.toStdString(), embedded(folder.filePath(file)));
    }
    return core::Checkpoint::fromFiles(std::string(name), std::move(files));
}

core::CaseFile exampleCases(std::string_view name) {
    if (!hasExampleCases(name))
        throw core::Error(core::ErrorCode::BadArgument,
                          {std::string(examplePrefix) + std::string(name),
                           "there are no such cases built in; there are " + listed(caseNames())});
    const QString path =
        QStringLiteral("%1/%2.json").arg(caseFolder, QString::fromStdString(std::string(name)));
    return core::casesIn(embedded(path).text(), std::string(name));
}

bool hasExampleCases(std::string_view name) {
    const std::vector<std::string> names = caseNames();
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<core::LabelCases> exampleLabelCases(std::string_view model) {
    std::vector<core::LabelCases> all;
    for (const std::string& file : caseNames()) {
        core::CaseFile read = exampleCases(file);
        if (read.model != model) continue;
        for (core::Case& each : read.cases) {
            const std::string& name = each.relation.empty() ? file : each.relation;
            if (each.to.empty()) continue;
            auto found = std::find_if(all.begin(), all.end(),
                                      [&name](const core::LabelCases& cases) { return cases.name == name; });
            if (found == all.end()) found = all.insert(all.end(), {name, {}});
            found->cases.push_back(std::move(each));
        }
    }
    return all;
}

std::string exampleIn(std::string_view language) {
    const std::vector<std::string> names = exampleNames();
    const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
        const std::optional<ExampleText> example = exampleText(openExample(name));
        return example && example->language == language;
    });
    return found != names.end() ? *found : names.front();
}

std::optional<ExampleText> exampleText(const core::Checkpoint& checkpoint) {
    const std::optional<core::MappedFile> file = checkpoint.file("example.json");
    if (!file) return {};
    const core::Json json = core::Json::parse(file->text(), file->name());
    ExampleText example;
    if (const std::optional<core::Json> language = json.find("language"))
        example.language = language->asString();
    example.text = json.at("text").asString();
    example.from = json.at("from").asString();
    example.to = json.at("to").asString();
    if (const std::optional<core::Json> contrast = json.find("contrast")) {
        example.contrastText = contrast->at("text").asString();
        example.contrastTo = contrast->at("to").asString();
    }
    return example;
}

}  // namespace headscope::ui
