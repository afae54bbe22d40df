/* SPDX-License-Identifier: Apache-2.0 */
/* The core with as many engines as a dispatcher can own (OB_ENGINES_MAX 32), under the sanitizers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "toy.h"

_Static_assert(OB_ENGINES_MAX == 32, "the largest configuration");

struct ob_engine *const ob_linked_engines[] = {NULL};

static struct ob_dispatcher d;
static struct toy toy[OB_ENGINES_MAX], one_more;

/* Every engine but the first costs something to open and is cheaper then; the last one is the cheapest. */
static void chooses_among_all(void **state)
{
    static const uint8_t key[16];
    static char name[OB_ENGINES_MAX][3];
    static uint8_t in[64], out[64];
    struct ob_session s;

    (void)state;
    for (unsigned i = 0; i < OB_ENGINES_MAX; i++) {
        name[i][0] = (char)('0' + i / 10);
        name[i][1] = (char)('0' + i % 10);
        toy_make(&toy[i], name[i], 100 - i, 0, OB_CAP_MID);
        toy[i].price.open = i ? 500 : 0;
        assert_int_equal(ob_engine_add(&d, &toy[i].engine), OB_OK);
    }
    toy_make(&one_more, "too many", 1, 0, OB_CAP_MID);
    assert_int_equal(ob_engine_add(&d, &one_more.engine), OB_E_BUSY);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, NULL, 0, in, 64), OB_OK);
    assert_in_range(toy[0].ops, 16, 18); /* each saves 31 on the last one, whose opening costs 500 */
    assert_int_equal(toy[31].ops, 100 - toy[0].ops);
    toy[31].answer = OB_E_IO;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, NULL, 0, in, 64), OB_OK);
    for (unsigned i = 0; i < OB_ENGINES_MAX; i++)
        toy[i].answer = OB_E_BUSY;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, NULL, 0, in, 64), OB_E_BUSY);
    ob_session_close(&s);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chooses_among_all)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
