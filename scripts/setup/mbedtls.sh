# SPDX-License-Identifier: Apache-2.0
# The sources of Mbed TLS 3.6, unpacked in build/deps/mbedtls: the first pinned release that is available.
# needs: host

need_mbedtls() {
    # shellcheck source=../fetch.sh
    . scripts/fetch.sh
    step "fetch Mbed TLS" mbedtls_fetch
}

mbedtls_fetch() {
    local version sum kind name crate_version work=build/deps/mbedtls.new
    while read -r version sum kind name crate_version; do
        rm -rf "$work" && mkdir -p "$work"
        echo "Mbed TLS $version from $kind $name"
        case $kind in
        deb)
            fetch_debian_source mbedtls "$sum" "$work/archive" || continue
            tar -xf "$work/archive" -C "$work" --strip-components=1
            ;;
        crate)
            fetch_crate "$name" "$crate_version" "$sum" "$work/archive" || continue
            tar -xf "$work/archive" -C "$work" --strip-components=2 "$name-$crate_version/mbedtls"
            ;;
        esac
        rm "$work/archive"
        rm -rf build/deps/apt build/deps/mbedtls && mv "$work" build/deps/mbedtls
        return 0
    done < <(grep -v '^#' scripts/setup/mbedtls.pins)
    warn "none of the releases in scripts/setup/mbedtls.pins can be had"
    return 1
}
