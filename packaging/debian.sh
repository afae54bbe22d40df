#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the tree of the Debian source package: debian.sh FOLDER. FOLDER gets outboard_VERSION.orig.tar.xz, a tarball of this
# tree, and outboard-VERSION, the same unpacked, with debian/ in it: "dpkg-buildpackage" there builds the packages.
# OB_DEBIAN_REVISION is what follows the version and its hyphen: 1~local1, so that a first one of Debian itself is newer.
set -euo pipefail
(($# == 1)) || { echo "usage: debian.sh FOLDER" >&2 && exit 2; }
root=$(dirname "$(dirname "$(readlink -f "$0")")")
mkdir -p "$1"
to=$(cd "$1" && pwd)
version=$(sed -n 's/^#define OB_VERSION  *"\(.*\)"$/\1/p' "$root/include/outboard/outboard.h")
[[ $version ]] || { echo "there is no version in include/outboard/outboard.h" >&2 && exit 1; }
tree=$to/outboard-$version
rm -rf "$tree"
mkdir "$tree"

# The files of the project: what git knows, or, in an unpacked tarball, all but build/.
cd "$root"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard
    seconds=$(git log -1 --format=%ct)
else
    find . -type f -not -path './build/*' -not -path './.git/*' -print0
    seconds=$(stat -c %Y CHANGELOG.md)
fi >"$to/files"
seconds=${SOURCE_DATE_EPOCH:-$seconds}
tar --null --files-from="$to/files" --sort=name --mtime="@$seconds" --owner=0 --group=0 --numeric-owner -cf - |
    tar -xf - -C "$tree"
rm "$to/files"
tar --sort=name --mtime="@$seconds" --owner=0 --group=0 --numeric-owner -C "$to" -cf - "outboard-$version" |
    xz -T0 -2 >"$to/outboard_$version.orig.tar.xz"

# The format and the changelog can't hold a comment, and the changelog repeats what CHANGELOG.md says.
cp -a "$tree/packaging/debian" "$tree/debian"
mkdir "$tree/debian/source"
echo "3.0 (quilt)" >"$tree/debian/source/format"
cp "$tree/packaging/debian/source.lintian-overrides" "$tree/debian/source/lintian-overrides"
rm "$tree/debian/source.lintian-overrides"
maintainer=$(sed -n 's/^Maintainer: //p' "$tree/debian/control")
cat >"$tree/debian/changelog" <<END
outboard ($version-${OB_DEBIAN_REVISION:-1~local1}) unstable; urgency=medium

  * The packages of version $version.
  * /usr/share/doc/outboard/changelog.gz has what is new.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$seconds")
END
echo "$tree"
