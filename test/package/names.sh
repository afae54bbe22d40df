#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A name that does not exist stops the configuration with a suggestion; one that does becomes a definition.
# So do a value that is neither a number nor a word for on or off, and settings in flags and in OB_CONFIG_FILE.
# names.sh <work folder>
set -euo pipefail
root=$(dirname "$(realpath "$0")")/../..
work=$1
rm -rf "$work" && mkdir -p "$work"

configure() {
    # Without the settings of the last one; what is known of the compiler stays.
    cmake -S "$root" -B "$work/build" -G Ninja -U'OB_*' -UCMAKE_C_FLAGS -DOB_TESTS=OFF -DOB_DEPS_DIR="$work" "$@" \
        >"$work/log" 2>&1
}

# refused <option> <words of the message>
refused() {
    if configure -DOB_ENGINES=soft "$1"; then
        echo "$1 was accepted"
        exit 1
    fi
    # CMake breaks lines where it likes.
    tr -s ' \n' ' ' <"$work/log" | grep -qF -- "$2" || { echo "$1: no \"$2\" in" && cat "$work/log" && exit 1; }
}

refused -DOB_ENGINES=bogus 'The engine "bogus" does not exist. There are: acryp afalg'
refused '-DOB_ENGINES=soft;opensll' 'The engine "opensll" does not exist. Did you mean "openssl"?'
refused -DOB_WITH_CCM=0 'The setting "OB_WITH_CCM" does not exist. Did you mean "OB_WITH_AES_CCM"?'
refused -DOB_MBEDTLS_CYPHERS=0 'The setting "OB_MBEDTLS_CYPHERS" does not exist. Did you mean "OB_MBEDTLS_CIPHERS"?'
refused -DOB_DEFINITIONS=OB_WITH_AESGCM=0 'Did you mean "OB_WITH_AES_GCM"?'
refused '-DOB_DEFINITIONS=OB_TRACE=0;OB_SESSION_SLOT=1' 'Did you mean "OB_SESSION_SLOTS"?'
refused -DOB_MBEDTLS_TARGT=crypto 'Did you mean "OB_MBEDTLS_TARGET"?'
refused -DOB_ENGINE=soft 'The option "OB_ENGINE" does not exist. Did you mean "OB_ENGINES"?'
refused -DOB_smal=ON 'Did you mean "OB_SMALL"?'
refused -DOB_ENGINES= 'OB_ENGINES is empty.'
refused -DOB_WITH_DES=flase 'The setting "OB_WITH_DES" has the value "flase".'
refused '-DOB_DEFINITIONS=OB_WITH_PK=0 OB_WITH_DES=0' 'has the value "0 OB_WITH_DES=0".'
refused -DCMAKE_C_FLAGS=-DOB_WITH_CCM=0 'Did you mean "OB_WITH_AES_CCM"?'
refused -DCMAKE_C_FLAGS=-DOB_SMAL 'The setting "OB_SMAL" does not exist. Did you mean "OB_SMALL"?'
refused -DCMAKE_C_FLAGS=-DOB_WITH_DES=ON 'The compiler'"'"'s flag -DOB_WITH_DES=ON must give a number.'
echo '#define OB_WITH_CCM 0' >"$work/settings.h"
refused "-DOB_DEFINITIONS=OB_CONFIG_FILE=\"$work/settings.h\"" 'Did you mean "OB_WITH_AES_CCM"?'
echo '#define OB_SESSION_SLOT 1' >"$work/settings.h"
refused "-DCMAKE_C_FLAGS=-I$work -DOB_CONFIG_FILE='\"settings.h\"'" 'Did you mean "OB_SESSION_SLOTS"?'

configure -DOB_ENGINES=soft -DCMAKE_C_FLAGS=-DOB_WITH_SM3=0 -DOB_PROJECTS_OWN=1 \
    -DOB_DEFINITIONS='OB_WITH_PK=ON;OB_TRACE' ||
    { cat "$work/log" && exit 1; }
for definition in OB_WITH_PK=1 OB_TRACE=1 OB_WITH_SM3=0; do
    grep -q -- "-D$definition .*CMakeFiles" "$work/build/compile_commands.json" ||
        { echo "$definition is lost" && exit 1; }
done

configure -DOB_ENGINES=soft -DOB_WITH_DES=OFF -DOB_MBEDTLS_SESSIONS=3 -DOB_DEFINITIONS=OB_TRACE=0 ||
    { cat "$work/log" && exit 1; }
for definition in OB_TRACE=0 OB_WITH_DES=0 OB_MBEDTLS_SESSIONS=3; do
    grep -q -- "-D$definition " "$work/build/compile_commands.json" || { echo "$definition is lost" && exit 1; }
done
if grep -q -- -Werror "$work/build/compile_commands.json"; then
    echo "a build without our presets treats warnings as errors"
    exit 1
fi
