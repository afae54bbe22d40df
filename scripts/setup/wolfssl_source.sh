# SPDX-License-Identifier: Apache-2.0
# The sources of wolfSSL, unpacked in build/deps/wolfssl, for programs on boards: the first pinned release that is
# available. Hosts take Debian's library (wolfssl.apt).
# needs: host

need_wolfssl_source() {
    # shellcheck source=../fetch.sh
    . scripts/fetch.sh
    step "fetch wolfSSL" wolfssl_source_fetch
}

wolfssl_source_fetch() {
    local version sum work=build/deps/wolfssl.new
    while read -r version sum; do
        rm -rf "$work" && mkdir -p "$work"
        echo "wolfSSL $version"
        fetch_debian_source wolfssl "$sum" "$work/archive" || continue
        tar -xf "$work/archive" -C "$work" --strip-components=1
        rm "$work/archive"
        rm -rf build/deps/apt build/deps/wolfssl && mv "$work" build/deps/wolfssl
        return 0
    done < <(grep -v '^#' scripts/setup/wolfssl_source.pins)
    warn "none of the releases in scripts/setup/wolfssl_source.pins can be had"
    return 1
}
