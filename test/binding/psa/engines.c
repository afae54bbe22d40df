/* SPDX-License-Identifier: Apache-2.0 */
/* The engines of the test of PSA keys, in place of the build's. */
#include <outboard/dispatch.h>

extern struct ob_engine ob_engine_soft, ob_engine_mbedtls;

struct ob_engine *const ob_linked_engines[] = {&ob_engine_soft, &ob_engine_mbedtls, NULL};
