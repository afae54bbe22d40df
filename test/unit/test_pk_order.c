/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys of Ed25519 and Ed448 that are points of order 1, 2, 4 or 8, for which anybody can sign, are refused at
 * open, and their neighbours are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/outboard.h>

static const uint8_t small_25519[][32] = {
    {0}, /* y = 0, order 4 */
    {1}, /* y = 1, the neutral point */
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, /* y = -1 */
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05}, /* order 8 */
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a}, /* its -y */
};

static const uint8_t small_448[][57] = {
    {0}, /* y = 0, order 4 */
    {1}, /* y = 1, the neutral point */
    {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00}, /* y = -1 */
};

/* What opening a session for verification answers. A build without an engine for the curve declines what is allowed. */
static int opens(uint8_t curve, const uint8_t *point)
{
    const struct ob_key key = {.kind = OB_KEY_EC_PUBLIC, .curve = curve, .x = {point, ob_pk_point_len(curve)}};
    struct ob_session s;
    int r = ob_pk_open(&s, NULL, OB_EDDSA, 0, &key);

    if (r == OB_OK)
        ob_session_close(&s);
    return r == OB_E_DECLINED ? OB_OK : r;
}

/* The point with either sign is refused, and every string that differs from it in one other bit is not. */
static void refused_alone(uint8_t curve, const uint8_t *small)
{
    size_t len = ob_pk_point_len(curve);
    uint8_t point[57];

    memcpy(point, small, len);
    for (unsigned sign = 0; sign < 2; sign++) {
        point[len - 1] = (uint8_t)(small[len - 1] | sign << 7);
        assert_int_equal(opens(curve, point), OB_E_ARG);
        for (size_t bit = 0; bit < 8 * len - 1; bit++) {
            point[bit / 8] ^= (uint8_t)(1 << bit % 8);
            if (!(bit == 0 && small[0] <= 1 && !small[1])) /* 0 and 1 are each other's neighbours */
                assert_int_equal(opens(curve, point), OB_OK);
            point[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

static void small_orders_are_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof small_25519 / sizeof small_25519[0]; i++)
        refused_alone(OB_ED25519, small_25519[i]);
    for (unsigned i = 0; i < sizeof small_448 / sizeof small_448[0]; i++)
        refused_alone(OB_ED448, small_448[i]);
}

/* X25519's answer to such a point is at the op; a private key's public half is computed, whatever it brings. */
static void other_keys_are_not_looked_at(void **state)
{
    uint8_t d[32] = {1};
    struct ob_key key = {.kind = OB_KEY_EC_PRIVATE,
                         .curve = OB_ED25519,
                         .d = {d, sizeof d},
                         .x = {small_25519[1], sizeof small_25519[1]}};
    struct ob_session s;
    int r;

    (void)state;
    r = ob_pk_open(&s, NULL, OB_EDDSA, 0, &key);
    assert_true(r == OB_OK || r == OB_E_DECLINED);
    if (r == OB_OK)
        ob_session_close(&s);
    key = (struct ob_key){.kind = OB_KEY_EC_PUBLIC, .curve = OB_X25519, .x = {small_25519[1], sizeof small_25519[1]}};
    r = ob_pk_open(&s, NULL, OB_ECDH, 0, &key);
    assert_true(r == OB_OK || r == OB_E_DECLINED);
    if (r == OB_OK)
        ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_orders_are_refused),
                                       cmocka_unit_test(other_keys_are_not_looked_at)};

    if (ob_start() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
