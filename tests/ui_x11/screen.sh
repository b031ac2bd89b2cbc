# SPDX-License-Identifier: GPL-3.0-or-later
# A screen of its own with the real program on it, worked with real X events; every wait is bounded. Sourced by run.sh.
# Sets `work`, a folder that goes in the end; `program` is set before.
set -u
work=$(mktemp -d)
xvfb='' window_process='' window=''

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

title() { [ -n "$window" ] && xdotool getwindowname "$window" 2>/dev/null; }
title_has() { case "$(title)" in *"$1"*) return 0 ;; *) return 1 ;; esac; }
title_is() { [ "$(title)" = "$1" ]; }
title_differs() { [ "$(title)" != "$1" ]; }
find_window() { window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1); [ -n "$window" ]; }
focus() { xdotool windowfocus --sync "$window"; }
key() { xdotool key --clearmodifiers "$@"; }
# Types slowly enough for a busy machine.
type_text() { xdotool type --delay 20 "$1"; }
# Presses a key until something is true within some seconds: a window on a busy machine may miss one. A key that does
# nothing still fails.
press_until() {
    local pressed=$1 end
    shift
    for _ in $(seq 5); do
        focus
        key "$pressed"
        end=$((SECONDS + 6))
        while [ "$SECONDS" -lt "$end" ]; do
            "$@" && return 0
            sleep 0.1
        done
    done
    return 1
}
point() { xdotool mousemove --window "$window" "$1" "$2"; }
click() { point "$1" "$2"; xdotool click "${3:-1}"; }

# What the screen shows as a number: Xvfb keeps it in a file.
picture() { cksum <"$work/Xvfb_screen0"; }
picture_is() { [ "$(picture)" = "$1" ]; }
picture_differs() { [ "$(picture)" != "$1" ]; }
# Until two looks half a second apart are the same.
picture_rests() {
    local before
    before=$(picture)
    sleep 0.5
    picture_is "$before"
}

# start_screen [WIDTHxHEIGHT]
start_screen() {
    Xvfb -displayfd 3 -screen 0 "${1:-1600x900}x24" -nolisten tcp -fbdir "$work" 3>"$work/display" 2>"$work/xvfb.log" &
    xvfb=$!
    until_true test -s "$work/display" || fail "no screen: $(cat "$work/xvfb.log")"
    DISPLAY=:$(tr -d '[:space:]' <"$work/display")
    export DISPLAY HOME="$work" XDG_CONFIG_HOME="$work/config" QT_QPA_PLATFORM=xcb
}

# start_program TITLE ARGUMENTS…: waits for a window whose title has TITLE.
start_program() {
    local wanted=$1
    shift
    "$program" --theme light --size 1400x860 "$@" >"$work/log" 2>&1 &
    window_process=$!
    until_true find_window "$wanted" || fail "no window with $wanted"
    focus
}

is_over() { ! kill -0 "$window_process" 2>/dev/null; }
quit() {
    focus
    press_until ctrl+q is_over || fail "Ctrl+Q does not quit"
    wait "$window_process"
    local code=$?
    window_process='' window=''
    [ "$code" = 0 ] || fail "the program ended with $code"
}

dialog_is_open() { dialog=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1); [ -n "$dialog" ]; }
dialog_is_closed() { ! dialog_is_open "$1"; }
# Types a path into the file dialog with this title.
answer_dialog() {
    xdotool windowfocus --sync "$dialog"
    key ctrl+a
    type_text "$2"
    key Return
    until_true dialog_is_closed "$1" || fail "the dialog \"$1\" stays"
}

# Runs what the palette finds for some words.
command() {
    local before
    before=$(picture)
    press_until ctrl+k picture_differs "$before" || fail "Ctrl+K opens no palette"
    type_text "$1"
    sleep 0.3
    key Return
}

# Writes a view's picture with the keys.
export_to() {
    rm -f "$1"
    focus
    press_until ctrl+e dialog_is_open 'Export this view' || fail "Ctrl+E asks for no file"
    answer_dialog 'Export this view' "$1"
    until_true test -s "$1" || fail "no picture was written"
}

# Saves the session with the keys: what the window shows, as JSON in $work/state.headscope.
saves_state() {
    rm -f "$work/state.headscope"
    focus
    key ctrl+s
    for _ in $(seq 60); do
        [ -s "$work/state.headscope" ] && return 0
        if dialog_is_open 'Save the session as'; then answer_dialog 'Save the session as' "$work/state.headscope"; fi
        sleep 0.1
    done
    return 1
}
# Without regard to white space.
bare() { tr -d ' \n'; }
state_has() { saves_state && bare <"$work/state.headscope" | grep -qF -e "$(printf %s "$1" | bare)"; }
# Asks a few times: what was started may still be running.
until_state_has() {
    for _ in $(seq 8); do
        state_has "$1" && return 0
        sleep 1
    done
    echo "state: $(cat "$work/state.headscope" 2>/dev/null)"
    return 1
}
