# SPDX-License-Identifier: Apache-2.0
# ltc_in_process: the sources of engine ltc and of the simulator's block, for programs of this machine. They need
# OpenSSL::Crypto, and CXX as the linker's language.
set(ltc_in_process aead.c aes.c cbc.c des.c hash.c ltc.c native.c pk.c pk_curve.c pk_ec.c pk_number.c pk_rsa.c pk_run.c run.c)
list(TRANSFORM ltc_in_process PREPEND ${PROJECT_SOURCE_DIR}/engine/ltc/)
foreach(model aes_words.cpp des_bits.cpp ltc.cpp ltc_aead.cpp ltc_pkha.cpp sha_words.cpp)
    list(APPEND ltc_in_process ${PROJECT_SOURCE_DIR}/sim/cortexm/device/${model})
endforeach()
list(APPEND ltc_in_process ${PROJECT_SOURCE_DIR}/test/nxp/ltc_model.cpp)
