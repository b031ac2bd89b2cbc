// SPDX-License-Identifier: GPL-3.0-or-later
// What is said and written about a state dict.
#include <system_error>

#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/checkpoint/model_place.h"
#include "core/model/state_dict.h"

namespace headscope::core {

std::string StateDict::summary() const {
    std::string text = std::to_string(layers) + (layers == 1 ? " layer" : " layers") + " of attention, " +
                       std::to_string(width) + " wide (" + std::string(tensors.front().second) + " …)";
    const auto part = [&](std::string_view key, std::string_view with, std::string_view without) {
        text += ", " + std::string(nameOf(key).empty() ? without : with);
    };
    if (heads > 0) text += ", " + std::to_string(heads) + (heads == 1 ? " head" : " heads");
    part("mlp_up", "with MLPs", "without MLPs");
    part("attention_norm", "with norms", "without norms");
    part("token_embedding", "with embeddings", "without embeddings");
    return text;
}

std::string descriptionText(const StateDict& found, int heads) {
    const auto refuse = [&](const std::string& why) {
        throw Error(ErrorCode::ConfigInvalid,
                    {std::string(descriptionFile), "heads", std::to_string(heads), why});
    };
    if (found.heads > 0 && heads != found.heads)
        refuse("each head has tensors of its own, and there are " + std::to_string(found.heads));
    if (heads < 1 || found.queryRows % heads != 0)
        refuse("it must divide the " + std::to_string(found.queryRows) + " rows of q");
    const Index width = found.queryRows / heads;
    if (width == 0 || found.keyRows % width != 0)
        refuse("a head would be " + std::to_string(width) + " wide, but k has " +
               std::to_string(found.keyRows) + " rows");
    JsonWriter writer(true);
    writer.beginObject().key("heads").value(heads);
    if (!found.nameOf("attention_norm").empty()) writer.key("placement").value("post");
    if (found.rms) writer.key("norm").value("rms");
    if (!found.nameOf("mlp_up").empty()) writer.key("activation").value("relu");
    writer.key("causal").value(found.causal).key("residual").value(found.residual);
    if (found.inOut) writer.key("linear").value("in_out");
    writer.key("tensors").beginObject();
    for (const auto& [key, name] : found.tensors) writer.key(key).value(name);
    writer.endObject().endObject();
    return writer.text() + '\n';
}

WrittenDescription describeModel(const std::filesystem::path& model, int heads,
                                 const std::filesystem::path& out) {
    const ModelPlace place = findModel(model);
    const Checkpoint checkpoint = Checkpoint::open(model);
    const auto found = findStateDict(checkpoint);
    std::error_code none;
    if (!found)
        throw Error(ErrorCode::BadArgument,
                    {checkpoint.location(),
                     "its tensors have no attention that is known by names and shapes; write " +
                         std::string(descriptionFile) + " by hand" +
                         (std::filesystem::exists(place.folder / "config.json", none)
                              ? ", or open it by its config.json"
                              : "")});
    const std::filesystem::path file = out.empty() ? place.folder / descriptionFile : out;
    std::error_code ignored;
    if (out.empty() && std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        throw Error(ErrorCode::BadArgument,
                    {file.string(), "it is there already; edit it, move it away, or name another file"});
    writeWhole(file, descriptionText(*found, heads));
    return {file, *found};
}

Error undescribed(const Checkpoint& checkpoint) {
    const auto found = findStateDict(checkpoint);
    if (!found) return Error(ErrorCode::NoConfig, {checkpoint.location()});
    return Error(ErrorCode::NotDescribed, {checkpoint.location(), found->summary()});
}

}  // namespace headscope::core
