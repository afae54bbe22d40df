# SPDX-License-Identifier: Apache-2.0
# What the engine mmcau consists of on a core, for its own build and for the tests' images.
include_guard(GLOBAL)

# ob_mmcau_sources(<core>): in the caller's scope, mmcau_sources has the files with their full names, mmcau_ghash the
# assembly of GHASH, mmcau_definitions what they and the state's probe are compiled with.
function(ob_mmcau_sources core)
    set(here ${PROJECT_SOURCE_DIR}/engine/mmcau)
    if(core STREQUAL "m0plus")
        set(folder armv6m)
        set(ghash ${PROJECT_SOURCE_DIR}/algo/armv6m/ghash_holes.S)
        set(definitions OB_MMCAU_GHASH_WORDS=18 OB_MMCAU_ALIGNED=1)
    elseif(core STREQUAL "m4" OR core STREQUAL "m7")
        set(folder armv7m)
        set(core m4)
        set(ghash ${PROJECT_SOURCE_DIR}/algo/armv7em/ghash_holes.S)
        set(definitions OB_MMCAU_GHASH_WORDS=9)
    else()
        message(FATAL_ERROR "engine mmcau is for the cores m0plus, m4 and m7, not for \"${core}\": give the compiler flag "
            "-mcpu, or set OB_MMCAU_CORE")
    endif()
    set(mmcau_sources ${here}/mmcau.c ${here}/aes.c ${here}/des.c ${here}/hash.c ${here}/native.c ${here}/whole.c ${here}/prices_${core}.c ${here}/md5_constants.S
        ${here}/sha256_constants.S ${here}/${folder}/aes.S ${here}/${folder}/des.S ${here}/${folder}/md5.S
        ${here}/${folder}/sha1.S ${here}/${folder}/sha256.S PARENT_SCOPE)
    set(mmcau_ghash ${ghash} PARENT_SCOPE)
    set(mmcau_definitions ${definitions} PARENT_SCOPE)
endfunction()
