/* SPDX-License-Identifier: Apache-2.0 */
/* What every owner of a secret needs: to compare it in constant time and to erase it. */
#ifndef OBI_SECRET_H
#define OBI_SECRET_H

#include <stddef.h>
#include <stdint.h>

/* Writes zeros that the compiler may not remove. */
void obi_wipe(void *p, size_t len);

/* 0 if the len bytes are equal, else a value from 1 to 255; the time depends on len alone. */
uint32_t obi_ct_differ(const void *a, const void *b, size_t len);

#endif
