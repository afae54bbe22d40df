#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a clean Debian, as root: build the packages for other architectures with Debian's cross compilers, and show what the
# programs are. cross.sh ARCHITECTURE...
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
root=$(dirname "$(dirname "$(readlink -f "$0")")")
work=$(mktemp -d)
for architecture in "$@"; do
    dpkg --add-architecture "$architecture"
done
apt-get -q update
apt-get -q -y install --no-install-recommends dpkg-dev fakeroot file xz-utils
for architecture in "$@"; do
    tree=$("$root/packaging/debian.sh" "$work/$architecture")
    cd "$tree"
    apt-get -q -y --no-install-recommends install "crossbuild-essential-$architecture"
    apt-get -q -y --no-install-recommends build-dep -a "$architecture" "$tree"
    DEB_BUILD_OPTIONS="parallel=${OB_JOBS:-2} nocheck" unshare --net dpkg-buildpackage -B -us -uc "-a$architecture"
    dpkg-deb -x "$work/$architecture"/outboard_*_"$architecture".deb "$work/$architecture/root"
    file "$work/$architecture/root/usr/bin/outboard"
    ls "$work/$architecture"/*_"$architecture".deb
done
