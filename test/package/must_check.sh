#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A call whose result is dropped must make the compiler warn (OB_MUST_CHECK): must_check.sh <include folder> <generated
# include folder> <work folder>.
set -euo pipefail
work=$3
mkdir -p "$work"
calls=(
    "ob_session_open(s, 0, 0, 0, 0)" "ob_session_require(s, 0)" "ob_run(s, 0)" "ob_submit(s, 0)" "ob_whole(s, 0)"
    "ob_hash_final(s, 0, 0)" "ob_mac_verify(s, 0, 0)" "ob_mac_check(s, 0, 0, 0, 0)" "ob_aead_verify(s, 0, 0)"
    "ob_aead_encrypt(s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)" "ob_aead_decrypt(s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"
    "ob_cipher_crypt(s, 0, 0, 0, 0, 0, 0, 0)" "ob_pk_verify(s, 0, 0, 0, 0)" "ob_rng_bytes(0, 0, 0)" "ob_differ(0, 0, 0)"
)
for call in "${calls[@]}"; do
    for use in "if ($call) return 1;" "$call;"; do
        printf '#include <outboard/outboard.h>\nint f(struct ob_session *s)\n{\n(void)s;\n%s\nreturn 0;\n}\n' "$use" >"$work/call.c"
        if cc -std=c11 -Wall -Werror -Wno-nonnull -I"$1" -I"$2" -c "$work/call.c" -o "$work/call.o" 2>"$work/errors"; then
            [[ $use == if* ]] || { echo "the result of $call may be dropped" >&2 && exit 1; }
        else
            if [[ $use == if* ]] || ! grep -q unused-result "$work/errors"; then
                cat "$work/errors" >&2
                exit 1
            fi
        fi
    done
done
