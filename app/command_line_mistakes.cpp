// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_mistakes.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "core/analysis/corpus.h"
#include "core/base/nearest.h"
#include "core/trace/run_spec.h"

namespace headscope::app {
namespace {

std::string inQuotes(std::string_view text) {
    return '"' + std::string(text) + '"';
}

bool isWholeNumber(const std::string& value, int least, int most) {
    int number = 0;
    const char* end = value.data() + value.size();
    const auto [parsed, error] = std::from_chars(value.data(), end, number);
    return error == std::errc() && parsed == end && number >= least && number <= most;
}

core::Error mistake(const std::string& subject, const std::string& reason) {
    return core::Error(core::ErrorCode::BadArgument, {subject, reason});
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

const CLI::App& commandOf(const CLI::App& app) {
    const std::vector<CLI::App*> commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

std::vector<std::string> optionsOf(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// What nobody asked for: an option that does not exist, or a word that stands alone. An option says more.
std::optional<std::string> leftOver(const CLI::App& command) {
    const std::vector<std::string> words = command.remaining();
    const auto option = std::find_if(words.begin(), words.end(),
                                     [](const std::string& word) { return word.starts_with('-'); });
    if (option != words.end()) return option->substr(0, option->find('='));
    return words.empty() ? std::nullopt : std::optional(words.front());
}

core::Error leftOverMistake(const CLI::App& command, const std::string& word) {
    if (!word.starts_with('-'))
        return mistake(inQuotes(word),
                       "only MODEL stands alone; a text follows --text and has quotes around it, and a list "
                       "has commas");
    return mistake(word, command.get_name() + " has no such option" + suggestion(word, optionsOf(command)));
}

/// The name that the sentences of CLI11 begin with.
std::string nameIn(const std::string& sentence) {
    return sentence.substr(0, sentence.find_first_of(": "));
}

std::string valueReason(const std::string& sentence) {
    if (sentence.find("missing") != std::string::npos) return "a value must follow";
    if (sentence.find("At Most") != std::string::npos) return "give it only once";
    return "it takes no value";
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& choices) {
    const auto found = core::nearest(word, choices);
    return found ? "; the nearest is " + choices[*found] : std::string();
}

CLI::Validator filled() {
    return CLI::Validator(
        [](const std::string& value) { return std::string(value.empty() ? "it must not be empty" : ""); },
        "");
}

CLI::Validator oneOf(std::vector<std::string> choices) {
    // The help says itself what may be given; with a description it would stand there twice.
    return CLI::Validator(
        [choices = std::move(choices)](const std::string& value) {
            if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::string();
            return inQuotes(value) + " is none of " + joined(choices) + suggestion(value, choices);
        },
        "");
}

CLI::Validator between(int least, int most) {
    return CLI::Validator(
        [least, most](const std::string& value) {
            if (isWholeNumber(value, least, most)) return std::string();
            return inQuotes(value) + " is no whole number from " + std::to_string(least) + " to " +
                   std::to_string(most);
        },
        "");
}

CLI::Validator layerOrHead() {
    return CLI::Validator(
        [](const std::string& value) {
            if (const auto both = core::headNamed(value, core::AttentionKind::Self))
                return inQuotes(value) + " names a layer and a head; write --layer " +
                       std::to_string(both->layer) + " --head " + std::to_string(both->head);
            if (isWholeNumber(value, 0, std::numeric_limits<int>::max())) return std::string();
            return inQuotes(value) + " is no whole number; layers and heads count from 0";
        },
        "");
}

CLI::Validator gate() {
    return CLI::Validator(
        [](const std::string& value) {
            if (core::gateNamed(value)) return std::string();
            return inQuotes(value) + " is no head with its gate; write layer.head=gate as in 4.11=0";
        },
        "");
}

CLI::Validator corpusPart() {
    return CLI::Validator(
        [](const std::string& value) {
            if (value == "auto" || core::partNamed(value)) return std::string();
            return inQuotes(value) + " names no part; write the second of four as 2/4, or auto";
        },
        "");
}

core::Error mistakeOf(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = commandOf(app);
    const std::string sentence = error.what();
    const std::string name = nameIn(sentence);
    if (const auto word = leftOver(command)) return leftOverMistake(command, *word);
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        return mistake(command.get_name(),
                       name + " is missing; headscope " + command.get_name() + " --help shows an example");
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        return mistake(name, valueReason(sentence));
    if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
        return mistake(name,
                       "it cannot stand together with " + nameIn(sentence.substr(sentence.rfind(' ') + 1)));
    if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr)
        return mistake(name, "it needs " + sentence.substr(sentence.rfind(' ') + 1));
    constexpr std::string_view unconverted = "Could not convert: ";
    if (sentence.starts_with(unconverted))
        return mistake(nameIn(sentence.substr(unconverted.size())), "it takes no value");
    const std::size_t colon = sentence.find(": ");
    if (colon == std::string::npos) return mistake("headscope", sentence);
    return mistake(sentence.substr(0, colon), sentence.substr(colon + 2));
}

}  // namespace headscope::app
