/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test's RSA key of 2048 bits (core/kat_pk.h), as the initializer of a struct ob_key. */
#ifndef TEST_UNIT_KAT_KEYS_H
#define TEST_UNIT_KAT_KEYS_H

#include "core/kat_pk.h"

#define BYTES(array)                                                                                                   \
    {                                                                                                                  \
        array, sizeof array                                                                                            \
    }

#define KAT_RSA_PUBLIC .kind = OB_KEY_RSA_PUBLIC, .n = BYTES(obi_kat_rsa_n), .e = BYTES(obi_kat_rsa_e)
#define KAT_RSA_PRIVATE                                                                                                \
    .kind = OB_KEY_RSA_PRIVATE, .n = BYTES(obi_kat_rsa_n), .e = BYTES(obi_kat_rsa_e), .d = BYTES(obi_kat_rsa_d),       \
    .p = BYTES(obi_kat_rsa_p), .q = BYTES(obi_kat_rsa_q)
#define KAT_RSA_CRT /* behind KAT_RSA_PRIVATE: what saves the engine some work */                                      \
    .dp = BYTES(obi_kat_rsa_dp), .dq = BYTES(obi_kat_rsa_dq), .qinv = BYTES(obi_kat_rsa_qinv)

#endif
