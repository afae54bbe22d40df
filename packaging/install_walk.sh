#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a clean Debian, as root, in a clone of the tree: build, and follow docs/openssl.md from cmake --install to the removal,
# by the commands that the page has, those for a system without systemd. Then the system must be as before.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$(dirname "$(readlink -f "$0")")")"
page=docs/openssl.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { printf '== %s\n' "$*"; }
fail() { printf 'install_walk: %s\n' "$*" >&2 && exit 1; }

# section <heading>: its indented commands. without_systemd <heading>: the command that it has for such a system.
section() { awk -v heading="## $1" '/^## /{on = index($0, heading) == 1} on && /^    / {print substr($0, 5)}' "$page"; }
without_systemd() {
    awk -v heading="## $1" '/^## /{on = index($0, heading) == 1} on {text = text " " $0}
        END {sub(/.*Without systemd: `/, "", text) && sub(/`.*/, "", text); print text}' "$page"
}
# follow <heading> <commands>: each must succeed.
follow() {
    [[ $2 ]] || fail "the page has no commands for: $1"
    say "$1"
    printf '%s\n' "$2" >"$work/commands"
    bash -exo pipefail "$work/commands"
}
# Files, and folders that are named after the project: empty folders of the system's own layout may stay.
snapshot() {
    find /etc /usr /var/cache /run -xdev \( -path /var/cache/apt -o -path /run/lock \) -prune -o \
        \( ! -type d -o -iname 'outboard*' \) -print | sort
    sha256sum /etc/ssl/openssl.cnf
}

./run build
snapshot >"$work/before"
follow "install" "$(section "1. Install" | head -1)"
[[ -s $(openssl version -m | sed 's/.*"\(.*\)"/\1/')/outboard.so ]] || fail "the module is not where OpenSSL looks"
follow "install: counters" "$(without_systemd "1. Install")"
[[ $(stat -c '%a %G' /run/outboard) == "3773 outboard" ]] || fail "/run/outboard is not as tmpfiles.d says"
follow "measure" "$(without_systemd "2. Measure")"
follow "switch on" "$(section "3. Switch on")"
say "see it work"
section "4. See it work" >"$work/commands"
(cd "$work" && bash -x commands) >"$work/seen" 2>&1 || true # without an accelerator there is nothing to show
cat "$work/seen"
grep -q 'name: Outboard' "$work/seen" || fail "OpenSSL does not load the provider"
grep -q 'OpenSSL loads the provider' "$work/seen" || fail "doctor does not say that OpenSSL loads the provider"
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=walk -keyout /dev/null -out /dev/null 2>"$work/service" ||
    fail "with the provider: $(<"$work/service")"
follow "switch off" "$(section "5. Switch off")"
if openssl list -providers | grep -q Outboard; then
    fail "the provider is still on"
fi
follow "remove" "$(section "7. Remove")"
snapshot >"$work/after"
known=$(printf '%s\n' /etc/group- /etc/gshadow- /etc/.pwd.lock)
diff <(grep -v -x -F "$known" "$work/before") <(grep -v -x -F "$known" "$work/after") || fail "this is left, or gone"
say "nothing is left"
