/* SPDX-License-Identifier: Apache-2.0 */
/* The engine's configuration of Mbed TLS without AES instructions: what soft is compared with. */
#include "engine/mbedtls/config.h"

#undef MBEDTLS_AESNI_C
