#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the library of a build folder, and builds and runs a project outside of it, through the CMake package and
# through pkg-config: package.sh <build folder> <work folder>.
set -euo pipefail
build=$1 work=$2 consumer=$(dirname "$(realpath "$0")")/consumer
rm -rf "$work" && mkdir -p "$work"
OPENSSL_MODULES=ossl-modules cmake --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/prefix" # an installed tree can be moved
prefix=$(realpath "$work/prefix")

cmake -S "$consumer" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
cmake --build "$work/cmake"
"$work/cmake/consumer_c"
"$work/cmake/consumer_cpp"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name outboard.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags outboard)"
read -ra libs <<<"$(pkg-config --libs outboard)"
cc -std=c11 -Wall -Werror "${flags[@]}" "$consumer/consumer.c" -o "$work/pc_c" "${libs[@]}"
c++ -std=c++17 -Wall -Werror "${flags[@]}" "$consumer/consumer.cpp" -o "$work/pc_cpp" "${libs[@]}"
"$work/pc_c"
"$work/pc_cpp"

# The README's example, as it stands there.
awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$consumer/../../../README.md" >"$work/readme.c"
cc -std=c11 -Wall -Wextra -Werror "${flags[@]}" "$work/readme.c" -o "$work/readme" "${libs[@]}"
[[ $("$work/readme") == "attack at dawn" ]]

# Those of docs/start/author.md, docs/key-slots.md and docs/public-keys.md, the last with keys of openssl and of the installed program in
# key.h. extract PAGE: the page's program.
extract() {
    awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$consumer/../../../docs/$1"
}
build_page() {
    cc -std=c11 -Wall -Wextra -Werror -I"$work" "${flags[@]}" "$work/$1.c" -o "$work/$1" "${libs[@]}"
}
extract start/author.md >"$work/first.c"
build_page first
[[ $("$work/first") == "$(printf 'attack at dawn' | sha256sum | cut -d' ' -f1)" ]]
grep -q "# $("$work/first")\$" "$consumer/../../../docs/start/author.md"
extract key-slots.md >"$work/slots.c"
build_page slots
[[ $("$work/slots") == success ]]
extract public-keys.md >"$work/keys.c"
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out "$work/ec.pem"
openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/rsa.pem"
openssl genpkey -algorithm ED25519 -out "$work/ed.pem"
"$prefix/bin/outboard" keygen --force --output "$work/own.pem"
openssl pkey -in "$work/ec.pem" -pubout -out "$work/public.pem"
openssl genpkey -algorithm X25519 -out "$work/agree.pem"
echo "no key" >"$work/none.pem"
for key in ec rsa ed own public agree none; do
    sed '1i static const char pem[] =' "$work/$key.pem" | sed '2,$s/.*/"&\\n"/; $s/$/;/' >"$work/key.h"
    build_page keys
    case $key in
    public | agree | none) # sign nothing; is no key
        if "$work/keys"; then
            echo "the example takes $key.pem" >&2
            exit 1
        fi
        ;;
    *) [[ $("$work/keys") == success ]] ;;
    esac
done

# No path of the machine that built it may be left in what users get. A service has to name its program by an absolute
# path: that of the prefix it was installed to, and nothing besides.
machine=(-e "$(realpath "$build")" -e "$(realpath "$(dirname "$0")/../..")")
program=$(realpath "$work")/first/bin/outboard
services=(outboard-prices.service outboard-prices-full.service)
for service in "${services[@]}"; do
    file=$prefix/lib/systemd/system/$service
    started=$(sed -n 's/^ExecStart=//p' "$file")
    if [[ $started != "$program "* ]] || grep -vxF "ExecStart=$started" "$file" | grep -F "${machine[@]}" ||
        grep -F "${machine[@]}" <<<"${started#"$program"}"; then
        echo "$service has to start $program, and to name nothing else of this machine" >&2
        exit 1
    fi
done
if grep -rIlF "${services[@]/#/--exclude=}" "${machine[@]}" "$prefix"; then
    echo "these installed files name the build machine's folders" >&2
    exit 1
fi
