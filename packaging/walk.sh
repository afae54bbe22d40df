#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a system to be thrown away, as root: install the packages, follow the page, upgrade, remove, purge; then the system must
# be as before. walk.sh [--no-compare] FOLDER: the folder with the packages (*.deb), whose dependencies are installed.
# --no-compare leaves out the lists of all files, which take minutes where a virtual machine shares a large system.
set -euo pipefail
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
compare=1
[[ ${1:-} != --no-compare ]] || { compare='' && shift; }
[[ $compare ]] || rm -f /var/lib/man-db/auto-update # the same with the index of manual pages
folder=$(readlink -f "${1:?walk.sh [--no-compare] FOLDER}")
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { printf '== %s\n' "$*"; }
fail() { printf 'walk: %s\n' "$*" >&2 && exit 1; }
mapfile -t packages < <(for file in "$folder"/*.deb; do dpkg-deb -f "$file" Package; done | grep -v -e -dbgsym)
((${#packages[@]} >= 4)) || fail "there are ${#packages[@]} packages in $folder"

# What programs that have nothing to do with the packages leave: dpkg's own records, caches, logs.
snapshot() {
    [[ ! $compare ]] || find /etc /usr /var /run /lib/systemd -xdev \( -path /var/lib/dpkg -o -path /var/cache/apt -o -path /var/log -o -path /var/lib/apt \
        -o -path /var/cache/man -o -path /var/cache/debconf -o -path /var/cache/ldconfig -o -path /run/systemd -o -path "$folder" \) \
        -prune -o -print | sort
    sha256sum /etc/ssl/openssl.cnf /etc/passwd /etc/group
}
# An application of OpenSSL that must work all the way through.
service() { openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=walk -keyout /dev/null -out /dev/null 2>"$work/service" || fail "$1: $(<"$work/service")"; }
files() { printf '%s\n' "$1"/*.deb | grep -v -e -dbgsym; }

snapshot >"$work/before"
service "before"
say "install"
mapfile -t debs < <(files "$folder")
dpkg -i "${debs[@]}"
cp /etc/ssl/openssl.cnf "$work/openssl.cnf"
snapshot >"$work/installed"
cmp -s <(grep openssl.cnf "$work/before") <(grep openssl.cnf "$work/installed") || fail "the installation alone changed openssl.cnf"

say "follow the page"
sh "$here/debian/tests/page"
outboard setup openssl
service "switched on"

say "upgrade"
mkdir "$work/newer"
for deb in "${debs[@]}"; do
    version=$(dpkg-deb -f "$deb" Version)
    dpkg-deb -R "$deb" "$work/tree"
    sed -i "s/\\b${version//./\\.}\\b/$version.1/g" "$work/tree/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$work/tree" "$work/newer/${deb##*/}" >/dev/null
    rm -rf "$work/tree"
done
dpkg -i "$work"/newer/*.deb
grep -q 'provider=outboard' /etc/ssl/openssl.cnf || fail "the upgrade switched the provider off"
openssl list -providers | grep -q Outboard || fail "after the upgrade OpenSSL does not load the provider"
service "upgraded"

say "remove"
dpkg -r "${packages[@]}"
cmp "$work/openssl.cnf" /etc/ssl/openssl.cnf || fail "the removal left openssl.cnf changed"
service "removed"

say "purge"
dpkg -P "${packages[@]}"
service "purged"
snapshot >"$work/after"
# Tools for groups keep a copy of the file before the change.
grep -v -x -F -f <(printf '%s\n' /etc/group- /etc/gshadow- /etc/group /etc/gshadow) "$work/before" >"$work/a" || true
grep -v -x -F -f <(printf '%s\n' /etc/group- /etc/gshadow- /etc/group /etc/gshadow) "$work/after" >"$work/b" || true
diff "$work/a" "$work/b" || fail "this is left, or gone"
if getent group outboard; then
    fail "the group outboard is left"
fi
say "nothing is left"
