#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Starts the real program on a screen of its own and works it with real X events: keys, clicks, typing, a file dialog.
# Every wait is bounded. Usage: run.sh PROGRAM
set -u
program=$1
work=$(mktemp -d)
xvfb='' window_process=''

cleanup() {
    [ -n "$window_process" ] && kill "$window_process" 2>/dev/null
    [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "FAILED: $*"; echo "title: $(title)"; sed 's/^/program: /' "$work/log" 2>/dev/null; exit 1; }
step() { echo "ok: $*"; }

# Repeats a command until it succeeds, for at most 30 seconds.
until_true() {
    for _ in $(seq 300); do
        "$@" && return 0
        sleep 0.1
    done
    return 1
}

title() { [ -n "${window:-}" ] && xdotool getwindowname "$window" 2>/dev/null; }
title_has() { case "$(title)" in *"$1"*) return 0 ;; *) return 1 ;; esac; }
title_is() { [ "$(title)" = "$1" ]; }
title_differs() { [ "$(title)" != "$1" ]; }
find_window() { window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1); [ -n "$window" ]; }
key() { xdotool key --clearmodifiers "$@"; }
click() { xdotool mousemove --window "$window" "$1" "$2" click 1; }

start_screen() {
    Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
    xvfb=$!
    until_true test -s "$work/display" || fail "no screen: $(cat "$work/xvfb.log")"
    DISPLAY=:$(tr -d '[:space:]' <"$work/display")
    export DISPLAY
}

start_program() {
    export HOME="$work" XDG_CONFIG_HOME="$work/config" QT_QPA_PLATFORM=xcb
    "$program" --language en --theme light --size 1400x860 >"$work/log" 2>&1 &
    window_process=$!
    until_true find_window 'pronouns.*Headscope' || fail "no window with the example"
    xdotool windowfocus --sync "$window"
}

arrow_keys() {
    key Home
    sleep 0.3
    local first
    first=$(title)
    key Down
    until_true title_differs "$first" || fail "the arrow key Down did nothing"
    key Up
    until_true title_is "$first" || fail "the arrow key Up did not lead back"
    step "arrow keys move between heads"
}

click_heads() {
    local before
    before=$(title)
    # Two places of the overview that lie on different heads, wherever the selection was.
    click 120 300
    sleep 0.3
    title_differs "$before" || click 250 420
    until_true title_differs "$before" || fail "a click into the overview did nothing"
    step "a click selects a head"
}

change_view() {
    key ctrl+2
    until_true title_has "Flow" || fail "Ctrl+2 did not show the flow"
    key ctrl+1
    until_true title_has "Heatmap" || fail "Ctrl+1 did not show the heatmap"
    step "Ctrl+1 and Ctrl+2 change the view"
}

edit_text() {
    key ctrl+l
    xdotool type --delay 20 "The dog chased the ball because it was too fast"
    key Return
    step "typing goes into the text"
}

save_dialog() {
    dialog=$(xdotool search --onlyvisible --name 'Export this view' 2>/dev/null | tail -n 1)
    [ -n "$dialog" ]
}
no_save_dialog() { ! save_dialog; }

# Asks for a file with the keys and types its name; answers whether the picture shows what was typed before.
export_shows() {
    rm -f "$work/view.svg"
    xdotool windowfocus --sync "$window"
    key ctrl+e
    until_true save_dialog || fail "Ctrl+E asks for no file"
    xdotool windowfocus --sync "$dialog"
    key ctrl+a
    xdotool type --delay 20 "$work/view.svg"
    key Return
    until_true test -s "$work/view.svg" || fail "no picture was written"
    until_true no_save_dialog || fail "the dialog stays"
    grep -q "$1" "$work/view.svg"
}

export_view() {
    # The run may take a while on a slow machine; the picture is of what is shown.
    for _ in $(seq 8); do
        export_shows chased && step "Ctrl+E writes the view" && return
        sleep 2
    done
    fail "the picture does not show the text that was typed"
}

quit() {
    xdotool windowfocus --sync "$window"
    key ctrl+q
    until_true eval '! kill -0 "$window_process" 2>/dev/null' || fail "Ctrl+Q does not quit"
    wait "$window_process"
    local code=$?
    window_process=''
    [ "$code" = 0 ] || fail "the program ended with $code"
    step "Ctrl+Q quits"
}

start_screen
start_program
step "the window opens on the example"
arrow_keys
click_heads
change_view
edit_text
export_view
quit
