// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qt_remarks.h"

#include <QString>
#include <QtGlobal>
#include <cstdio>

namespace headscope::app {
namespace {

void printFatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg) std::fprintf(stderr, "%s\n", text.toUtf8().constData());
}

}  // namespace

void ignoreQtRemarks() {
    qInstallMessageHandler(printFatal);
}

}  // namespace headscope::app
