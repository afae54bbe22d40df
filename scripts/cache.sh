# SPDX-License-Identifier: Apache-2.0
# One folder of downloads and Python packages for all clones of a user: build/deps is a link to
# $XDG_CACHE_HOME/outboard/deps-KEY. The key is made of the pins, so a clone with other pins has another folder. The set-up
# locks it, and a need counts as there once all of it is (need_run). Sourced by bash, with OB_ROOT as working folder.

# cache_folder: print the cache's folder, or nothing: OB_CACHE=none, or there is no home that this user owns.
cache_folder() {
    local home=${XDG_CACHE_HOME:-}
    [[ ${OB_CACHE:-} != none ]] || return 0
    [[ $home == /* ]] || home=${HOME:-/nonexistent}/.cache # the standard says to ignore a relative one
    [[ -O $home || -O ${home%/*} ]] || return 0
    mkdir -p "$home/outboard" 2>/dev/null || return 0
    [[ ! -O $home/outboard || ! -w $home/outboard ]] || printf '%s\n' "$home/outboard"
}

# cache_key: print what distinguishes one set of downloads from another: pins, how they are unpacked, and the system.
cache_key() {
    {
        [[ ! -r /etc/os-release ]] || grep -E '^(ID|VERSION_ID)=' /etc/os-release
        uname -sm
        find scripts/setup -name '*.txt' -o -name '*.pins' -o -name '*.sh' | LC_ALL=C sort | xargs -r sha256sum
    } | sha256sum | cut -c -16
}

# cache_link: make build/deps the link, unless this clone has a folder of its own there, or a link to elsewhere.
cache_link() {
    local folder target
    [[ -L build/deps || ! -e build/deps ]] || return 0
    [[ ! -L build/deps || $(readlink build/deps) == */outboard/deps-* ]] || return 0
    folder=$(cache_folder)
    [[ $folder ]] || { [[ ! -L build/deps ]] || rm build/deps; return 0; }
    target=$folder/deps-$(cache_key)
    mkdir -p build "$target"
    [[ ! build/deps -ef $target ]] || return 0
    ln -s "$target" "build/deps.$BASHPID"
    mv -fT "build/deps.$BASHPID" build/deps # at once, for others that read through it
}
