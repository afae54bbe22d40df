/* SPDX-License-Identifier: Apache-2.0 */
/* Whether two areas of memory overlap. */
#include "core.h"

bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    return (uintptr_t)a - (uintptr_t)b < b_len || (uintptr_t)b - (uintptr_t)a < a_len;
}
