#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A first start on a screen that is smaller than the usual window. Usage: small_screen.sh PROGRAM
program=$1
. "$(dirname "${BASH_SOURCE[0]}")/screen.sh"

start_screen 1024x700
"$program" --language en >"$work/log" 2>&1 &
window_process=$!
until_true find_window 'pronouns.*Headscope' || fail "no window"
eval "$(xdotool getwindowgeometry --shell "$window")"
[ "$WIDTH" -le 1024 ] && [ "$HEIGHT" -le 700 ] || fail "the window has $WIDTH x $HEIGHT on a screen of 1024 x 700"
step "the first window fits a small screen"
