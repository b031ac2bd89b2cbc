// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/remedies.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QInputDialog>

namespace headscope::ui {
namespace {

QString text(const char* source) {
    return QCoreApplication::translate("Remedy", source);
}

}  // namespace

Remedy remedyFor(const core::Error& error) {
    if (error.code() == core::ErrorCode::TextTooLong) return Remedy::CutToFit;
    if (error.code() == core::ErrorCode::NotDescribed) return Remedy::DescribeModel;
    if (error.code() == core::ErrorCode::NotFinite) return Remedy::Examine;
    return error.code() == core::ErrorCode::NoEmbeddings ? Remedy::ChooseVectors : Remedy::None;
}

QString remedyText(Remedy remedy) {
    switch (remedy) {
        case Remedy::None:
            return {};
        case Remedy::CutToFit:
            return text(QT_TRANSLATE_NOOP("Remedy", "Cut to fit"));
        case Remedy::DescribeModel:
            return text(QT_TRANSLATE_NOOP("Remedy", "Describe it…"));
        case Remedy::ChooseVectors:
            return text(QT_TRANSLATE_NOOP("Remedy", "Choose vectors…"));
        case Remedy::Examine:
            return text(QT_TRANSLATE_NOOP("Remedy", "What is wrong with it"));
    }
    return {};
}

void askHeads(QWidget* parent, const core::Error& error, const std::function<void(int heads)>& chosen) {
    constexpr int most = 1024;
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(text(QT_TRANSLATE_NOOP("Remedy", "Describe a model")));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, most);
    dialog->setLabelText(
        text(QT_TRANSLATE_NOOP(
                 "Remedy", "This folder has no config.json. Headscope found %1.\nNumber of heads per layer:"))
            .arg(QString::fromStdString(error.arguments().back())));
    dialog->setOkButtonText(text(QT_TRANSLATE_NOOP("Remedy", "Write headscope.json and open")));
    QObject::connect(dialog, &QInputDialog::intValueSelected, parent, chosen);
    dialog->open();
}

void askVectors(QWidget* parent, const std::function<void(const QString& path)>& chosen) {
    auto* dialog = new QFileDialog(parent, text(QT_TRANSLATE_NOOP("Remedy", "Choose input vectors")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({text(QT_TRANSLATE_NOOP("Remedy", "NumPy arrays")) + QStringLiteral(" (*.npy)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
}

}  // namespace headscope::ui
