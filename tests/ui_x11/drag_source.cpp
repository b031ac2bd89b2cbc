// SPDX-License-Identifier: GPL-3.0-or-later
// A window of another program that a file can be dragged out of. Usage: drag_source FILE X Y
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWidget>

namespace {

class Source : public QWidget {
public:
    explicit Source(QUrl file) : m_file(std::move(file)) {
        setWindowTitle(QStringLiteral("Drag source"));
        resize(120, 120);
    }

protected:
    void mousePressEvent(QMouseEvent*) override {
        auto* file = new QMimeData;
        file->setUrls({m_file});
        auto* drag = new QDrag(this);
        drag->setMimeData(file);
        drag->exec(Qt::CopyAction);
    }

private:
    QUrl m_file;
};

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4) return 2;
    Source source(QUrl::fromLocalFile(arguments[1]));
    source.move(arguments[2].toInt(), arguments[3].toInt());
    source.show();
    return QApplication::exec();
}
