# SPDX-License-Identifier: Apache-2.0
# What a verb needs, and how it gets there. A need <name> is described in scripts/setup/: <name>.apt lists Debian
# packages, <name>.txt pins Python packages (for the virtual environment build/deps/venv), <name>.sh does the rest.
# Everything but the Debian packages goes below build/deps, which all clones share (cache.sh). Sourced by bash after lib.sh.
. scripts/cache.sh

# need <name>...: install each of them that is missing. Quick if nothing is missing.
need() {
    local names=() packages=() missing=() name
    need_closure "$@"
    for name in "${names[@]}"; do
        if [[ -f scripts/setup/$name.apt ]] && ! need_has_command "scripts/setup/$name.apt"; then
            mapfile -t -O "${#packages[@]}" packages < <(sed 's/#.*//; s/[[:space:]]*$//; /^$/d' "scripts/setup/$name.apt")
        fi
    done
    need_missing_packages
    ((${#missing[@]} == 0)) || need_install_packages
    cache_link
    for name in "${names[@]}"; do
        need_run "$name"
    done
}

# Fills names with the needs and those on which they depend ("needs:" in the head of <name>.sh), in order.
need_closure() {
    local name
    for name in "$@"; do
        [[ " ${names[*]} " != *" $name "* ]] || continue
        compgen -G "scripts/setup/$name.*" >/dev/null || die "scripts/setup knows no need \"$name\""
        if [[ -f scripts/setup/$name.sh ]]; then
            # shellcheck disable=SC2046 # a list of words
            need_closure $(head_field needs "scripts/setup/$name.sh")
        fi
        names+=("$name")
    done
}

# True if the command that makes a package list unnecessary ("unless-command:") is already there.
need_has_command() {
    local command
    command=$(head_field unless-command "$1")
    [[ $command ]] && command -v "$command" >/dev/null
}

# Fills missing with those of packages that are not installed. "a | b" is satisfied by either, and installs a.
need_missing_packages() {
    ((${#packages[@]})) || return 0
    if ! command -v dpkg-query >/dev/null; then
        warn "run: not a Debian system; the packages it would have: ${packages[*]}"
        return 0
    fi
    local line installed
    # shellcheck disable=SC2046 # package names have no spaces
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $(printf '%s\n' "${packages[@]}" | tr -d '|') 2>/dev/null |
        sed -n 's/ installed$//p' || true)
    for line in "${packages[@]}"; do
        local alternative found=
        for alternative in ${line//|/ }; do
            [[ $'\n'$installed$'\n' != *$'\n'$alternative$'\n'* ]] || found=1
        done
        [[ $found || " ${missing[*]} " == *" ${line%% *} "* ]] || missing+=("${line%% *}")
    done
}

need_install_packages() {
    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || die "these Debian packages are missing, and installing them takes root:
    apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    say "Debian packages to install: ${missing[*]}"
    ((EUID == 0)) || sudo true || die "without sudo, ask an administrator for:
    apt-get install --no-install-recommends ${missing[*]}"
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}")
    step "apt-get update" "${as_root[@]}" apt-get -q update
    step "apt-get install (${#missing[@]} packages)" "${install[@]}"
}

# Installs <name>.txt and runs <name>.sh, unless that was done with the same description and pins.
need_run() {
    local name=$1 stamp=build/deps/stamp-$1 print
    [[ -f scripts/setup/$name.sh || -f scripts/setup/$name.txt ]] || return 0
    print=$(sha256sum "scripts/setup/$name".* | sha256sum)
    [[ ! -f $stamp || $(<"$stamp") != "$print" ]] || return 0
    mkdir -p build/deps
    (
        flock -n 9 || { say "waiting for another set-up"; flock 9; }
        export OB_SETTING_UP=$name # a verb that this step calls must not wait for the lock: see scripts/need
        [[ ! -f $stamp || $(<"$stamp") != "$print" ]] || exit 0
        [[ ! -f scripts/setup/$name.txt ]] || need_python_packages "$name"
        if [[ -f scripts/setup/$name.sh ]]; then
            # shellcheck source=/dev/null
            . "scripts/setup/$name.sh"
            "need_$name"
        fi
        printf '%s\n' "$print" >"$stamp"
    ) 9>build/deps/lock
}

need_python_packages() {
    local venv # by its real path, which goes into its programs: a clone may be removed
    venv=$(realpath -m build/deps)/venv
    [[ -x $venv/bin/pip ]] || step "Python environment" /usr/bin/python3 -m venv "$venv"
    step "Python packages for $1" "$venv/bin/pip" --disable-pip-version-check install --require-hashes -r "scripts/setup/$1.txt"
}
