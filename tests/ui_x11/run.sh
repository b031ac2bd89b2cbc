#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The ten most common tasks, each done as a person does it: keys, clicks, the wheel, file dialogs, a drag from another
# program. Usage: run.sh PROGRAM DRAG_SOURCE MODEL_FOLDER
program=$1 drag_source=$2 model=$3
. "$(dirname "${BASH_SOURCE[0]}")/screen.sh"

tired="The animal didn't cross the street because it was too tired"
wide="The animal didn't cross the street because it was too wide"
chased="The dog chased the ball because it was too fast"

# Whoever starts Headscope for the first time: no action to the head that links "it" to "animal", three to what another
# word changes, and three to a picture of that.
first_minutes() {
    start_program 'pronouns.*Headscope' --language en
    title_has "2.3 · Heatmap" || fail "the example does not open on the head that links it to animal"
    step "the window opens on the head that links \"it\" to \"animal\""
    key ctrl+d
    type_text "$wide"
    key Return
    until_state_has "$wide" || fail "Ctrl+D and typing make no run B"
    press_until backslash state_has '"side":"difference"' || fail "the key \\ does not show the difference"
    step "Ctrl+D, a text and \\ show what \"wide\" changes"
    export_to "$work/difference.png"
    head -c 8 "$work/difference.png" | grep -q PNG || fail "that is no PNG"
    step "Ctrl+E, a name and Return write a picture of it"
    quit
    step "Ctrl+Q quits"
}

open_folder() {
    cp -r "$model" "$work/mine"
    start_program 'pronouns.*Headscope' --language en
    press_until ctrl+o dialog_is_open 'Open a model folder' || fail "Ctrl+O asks for no folder"
    answer_dialog 'Open a model folder' "$work/mine"
    until_true title_has "mine" || fail "the folder was not opened"
    until_state_has '"model":"mine"' || fail "the state names another model"
    step "Ctrl+O opens a folder"
}

walk_heads() {
    key Home
    until_true picture_rests
    local first
    first=$(title)
    press_until Down title_differs "$first" || fail "the arrow key Down did nothing"
    press_until Up title_is "$first" || fail "the arrow key Up did not lead back"
    click 120 300
    sleep 0.3
    title_differs "$first" || click 250 420
    until_true title_differs "$first" || fail "a click into the overview did nothing"
    step "arrow keys and clicks choose heads"
}

change_view() {
    press_until ctrl+2 title_has "Flow" || fail "Ctrl+2 did not show the flow"
    press_until ctrl+1 title_has "Heatmap" || fail "Ctrl+1 did not show the heatmap"
    step "Ctrl+1 and Ctrl+2 change the view"
}

edit_text() {
    for _ in $(seq 3); do
        focus
        key ctrl+l
        type_text "$1"
        key Return
        until_state_has "$1" && return
    done
    fail "the text that was typed is not what runs"
}

type_and_export() {
    edit_text "$chased"
    export_to "$work/view.svg"
    grep -q chased "$work/view.svg" || fail "the picture does not show the text that was typed"
    step "what is typed runs, and Ctrl+E writes its picture"
}

# Two tokens of the strip, then the table that ranks heads by their link. Places of a window of 1400 × 860.
find_head() {
    edit_text "$tired"
    key Escape
    local before
    press_until Home title_has ".0 · " || fail "Home does not choose the first head of the layer"
    before=$(title)
    click 442 116
    xdotool keydown shift
    click 141 116
    xdotool keyup shift
    until_state_has '"query":8,"key":2' || fail "clicks into the strip do not pin it and animal"
    title_is "$before" || fail "pinning words changed the head"
    click 294 492
    until_true picture_rests
    click 60 556
    until_true title_has "2.1" || fail "the first row of \"This link\" is not the head with the largest weight"
    click 60 577
    until_true title_has "2.3" || fail "the second row is not the head that the example opens on"
    step "two clicked words, and the table of their link names the head"
}

zoom() {
    # The map has the keys, nothing is pinned, and the pointer lies on no cell: only the zoom changes the picture.
    click 777 508
    until_true picture_rests
    key Escape
    point 777 845
    until_true picture_rests
    point 777 508  # what was said of the last task goes
    sleep 0.5
    point 777 845
    until_true picture_rests
    local whole zoomed
    whole=$(picture)
    point 777 508
    xdotool click --repeat 3 --delay 50 4
    point 777 845
    until_true picture_rests
    zoomed=$(picture)
    picture_differs "$whole" || fail "the wheel does not zoom"
    point 777 508
    xdotool mousedown 1
    point 740 470
    point 700 440
    xdotool mouseup 1
    point 777 845
    until_true picture_rests
    picture_differs "$zoomed" || fail "dragging does not move the map"
    press_until 0 picture_is "$whole" || fail "0 does not show the whole map again"
    press_until plus picture_differs "$whole" || fail "+ does not zoom"
    press_until minus picture_is "$whole" || fail "- does not undo +"
    step "the wheel zooms, dragging moves, 0 shows all"
}

gate_head() {
    press_until x state_has '"edits":["2.3=0"]' || fail "X does not remove the head"
    press_until ctrl+z eval '! state_has "\"edits\":["' || fail "Ctrl+Z does not bring the head back"
    step "X runs B without the head, Ctrl+Z takes it back"
}

switch_language() {
    command Chinese
    until_true title_has "热力图" || fail "the palette does not switch to Chinese"
    command English
    until_true title_has "Heatmap" || fail "the palette does not switch back"
    step "Ctrl+K switches the language and back"
}

session_round_trip() {
    until_true saves_state || fail "Ctrl+S saves nothing"
    cp "$work/state.headscope" "$work/before.headscope"
    quit
    start_program 'mine.*Headscope' --language en "$work/state.headscope"
    until_true saves_state || fail "Ctrl+S saves nothing"
    cmp "$work/before.headscope" "$work/state.headscope" || fail "the session that was opened differs from what was saved"
    step "a saved session opens as it was"
}

# A real drag, from the window of another program.
drop_file() {
    printf '%s\n' "$wide" "$tired" >"$work/texts.txt"
    "$drag_source" "$work/texts.txt" 1420 100 &
    local source=$!
    until_true xdotool search --onlyvisible --name 'Drag source' >/dev/null || fail "no drag source"
    for _ in $(seq 5); do
        xdotool mousemove 1470 150 mousedown 1
        for x in 1460 1440 1300 1100 900 800 790; do
            xdotool mousemove "$x" 400
            sleep 0.1
        done
        xdotool mouseup 1
        sleep 1
        state_has '"texts":[' && break
    done
    kill "$source"
    state_has '"texts":[' || fail "a dropped file does nothing"
    until_state_has "\"text\":\"$wide\"" || fail "the first text of the dropped list does not run"
    press_until n eval 'state_has "{\"model\":\"mine\",\"text\":\"$tired\""' || fail "N does not step to the next text"
    step "a dropped list of texts opens, and N steps through it"
}

start_screen
first_minutes
open_folder
walk_heads
change_view
type_and_export
find_head
zoom
gate_head
switch_language
session_round_trip
drop_file
quit
