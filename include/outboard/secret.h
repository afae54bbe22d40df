/* SPDX-License-Identifier: Apache-2.0 */
/* For memory that holds a secret: wipe it, compare it in constant time. */
#ifndef OUTBOARD_SECRET_H
#define OUTBOARD_SECRET_H

#include <stddef.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Wipe len bytes at p so that the compiler can't drop it. */
void ob_wipe(void *p, size_t len);

/* 0 if the len bytes at a and b are equal, not 0 otherwise; time depends on len alone. */
OB_MUST_CHECK int ob_differ(const void *a, const void *b, size_t len);

#ifdef __cplusplus
}
#endif

#endif
