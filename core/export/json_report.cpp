// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/json_report.h"

namespace headscope::core {
namespace {

struct WriteValue {
    JsonWriter& writer;

    void operator()(std::monostate) const { writer.null(); }
    void operator()(const std::string& text) const { writer.value(std::string_view(text)); }
    template <class Scalar>
    void operator()(Scalar value) const {
        writer.value(value);
    }
    void operator()(const Cell& cell) const { std::visit(*this, cell); }
    void operator()(const std::vector<std::string>& texts) const {
        writer.beginArray();
        for (const std::string& text : texts) writer.value(std::string_view(text));
        writer.endArray();
    }
};

}  // namespace

void writeOrigin(JsonWriter& writer, const Origin& origin) {
    writer.key("headscope").beginObject();
    writer.key("version").value(std::string_view(origin.version));
    writer.key("command").value(std::string_view(origin.command));
    writer.key("model").value(std::string_view(origin.model));
    writer.key("settings").beginObject();
    for (const NamedCell& setting : origin.settings) {
        writer.key(setting.name);
        std::visit(WriteValue{writer}, setting.value);
    }
    writer.endObject().endObject();
}

void writeTable(JsonWriter& writer, const Table& table) {
    writer.key(table.name).beginArray();
    for (const std::vector<Cell>& row : table.rows) {
        writer.beginObject();
        for (std::size_t i = 0; i < row.size(); ++i) {
            writer.key(table.columns[i]);
            std::visit(WriteValue{writer}, row[i]);
        }
        writer.endObject();
    }
    writer.endArray();
}

std::string jsonText(const Report& report) {
    JsonWriter writer(true);
    writer.beginObject();
    writeOrigin(writer, report.origin);
    if (!report.facts.empty()) {
        writer.key("info").beginObject();
        for (const Fact& fact : report.facts) {
            writer.key(fact.name);
            std::visit(WriteValue{writer}, fact.value);
        }
        writer.endObject();
    }
    for (const Table& table : report.tables) writeTable(writer, table);
    writer.endObject();
    return writer.text() + '\n';
}

}  // namespace headscope::core
