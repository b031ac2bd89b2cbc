// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/icon.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace headscope::ui {

namespace {

QByteArray drawing(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Draws an SVG in the size that is asked for; icons of a theme have one black that takes the theme's colour.
class SvgIconEngine : public QIconEngine {
public:
    SvgIconEngine(QByteArray normal, QByteArray disabled)
        : m_normal(std::move(normal)), m_disabled(std::move(disabled)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        QSvgRenderer renderer(mode == QIcon::Disabled ? m_disabled : m_normal);
        const QSizeF size = QSizeF(renderer.defaultSize()).scaled(QSizeF(rect.size()), Qt::KeepAspectRatio);
        QRectF target(QPointF(0, 0), size);
        target.moveCenter(QRectF(rect).center());
        renderer.render(painter, target);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    QByteArray m_normal;
    QByteArray m_disabled;
};

QByteArray tinted(QByteArray svg, const QColor& colour) {
    return svg.replace("#000", colour.name().toLatin1());
}

}  // namespace

QIcon icon(std::string_view name, const Theme& theme) {
    const QByteArray svg = drawing(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    if (svg.isEmpty()) return {};
    QByteArray disabled = tinted(svg, theme.ink3);
    disabled.replace("<svg ", "<svg opacity=\"0.5\" ");
    return QIcon(new SvgIconEngine(tinted(svg, theme.ink), disabled));
}

QIcon programIcon() {
    const QByteArray svg = drawing(QStringLiteral("headscope"));
    return svg.isEmpty() ? QIcon() : QIcon(new SvgIconEngine(svg, svg));
}

}  // namespace headscope::ui
