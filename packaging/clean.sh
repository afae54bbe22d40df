#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a clean Debian, as root, in a clone of the tree: build the packages with Debian's build dependencies alone and without
# a network, have lintian check them, and walk them from installation to purge. clean.sh FOLDER: where the packages go.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
root=$(dirname "$(dirname "$(readlink -f "$0")")")
mkdir -p "${1:?clean.sh FOLDER}"
folder=$(readlink -f "$1")
install=(apt-get -q -y install --no-install-recommends)

apt-get -q update
"${install[@]}" dpkg-dev fakeroot xz-utils
tree=$("$root/packaging/debian.sh" "$folder")
cd "$tree"
apt-get -q -y --no-install-recommends build-dep "$tree"
DEB_BUILD_OPTIONS=parallel=${OB_JOBS:-2} unshare --net dpkg-buildpackage -us -uc
"${install[@]}" lintian
lintian --allow-root --info --display-info --fail-on error,warning,info "$folder"/*.changes

"${install[@]}" gcc libc6-dev libssl-dev openssl pkgconf systemd
"$root/packaging/walk.sh" "$folder"
dpkg -i "$folder"/{lib,}outboard*.deb
sh debian/tests/compile
