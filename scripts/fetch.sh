# SPDX-License-Identifier: Apache-2.0
# How the set-up gets files out of the package registries, each through its own client, so that a user's mirrors,
# proxies and certificates apply. Sourced by bash after lib.sh and need.sh.

# verified <file> <sha256>: true if the file has this hash.
verified() { [[ -f $1 && $(sha256sum <"$1") == "$2  -" ]]; }

# fetch_crate <name> <version> <sha256> <file>: a crate's archive.
fetch_crate() {
    local name=$1 version=$2 sum=$3 file=$4 work found
    need cargo
    work=$(mktemp -d build/deps/crate.XXXXXX)
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[dependencies]\n%s = "=%s"\n[workspace]\n' \
        "$name" "$version" >"$work/Cargo.toml"
    touch "$work/lib.rs"
    (cd "$work" && cargo fetch --quiet) ||
        { rm -rf "$work" && warn "$name-$version.crate was not downloaded: is the network there?" && return 1; }
    found=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/cache" -name "$name-$version.crate" | head -n 1)
    rm -rf "$work"
    verified "$found" "$sum" || { warn "$name-$version.crate was downloaded, but its SHA-256 is not the pinned one"; return 1; }
    cp "$found" "$file"
}

# fetch_debian_source <package> <sha256> <file>: one file of a Debian source package, from the system's suite or a newer
# one. They are read through a private apt root: the system's package lists stay as they are.
fetch_debian_source() {
    local package=$1 sum=$2 file=$3 root version mirror
    root=$(realpath -m build/deps/apt)
    local apt=(-q -o "Dir::Etc::sourcelist=$root/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$root/lists" -o "Dir::Cache=$root/cache" -o APT::Sandbox::User=root)
    if [[ ! -f $root/updated ]]; then
        mirror=$(debian_mirror)
        [[ $mirror ]] || { warn "apt knows no Debian mirror"; return 1; }
        mkdir -p "$root/lists/partial" "$root/cache/partial"
        printf "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror %s main\n" \
            bookworm trixie trixie-updates sid >"$root/sources.list"
        # A mirror may lack one of the suites, and without a network apt-get only warns.
        { apt-get "${apt[@]}" update && compgen -G "$root/lists/*Sources*" >/dev/null; } ||
            { warn "the package lists were not downloaded from $mirror: is the network there?" && return 1; }
        touch "$root/updated"
    fi
    version=$(apt-cache "${apt[@]}" showsrc "$package" | awk -v sum="$sum" '/^Version:/ {v = $2} $1 == sum {print v; exit}')
    [[ $version ]] || { warn "no suite has $package with SHA-256 $sum"; return 1; }
    (cd "$root" && apt-get "${apt[@]}" source --download-only --only-source "$package=$version") ||
        { warn "$package $version was not downloaded: is the network there?" && return 1; }
    local found=
    for found in "$root"/*; do
        ! verified "$found" "$sum" || break
        found=
    done
    [[ $found ]] || { warn "$package $version came without the pinned file"; return 1; }
    cp "$found" "$file"
}

# The mirror that the system's own main suite comes from.
debian_mirror() {
    # shellcheck disable=SC2016 # apt fills the fields in
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        (. /etc/os-release && awk -v suite="$VERSION_CODENAME" '$1 == suite {print $2; exit}')
}
