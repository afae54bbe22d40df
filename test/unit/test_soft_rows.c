/* SPDX-License-Identifier: Apache-2.0 */
/* What the rows of engine soft say: in the order that engine.h asks for, and each with just the key lengths that the
 * algorithm's standard has. */
#include "test/unit/soft_data.h"

#define KEY_LEN_MAX 80 /* longer than any key of a length that a standard fixes */

static const struct ob_cap *row(unsigned i)
{
    return &ob_engine_soft.ops->caps[i];
}

static void rows_are_sorted(void **state)
{
    (void)state;
    assert_true(ob_engine_soft.ops->n_caps > 20);
    for (unsigned i = 1; i < ob_engine_soft.ops->n_caps; i++)
        assert_true(row(i - 1)->alg <= row(i)->alg);
}

/* Each length between the least and the most bits of a row that is one of the algorithm's, and no bits beyond. */
static void rows_have_the_key_lengths(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ob_engine_soft.ops->n_caps; i++) {
        uint8_t alg = row(i)->alg;
        unsigned least = UINT16_MAX, most = 0;

        if (OB_ALG_CLASS(alg) == OB_CLASS_HASH || OB_IS_HMAC(alg)) {
            assert_int_equal(row(i)->bits_min, 0);
            assert_int_equal(row(i)->bits_max, OB_ALG_CLASS(alg) == OB_CLASS_HASH ? 0 : UINT16_MAX);
            continue;
        }
        for (unsigned len = 1; len <= KEY_LEN_MAX; len++)
            if (ob_alg_key_ok(alg, len)) {
                least = least < 8 * len ? least : 8 * len;
                most = 8 * len;
            }
        assert_int_equal(row(i)->bits_min, least);
        assert_int_equal(row(i)->bits_max, most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted),
        cmocka_unit_test(rows_have_the_key_lengths),
    };

    return cmocka_run_group_tests(tests, begin, remove_soft);
}
