# SPDX-License-Identifier: Apache-2.0
# Completion of outboard(1) for bash.

_outboard() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
    local commands="engines selftest bench calibrate explain hash enc dec keygen pubkey sign verify doctor probe refresh setup status"
    local hashes="md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sm3"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$cur")
        return
    fi
    case $prev in
    -o | --output | -k | --key | -s | --signature | --key-file | --password-file | --from)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    -F | --format) words="table csv json" ;;
    -O | --objective) words="latency throughput cpu" ;;
    -r | --require) words="ct hardware" ;;
    -d | --direction | --directions) words="enc dec key" ;;
    --kdf) words="pbkdf2 scrypt argon2id" ;;
    --md) words=$hashes ;;
    -e | --engines) words=$(outboard engines --no-selftest 2>/dev/null | sed -n 's/^\([a-z0-9]*\): [0-9].*/\1/p') ;;
    -a | --algorithm)
        case $command in
        hash | sign | verify) words=$hashes ;;
        *) words="aes-256-gcm chacha20-poly1305 aes-128-gcm aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-192-ctr aes-256-ctr aes-128-ecb aes-192-ecb aes-256-ecb des-cbc des-ecb des-ede-cbc des-ede-ecb des-ede3-cbc des-ede3-ecb sm4-cbc sm4-ctr sm4-ecb" ;;
        esac
        ;;
    -a | --algorithms | -b | --bits | -C | --curve | -l | --lengths | -t | --time | --slow | -B | --board | --rounds | --chunk | --key-fd | --password-fd) return ;;
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
    setup) words="openssl --file --dry-run --undo --help" ;;
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
    elif [[ $command == hash || $command == enc || $command == dec || $command == sign || $command == verify ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -o filenames -F _outboard outboard
