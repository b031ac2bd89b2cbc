// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_commands.h"

#include <array>

namespace headscope::ui {
namespace {

template <class Change>
void change(Session& session, Change apply) {
    ViewSettings settings = session.settings();
    apply(settings);
    session.setSettings(settings);
}

ToneScale next(ToneScale scale) {
    switch (scale) {
        case ToneScale::Linear:
            return ToneScale::SquareRoot;
        case ToneScale::SquareRoot:
            return ToneScale::Log;
        case ToneScale::Log:
            return ToneScale::Linear;
    }
    return scale;
}

ToneRange next(ToneRange range) {
    switch (range) {
        case ToneRange::WholeMap:
            return ToneRange::PerRow;
        case ToneRange::PerRow:
            return ToneRange::Fixed;
        case ToneRange::Fixed:
            return ToneRange::WithoutSinks;
        case ToneRange::WithoutSinks:
            return ToneRange::WholeMap;
    }
    return range;
}

void nextScale(Session& session) {
    change(session, [](ViewSettings& settings) { settings.scale = next(settings.scale); });
}
void nextRange(Session& session) {
    change(session, [](ViewSettings& settings) { settings.range = next(settings.range); });
}

template <bool ViewSettings::*member>
void toggle(Session& session) {
    change(session, [](ViewSettings& settings) { settings.*member = !(settings.*member); });
}
template <bool ViewSettings::*member>
bool isOn(const Session& session) {
    return session.settings().*member;
}

/// All heads of the layer, or back to the selected one.
void toggleAllHeads(Session& session) {
    if (!session.shown()) return;
    const Selection& selection = session.selection();
    if (selection.several()) return session.selectHead(selection.head);
    session.select(
        withHeads(selection, headsOfLayer(*session.shown()->trace, selection.head.layer), selection.head));
}
bool showsManyHeads(const Session& session) {
    return session.selection().several();
}

void toggleCombining(Session& session) {
    change(session, [](ViewSettings& settings) {
        settings.combining =
            settings.combining == core::Combining::Mean ? core::Combining::Largest : core::Combining::Mean;
    });
}
bool takesLargest(const Session& session) {
    return session.settings().combining == core::Combining::Largest;
}

bool showsBeside(const Session& session) {
    return session.beside() != nullptr;
}

constexpr std::array table = {
    ViewCommand{ActionId::NextScale, nextScale, nullptr},
    ViewCommand{ActionId::NextRange, nextRange, nullptr},
    ViewCommand{ActionId::Words, toggle<&ViewSettings::words>, isOn<&ViewSettings::words>},
    ViewCommand{ActionId::SideBySide, toggle<&ViewSettings::sideBySide>, showsBeside},
    ViewCommand{ActionId::MuteSpecials, toggle<&ViewSettings::muteSpecials>,
                isOn<&ViewSettings::muteSpecials>},
    ViewCommand{ActionId::AllHeads, toggleAllHeads, showsManyHeads},
    ViewCommand{ActionId::LargestHead, toggleCombining, takesLargest},
    ViewCommand{ActionId::Direction, toggle<&ViewSettings::lookedAtBy>, isOn<&ViewSettings::lookedAtBy>},
};

}  // namespace

std::span<const ViewCommand> viewCommands() noexcept {
    return table;
}

}  // namespace headscope::ui
