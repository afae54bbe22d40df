/* SPDX-License-Identifier: Apache-2.0 */
/* The same with an ephemeral key on secp256r1 beside the pre-shared one. */
#define TLS_ECDHE
#include "tls_psk_config.h"
#define MBEDTLS_SSL_TLS1_3_KEY_EXCHANGE_MODE_PSK_EPHEMERAL_ENABLED
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_ECP_C
#define MBEDTLS_ECP_DP_SECP256R1_ENABLED
#define MBEDTLS_ECDH_C
