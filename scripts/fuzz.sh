#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh <target> <seconds> [--keep | --planted]: run a fuzz target from its kept corpus, test/fuzz/corpus/<target>.hex,
# into build/fuzz/<target>; with --keep, then make the kept corpus the smallest that reaches all that was reached. Fails on
# the first finding, whose input is left in build/fuzz. With --planted: fails unless it finds the fault that is planted
# then (test/fuzz/planted.c).
set -euo pipefail

target=$1 seconds=$2 keep=${3:-}
program=build/host-fuzz/test/fuzz/fuzz_$target kept=test/fuzz/corpus/$target.hex found=build/fuzz/$target
# Runs of public keys are so slow that the inputs would never grow to the length of a digest and what follows it.
limits=(-timeout=25 -rss_limit_mb=4096 -max_len=2048)
[[ $target != pk ]] || limits+=(-len_control=0)
scripts/corpus.py unpack "$kept" "$found-kept"
if [[ $keep == --planted ]]; then
    found=$found-planted
    rm -rf "$found"
    mkdir -p "$found"
    begin=$SECONDS status=0
    OB_FUZZ_PLANTED=1 "$program" -max_total_time="$seconds" "${limits[@]}" -artifact_prefix="$found/" \
        "$found" "build/fuzz/$target-kept" 2>"$found.log" || status=$?
    if ((status == 0)) || ! grep -q 'the planted fault shows' "$found.log"; then
        tail -n 20 "$found.log"
        echo "$target: the planted fault is not found in $seconds s"
        exit 1
    fi
    echo "$target: the planted fault is found in $((SECONDS - begin)) s"
    exit
fi
mkdir -p "$found"
status=0
"$program" -max_total_time="$seconds" "${limits[@]}" -print_final_stats=1 \
    -artifact_prefix="$found-" "$found" "$found-kept" 2>"$found.log" || status=$?
if ((status)); then
    grep -v 'NEW\|REDUCE' "$found.log" | tail -n 60
    exit 1
fi
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found.log")
cover=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$found.log" | tail -n 1)
echo "$target: $runs runs in $seconds s, $cover edges, no finding"
((runs >= 100)) || { echo "$target: too few runs to mean anything" && exit 1; }
if [[ $keep == --keep ]]; then
    rm -rf "$found-least" && mkdir "$found-least"
    "$program" -set_cover_merge=1 -max_len=2048 "$found-least" "$found" "$found-kept" 2>>"$found.log"
    scripts/corpus.py pack "$found-least" "$kept"
fi
