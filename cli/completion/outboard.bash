# SPDX-License-Identifier: Apache-2.0
# Completion of outboard(1) for bash.

# _outboard_names Algorithms|Curves: the names that the program's own help lists under that heading.
_outboard_names() { outboard explain --help 2>/dev/null | sed -n "/^$1:/,/^\$/ s/^  //p"; }

_outboard_engines() { outboard engines --no-selftest 2>/dev/null | sed -n 's/^\([a-z0-9]*\): [0-9].*/\1/p'; }

# _outboard_list NAME...: completes the last name of a list with commas.
_outboard_list() {
    local before=
    [[ $cur != *,* ]] || before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${cur##*,}")
}

_outboard() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
    local commands="engines selftest bench calibrate explain hash enc dec keygen pubkey sign verify doctor probe refresh setup status"
    local hashes="md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sm3"
    local ciphers="aes-256-gcm chacha20-poly1305 aes-128-gcm aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-192-ctr aes-256-ctr"
    ciphers+=" aes-128-ecb aes-192-ecb aes-256-ecb des-cbc des-ecb des-ede-cbc des-ede-ecb des-ede3-cbc des-ede3-ecb"
    ciphers+=" sm4-cbc sm4-ctr sm4-ecb"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$cur")
        return
    fi
    # The value of the option before.
    case "$command $prev" in
    *" -o" | *" --output" | *" -k" | *" --key" | *" --key-file" | *" --password-file" | "calibrate --from" | \
        "verify -s" | "verify --signature" | "setup -F" | "setup --file")
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    "status -F" | "refresh -F" | *" --folder" | "doctor -r" | "doctor --root")
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        return
        ;;
    "bench -F" | "bench --format") words="table csv json" ;;
    "explain -O" | "explain --objective") words="latency throughput cpu" ;;
    "explain -r" | "explain --require") _outboard_list ct hardware && return ;;
    "explain -d" | "explain --direction") words="enc dec key" ;;
    "bench -d" | "bench --directions") _outboard_list enc dec key && return ;;
    *" -C" | *" --curve") words=$(_outboard_names Curves) ;;
    "enc --kdf") words="pbkdf2 scrypt argon2id" ;;
    *" --md") words=$hashes ;;
    *" -e" | *" --engines") _outboard_list "$(_outboard_engines)" && return ;;
    "bench -a" | "calibrate -a" | *" --algorithms") _outboard_list "$(_outboard_names Algorithms)" && return ;;
    "hash -a" | "sign -a" | "verify -a" | "hash --algorithm" | "sign --algorithm" | "verify --algorithm") words=$hashes ;;
    "enc -a" | "dec -a" | *" --algorithm") words=$ciphers ;;
    "bench -b" | "explain -b" | "keygen -b" | *" --bits" | *" -l" | *" --lengths" | *" -t" | *" --time" | *" --slow" | \
        *" -B" | *" --board" | *" --rounds" | *" --chunk" | *" --key-fd" | *" --password-fd" | "probe -c" | \
        *" --counter" | "probe -d" | *" --driver" | *" --trust") return ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    fi
    case $command in
    engines) words="--capabilities --no-selftest --help" ;;
    selftest) words="--help" ;;
    bench) words="--algorithms --engines --lengths --bits --curve --directions --time --format --board --quiet --help" ;;
    calibrate) words="--output --force --c --from --engines --algorithms --board --time --slow --quiet --help" ;;
    explain) words="--bits --curve --direction --objective --require --help" ;;
    status) words="--all --folder --json --help" ;;
    setup) words="--file --dry-run --undo --help" ;;
    refresh) words="--folder --force --full --help" ;;
    probe) words="--counter --driver --json --output --trust --help" ;;
    doctor) words="--json --root --verbose --help" ;;
    hash) words="--algorithm --check --quiet --help" ;;
    keygen) words="--curve --bits --output --force --help" ;;
    pubkey) words="--key --output --force --help" ;;
    sign) words="--key --output --algorithm --force --pss --help" ;;
    verify) words="--key --signature --algorithm --pss --help" ;;
    enc) words="--algorithm --key-file --key-fd --password-file --password-fd --kdf --rounds --chunk --output --force --quiet --openssl --md --legacy-kdf --no-salt --base64 --base64-line --help" ;;
    dec) words="--algorithm --key-file --key-fd --password-file --password-fd --rounds --output --force --quiet --openssl --md --legacy-kdf --no-salt --base64 --base64-line --help" ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    fi
    # Words that are no options.
    case $command in
    hash | enc | dec | sign | verify)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    explain) words=$(_outboard_names Algorithms) ;;
    engines | selftest) words=$(_outboard_engines) ;;
    setup) words=openssl ;;
    *) return ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o filenames -F _outboard outboard
