# SPDX-License-Identifier: Apache-2.0
# The vectors of OpenSSL's evp_test, unpacked in build/deps/evp_data: from the first pinned release that is available.
# needs: host

need_evp_data() {
    # shellcheck source=../fetch.sh
    . scripts/fetch.sh
    step "fetch OpenSSL's test vectors" evp_data_fetch
}

evp_data_fetch() {
    local version sum work=build/deps/evp_data.new
    while read -r version sum; do
        rm -rf "$work" && mkdir -p "$work"
        echo "OpenSSL $version"
        fetch_debian_source openssl "$sum" "$work/archive" || continue
        tar -xf "$work/archive" -C "$work" --strip-components=4 --wildcards '*/test/recipes/30-test_evp_data/*.txt'
        rm "$work/archive"
        rm -rf build/deps/apt build/deps/evp_data && mv "$work" build/deps/evp_data
        return 0
    done < <(grep -v '^#' scripts/setup/evp_data.pins)
    warn "none of the releases in scripts/setup/evp_data.pins can be had"
    return 1
}
