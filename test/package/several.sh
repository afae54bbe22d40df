#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On bare metal OB_ENGINES with one engine brings the small core, with several the chooser. If OB_SINGLE is set by hand
# for several, a warning says which one serves: the first that ob_start makes, so not one that the program makes itself.
# several.sh <work folder>
set -euo pipefail
root=$(dirname "$(realpath "$0")")/../..
work=$1
rm -rf "$work" && mkdir -p "$work"

# Without the options of the last configuration; what is known of the compiler stays.
configure() {
    cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_SYSTEM_NAME=Generic -U'OB_*' -DOB_PORT=plain \
        -DOB_DEPS_DIR="$work" "$@" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
    tr -s ' \n' ' ' <"$work/log" >"$work/line" # CMake breaks lines where it likes
}
small_core() { grep -q -- "-DOB_ENGINES_MAX=1 " "$work/build/compile_commands.json"; }
fail() {
    echo "$1" && cat "$work/log"
    exit 1
}

configure -DOB_ENGINES=soft
small_core || fail "one engine has the chooser"
configure '-DOB_ENGINES=soft;null'
! small_core || fail "two engines have no chooser"
! grep -q "Never asked" "$work/line" || fail "a warning without a reason"
configure '-DOB_ENGINES=sched;null;soft' -DOB_SINGLE=ON # sched is made by the program
small_core || fail "OB_SINGLE has no effect"
grep -qF "one engine serves: null, unless" "$work/line" || fail "the warning does not name null"
grep -qF "Never asked: soft, sched." "$work/line" || fail "the warning does not name the others"
