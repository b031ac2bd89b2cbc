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
    const QDir folder(QStringLiteral(":/cases"));
    std::vector<std::string> names;
    for (const QString& file : folder.entryList(QDir::Files))
        names.push_back(QFileInfo(file).completeBaseName().toStdString());
    std::sort(names.begin(), names.end());
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw core::Error(core::ErrorCode::BadArgument,
                          {std::string(examplePrefix) + std::string(name),
                           "there are no such cases built in; there are " + listed(names)});
    const QString path = folder.filePath(QString::fromStdString(std::string(name)) + QStringLiteral(".json"));
    return core::casesIn(embedded(path).text(), std::string(name));
}

std::optional<ExampleText> exampleText(const core::Checkpoint& checkpoint) {
    const std::optional<core::MappedFile> file = checkpoint.file("example.json");
    if (!file) return {};
    const core::Json json = core::Json::parse(file->text(), file->name());
    ExampleText example;
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
