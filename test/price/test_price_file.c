/* SPDX-License-Identifier: Apache-2.0 */
/* Reading price files: what is applied, what is passed over, what is refused, and that a refusal changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/price.h>

#define HEAD "outboard-prices,1,ns,bench board,2026-01-02,0123abcd\n" OB_PRICE_FILE_COLUMNS "\n"

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    (void)s;
    (void)op;
    return OB_OK;
}

static const struct ob_price own = {OB_UPTO_ANY, 1, 2, 3, 4, 5};
static const struct ob_cap caps_a[] = {
    {OB_SHA256, 0, OB_DIR_ENCRYPT, OB_MODE_SW, 0, 0, 0, 0, &own},
    {OB_AES_CBC, 0, OB_DIR_ENCRYPT, OB_MODE_SW, OB_CAP_CT, 128, 256, 0, &own},
    {OB_AES_CBC, 0, OB_DIR_ENCRYPT, OB_MODE_SW, 0, 128, 256, 0, &own},
    {OB_AES_CBC, 0, OB_DIR_DECRYPT, OB_MODE_DMA, 0, 128, 256, 0, &own},
    {OB_ECDSA, OB_SECP256R1, OB_DIR_BOTH | OB_DIR_GENERATE, OB_MODE_CPU, 0, 256, 256, 0, &own},
};
static const struct ob_cap caps_b[] = {{OB_SHA256, 0, OB_DIR_ENCRYPT, OB_MODE_SW, 0, 0, 0, 0, &own}};
static const struct ob_engine_ops ops_a = {.name = "a", .caps = caps_a, .n_caps = 5, .submit = submit};
static const struct ob_engine_ops ops_b = {.name = "b", .caps = caps_b, .n_caps = 1, .submit = submit};

static struct ob_dispatcher d;
static struct ob_engine a, b;
static struct ob_price segments[16];
static const struct ob_price *lists[8];

static struct ob_price_file fresh(void)
{
    return (struct ob_price_file){
        .unit = "ns", .segments = segments, .segments_max = 16, .lists = lists, .lists_max = 8};
}

static int set_up(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    a = (struct ob_engine){.ops = &ops_a};
    b = (struct ob_engine){.ops = &ops_b};
    return ob_engine_add(&d, &a) || ob_engine_add(&d, &b);
}

static void refused(const char *text, size_t line, const char *part)
{
    struct ob_price_file f = fresh();

    assert_int_equal(ob_price_load(&f, &d, text, strlen(text)), OB_E_ARG);
    if (!strstr(f.error, part))
        fail_msg("\"%s\" does not tell \"%s\"", f.error, part);
    assert_int_equal(f.line, line);
    assert_null(a.prices);
    assert_null(b.prices);
    assert_int_equal(f.rows, 0);
}

static void test_applied(void **state)
{
    static const char text[] = HEAD "# a comment\n"
                                    "\n"
                                    "a,aes-cbc,-,128,256,e,sw,512,10,20,30,40,50\r\n"
                                    "a,aes-cbc,-,128,256,e,sw,any,10,21,31,41,51\r\n"
                                    "a,aes-cbc,-,128,256,e,sw,any,1,1,4294967295,1,1\n"
                                    "a,ecdsa,secp256r1,256,256,edg,cpu,any,7,8,9,10,11\n"
                                    "a,aes-cbc,-,128,256,d,dma,any,60,61,62,63,64"; /* no line end */
    struct ob_price_file f = fresh();

    (void)state;
    assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_OK);
    assert_int_equal(f.rows, 4);
    assert_int_equal(f.skipped, 0);
    assert_int_equal(f.board.len, strlen("bench board"));
    assert_memory_equal(f.board.at, "bench board", f.board.len);
    assert_memory_equal(f.date.at, "2026-01-02", f.date.len);
    assert_memory_equal(f.commit.at, "0123abcd", f.commit.len);
    assert_null(b.prices); /* not named: keeps its own */
    assert_ptr_equal(a.prices[0], &own);
    assert_int_equal(a.prices[1][0].upto, 512);
    assert_int_equal(a.prices[1][0].cpu_per_kib, 50);
    assert_int_equal(a.prices[1][1].upto, OB_UPTO_ANY);
    assert_int_equal(a.prices[1][1].setup, 21);
    assert_int_equal(a.prices[2][0].per_kib, UINT32_MAX); /* the second of two rows that are named alike */
    assert_int_equal(a.prices[3][0].setup, 61);
    assert_int_equal(a.prices[4][0].open, 7);
    assert_int_equal(ob_price_cost(a.prices[1], OB_LATENCY, 512, true), 10 + 20 + 15);
    assert_int_equal(ob_price_cost(a.prices[1], OB_LATENCY, 1024, false), 21 + 31);
}

static void test_passed_over(void **state)
{
    static const char text[] = HEAD "c,sha256,-,0,0,e,sw,any,1,1,1,1,1\n"
                                    "a,blake9,-,0,0,e,sw,9,1,1,1,1,1\n"
                                    "a,blake9,-,0,0,e,sw,any,1,1,1,1,1\n"
                                    "a,ecdsa,secp999r1,256,256,ed,sw,any,1,1,1,1,1\n"
                                    "b,sha256,-,0,0,e,dma,any,1,1,1,1,1\n"
                                    "a,sha256,-,0,8,e,sw,any,1,1,1,1,1\n"
                                    "a,aes-cbc,-,64,256,e,sw,any,1,1,1,1,1\n"
                                    "a,aes-cbc,-,128,192,e,sw,any,1,1,1,1,1\n"
                                    "a,aes-cbc,-,128,320,e,sw,any,1,1,1,1,1\n"
                                    "a,aes-cbc,-,128,256,ed,sw,any,1,1,1,1,1\n"
                                    "a,aes-cbc,-,128,256,eg,sw,any,1,1,1,1,1\n"
                                    "a,ecdsa,secp256r1,256,256,e,cpu,any,1,1,1,1,1\n"
                                    "a,ecdsa,secp384r1,256,256,edg,cpu,any,1,1,1,1,1\n"
                                    "b,sha256,-,0,0,e,sw,any,9,9,9,9,9\n"
                                    "an-engine-with-a-name-that-is-longer-than-any,sha1,-,0,0,e,sw,any,1,1,1,1,1\n";
    struct ob_price_file f = fresh();

    (void)state;
    assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_OK);
    assert_int_equal(f.rows, 1);
    assert_int_equal(f.skipped, 14);
    assert_null(a.prices);
    assert_int_equal(b.prices[0][0].open, 9);
}

static void test_head(void **state)
{
    (void)state;
    refused("", 0, "not a price file");
    refused("hello\n", 1, "not a price file");
    refused("outboard-prices,1,ns,b,d\n", 1, "not a price file");
    refused("outboard-prices,2,ns,b,d,c\n", 1, "version");
    refused("outboard-prices,1,cycles,b,d,c\n" OB_PRICE_FILE_COLUMNS "\n", 1, "unit");
    refused("outboard-prices,1,ns,b,d,c\n", 1, "columns");
    refused("outboard-prices,1,ns,b,d,c\nengine,algorithm\n", 2, "columns");
}

static void test_rows(void **state)
{
    (void)state;
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1\n", 3, "13 columns");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,1,1\n", 3, "13 columns");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,\n", 3, "whole number");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,-1\n", 3, "whole number");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,4294967296\n", 3, "whole number");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,99999999999999999999\n", 3, "whole number");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1, 1\n", 3, "whole number");
    refused(HEAD "a,sha256,-,0,0,x,sw,any,1,1,1,1,1\n", 3, "dirs");
    refused(HEAD "a,sha256,-,0,0,,sw,any,1,1,1,1,1\n", 3, "dirs");
    refused(HEAD "a,aes-cbc,-,0,0,de,sw,any,1,1,1,1,1\n", 3, "dirs");
    refused(HEAD "a,aes-cbc,-,0,0,ee,sw,any,1,1,1,1,1\n", 3, "dirs");
    refused(HEAD "a,sha256,-,0,0,e,hw,any,1,1,1,1,1\n", 3, "mode");
    refused(HEAD "a,sha256,-,0,65536,e,sw,any,1,1,1,1,1\n", 3, "bits");
    refused(HEAD "a,sha256,-,2,1,e,sw,any,1,1,1,1,1\n", 3, "bits");
    refused(HEAD "a,sha256,-,0,0,e,sw,some,1,1,1,1,1\n", 3, "upto");
    refused(HEAD "a,sha256,-,0,0,e,sw,4294967295,1,1,1,1,1\n", 3, "upto");
    refused(HEAD "c,sha256,-,0,0,e,sw,any,1,1,1,1,x\n", 3, "whole number"); /* also where the engine is unknown */
}

static void test_lists(void **state)
{
    (void)state;
    refused(HEAD "a,sha256,-,0,0,e,sw,16,1,1,1,1,1\n", 3, "last row");
    refused(HEAD "b,sha256,-,0,0,e,sw,any,1,1,1,1,1\na,sha256,-,0,0,e,sw,16,1,1,1,1,1\n"
                 "a,sha256,-,0,0,e,sw,16,1,1,1,1,1\n",
            5, "ascending");
    refused(HEAD "a,sha256,-,0,0,e,sw,16,1,1,1,1,1\nb,sha256,-,0,0,e,sw,any,1,1,1,1,1\n", 4, "no segment upto any");
    refused(HEAD "a,sha256,-,0,0,e,sw,16,1,1,1,1,1\nc,sha256,-,0,0,e,sw,any,1,1,1,1,1\n", 4, "no segment upto any");
    refused(HEAD "a,sha256,-,0,0,e,sw,any,1,1,1,1,1\n\na,sha256,-,0,0,e,sw,any,1,1,1,1,1\n", 5, "already");
}

static void test_memory(void **state)
{
    static const char text[] = HEAD "a,sha256,-,0,0,e,sw,16,1,1,1,1,1\na,sha256,-,0,0,e,sw,any,1,1,1,1,1\n"
                                    "b,sha256,-,0,0,e,sw,any,1,1,1,1,1\n";
    struct ob_price_file f = fresh();

    (void)state;
    for (f.segments_max = 0; f.segments_max < 3; f.segments_max++) {
        assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_E_ARG);
        assert_non_null(strstr(f.error, "segments"));
        assert_null(a.prices);
    }
    for (f.lists_max = 0; f.lists_max < 6; f.lists_max++) {
        assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_E_ARG);
        assert_non_null(strstr(f.error, "rows"));
        assert_null(a.prices);
    }
    assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_OK);
    assert_int_equal(f.rows, 2);
}

/* Every prefix and every single changed byte of a good file is either read or refused, never more than the text. */
static void test_any_text(void **state)
{
    static const char good[] = HEAD "a,sha256,-,0,0,e,sw,16,1,2,3,4,5\na,sha256,-,0,0,e,sw,any,1,2,3,4,5\n";
    size_t len = sizeof good - 1;
    char *text;

    (void)state;
    for (size_t n = 0; n <= len; n++) {
        struct ob_price_file f = fresh();
        text = malloc(n ? n : 1); /* exactly as long, so that a sanitizer sees a read beyond */
        assert_non_null(text);
        memcpy(text, good, n);
        if (ob_price_load(&f, &d, text, n) != OB_OK)
            assert_non_null(f.error);
        a.prices = NULL;
        free(text);
    }
    for (size_t at = 0; at < len; at++)
        for (unsigned c = 0; c < 256; c += 5) {
            struct ob_price_file f = fresh();
            text = malloc(len);
            assert_non_null(text);
            memcpy(text, good, len);
            text[at] = (char)c;
            if (ob_price_load(&f, &d, text, len) != OB_OK)
                assert_non_null(f.error);
            a.prices = NULL;
            free(text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_applied, set_up),  cmocka_unit_test_setup(test_passed_over, set_up),
        cmocka_unit_test_setup(test_head, set_up),     cmocka_unit_test_setup(test_rows, set_up),
        cmocka_unit_test_setup(test_lists, set_up),    cmocka_unit_test_setup(test_memory, set_up),
        cmocka_unit_test_setup(test_any_text, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
