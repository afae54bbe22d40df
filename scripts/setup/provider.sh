# SPDX-License-Identifier: Apache-2.0
# OpenSSH's server for the provider's tests, unpacked in build/deps/openssh: installing the package would start it.
# needs: host

need_provider() {
    step "fetch OpenSSH's server" provider_fetch
}

provider_fetch() {
    local work=build/deps/openssh.new
    rm -rf "$work" && mkdir -p "$work"
    (cd "$work" && apt-get -q -o APT::Sandbox::User=root download openssh-server && dpkg-deb -x openssh-server_*.deb .) || return 1
    rm -rf build/deps/openssh && mv "$work" build/deps/openssh
}
