# SPDX-License-Identifier: Apache-2.0
# Shell functions that the front door and its verbs share. Sourced by bash, with OB_ROOT set and as working folder.

OB_CORES="m0 m0plus m3 m4 m7" # cores of the Cortex-M simulator; each of its boards has one of them
OB_CORTEXM_BOARDS="stm32f0 stm32l0 stm32f1 stm32f4 stm32h7"
export OB_CORES OB_CORTEXM_BOARDS

# say <text>...: one line for the user. warn and die go to standard error.
say() { printf '%s\n' "$*"; }
warn() { printf '%s\n' "$*" >&2; }
die() {
    printf 'run: %s\n' "$*" >&2
    exit 1
}

# no_more <verb> [argument...]: fail if arguments are left that the verb did not take.
no_more() { (($# == 1)) || die "$1 takes no ${*:2}"; }

# among <what> <word> <known>...: fail if the word is none of the known ones.
among() {
    local what=$1 word=$2 known
    shift 2
    for known in "$@"; do
        [[ $word != "$known" ]] || return 0
    done
    die "there is no $what \"$word\"; there are $*"
}

# head_field <name> <file>: the text after "# <name>:" in the head of a verb or need.
head_field() { sed -n "1,20s/^# $1: *//p" "$2"; }

# verb_help <file>: what the head of a verb says: its forms, its line of help, and the text after the fields.
verb_help() {
    head_field usage "$1" | sed '1s|^|Usage: ./run |; 2,$s|^|       ./run |'
    printf '\n%s.\n' "$(head_field help "$1" | sed 's/^./\U&/')"
    sed -n '3,$ {/^#/!q; /^# \(help\|usage\|needs\): /d; s/^# \{0,1\}//p}' "$1" | fmt -w 80 | sed 's/\.  /. /g'
}

# step <what> <command>...: run a command that takes time. Its output goes to a log. The user sees what runs, since
# when, and the last line of the log; after a failure also the log's path and its last lines.
step() {
    local what=$1 log status=0 began=$SECONDS
    shift
    if ((OB_VERBOSE)); then
        say "== $what"
        "$@" </dev/null || status=$?
        ((status == 0)) || warn "run: failed: $what"
        return "$status"
    fi
    mkdir -p build/log
    log=build/log/$(printf '%s' "$what" | tr -cs 'A-Za-z0-9._\n' '-').log
    # In a process group of its own, so that an interrupt stops all of it.
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    set +m
    local job=$!
    # shellcheck disable=SC2064 # expand the job's id now
    trap "kill -INT -- -$job 2>/dev/null" INT TERM
    if [[ -t 1 ]]; then
        while kill -0 "$job" 2>/dev/null; do
            printf '\r\033[K%s  %ds  %.60s' "$what" $((SECONDS - began)) "$(tail -c 400 "$log" | tr -d '\r\033' | tail -n 1)"
            sleep 0.2
        done
        printf '\r\033[K'
    fi
    wait "$job" || status=$?
    trap - INT TERM
    if ((status)); then
        tail -n 40 "$log" >&2
        warn "run: failed: $what (all of it: $log)"
    else
        say "$what: done in $((SECONDS - began)) s"
    fi
    return "$status"
}
