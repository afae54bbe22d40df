/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes and lengths that the tests of block cipher modes share, and that their digests were computed with. Include
 * after soft_alone.h. */
#ifndef OUTBOARD_TEST_UNIT_SOFT_DATA_H
#define OUTBOARD_TEST_UNIT_SOFT_DATA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/hex.h"
#include "test/unit/soft_alone.h"

#define MOST 1300 /* bytes: more than the engine hands to a cipher at once, on any target */

static uint8_t message[70000];

#define KEY   (message + 1)
#define NONCE (message + 80)
#define TEXT  (message + 100)
#define AAD   (message + 3000)

static inline int begin(void **state)
{
    for (uint32_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 2654435761u >> 24);
    return add_soft(state);
}

/* The next length after n: all up to 130 bytes, then every 61st, only whole blocks if step is 16. */
static inline size_t next_len(size_t n, size_t step)
{
    do
        n += step;
    while (step == 1 && n > 130 && n % 61 != 0);
    return n;
}

/* SHA-256 of all that a test produced. */
static struct ob_session produced;

static inline void begin_digest(void)
{
    assert_int_equal(ob_hash_open(&produced, &soft_alone, OB_SHA256), OB_OK);
}

static inline void digest(const uint8_t *p, size_t len)
{
    assert_int_equal(ob_hash_update(&produced, p, len), OB_OK);
}

static inline void assert_digest(const char *hex)
{
    uint8_t got[32];

    assert_int_equal(ob_hash_final(&produced, got, sizeof got), OB_OK);
    assert_hex(got, sizeof got, hex);
    ob_session_close(&produced);
}

#endif
