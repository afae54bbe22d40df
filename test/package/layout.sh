#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that was compiled with another layout of a session than the library must not link (session.h,
# OB_LAYOUT_NAME): layout.sh <build folder> <work folder>.
set -euo pipefail
build=$1 work=$2 source=$(dirname "$(realpath "$0")")/layout.c
rm -rf "$work" && mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
PKG_CONFIG_PATH=$(dirname "$(find "$(realpath "$work")/prefix" -name outboard.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags outboard)"
read -ra libs <<<"$(pkg-config --libs outboard)"
functions=(ob_default ob_engine_add ob_session_open ob_session_open_pk ob_session_clone ob_rng_open)

cc -std=c11 -Wall -Werror "${flags[@]}" "$source" -o "$work/same" "${libs[@]}"
"$work/same"

for setting in OB_ENGINES_MAX=5 OB_SESSION_SLOTS=2 OB_SHORTCUTS=1 OB_SESSION_KEY_MAX=64 OB_STATE_SIZE=5000 \
    OB_STATS_SHARDS=3; do
    cc -std=c11 "${flags[@]}" -D"$setting" -c "$source" -o "$work/other.o"
    if cc "$work/other.o" -o "$work/other" "${libs[@]}" 2>"$work/errors"; then
        echo "a program with $setting links with a library that has another value" >&2
        exit 1
    fi
    for function in "${functions[@]}"; do
        grep -q "undefined reference to .${function}_for_" "$work/errors" || {
            echo "$setting: the linker does not complain of $function:" >&2
            cat "$work/errors" >&2
            exit 1
        }
    done
done
