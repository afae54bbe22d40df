/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of /proc/crypto: what it takes from a paragraph, damaged and endless lines, and the set's number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/alg.h>

#include "port/linux/machine.h"
#include "port/linux/proc_crypto.h"

static const char chip[] = "name         : cbc(aes)\ndriver       : chip-cbc\nmodule       : chip\npriority     : 300\n"
                           "refcnt       : 1\nselftest     : passed\ninternal     : no\ntype         : skcipher\n"
                           "async        : yes\nblocksize    : 16\nmin keysize  : 16\nmax keysize  : 32\n\n";
static const char generic[] =
    "name         : hmac(sha256)\ndriver       : hmac(sha256-generic)\nmodule       : kernel\n"
    "priority     : -1\nselftest     : unknown\ninternal     : yes\ntype         : shash\n\n";

static char path[] = P_tmpdir "/proc-crypto-XXXXXX";

static void put(const char *one, const char *two)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(one, f);
    fputs(two, f);
    assert_int_equal(fclose(f), 0);
}

static unsigned read_all(struct obi_crypto_driver *d, unsigned max)
{
    FILE *f = obi_proc_crypto_open();
    struct obi_crypto_driver each;
    unsigned n = 0;

    assert_non_null(f);
    while (obi_proc_crypto_next(f, &each))
        if (n++ < max)
            d[n - 1] = each;
    fclose(f);
    return n;
}

static void properties(void **state)
{
    struct obi_crypto_driver d[2];

    (void)state;
    put(chip, generic);
    assert_int_equal(read_all(d, 2), 2);
    assert_string_equal(d[0].name, "cbc(aes)");
    assert_string_equal(d[0].driver, "chip-cbc");
    assert_string_equal(d[0].module, "chip");
    assert_string_equal(d[0].type, "skcipher");
    assert_int_equal(d[0].priority, 300);
    assert_int_equal(d[0].key_min, 16);
    assert_int_equal(d[0].key_max, 32);
    assert_true(d[0].async && !d[0].internal && !d[0].untested && !obi_proc_crypto_composed(&d[0]));
    assert_true(obi_proc_crypto_fits(&d[0], OB_CLASS_CIPHER) && !obi_proc_crypto_fits(&d[0], OB_CLASS_AEAD));
    assert_string_equal(d[1].driver, "hmac(sha256-generic)");
    assert_int_equal(d[1].priority, -1);
    assert_int_equal(d[1].key_max, 0);
    assert_true(!d[1].async && d[1].internal && d[1].untested && obi_proc_crypto_composed(&d[1]));
    assert_true(obi_proc_crypto_fits(&d[1], OB_CLASS_MAC) && !obi_proc_crypto_fits(&d[1], OB_CLASS_PK));
}

static void damaged(void **state)
{
    struct obi_crypto_driver d[4];
    char longest[6000];

    (void)state;
    put("", "");
    assert_int_equal(read_all(d, 4), 0);
    put("\n\n:\nname\nname:\n\ndriver : nameless\n\n", "name : last"); /* without an end */
    assert_int_equal(read_all(d, 4), 1);
    assert_string_equal(d[0].name, "last");
    assert_string_equal(d[0].driver, "");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    memcpy(longest, "name : ", 7);
    memcpy(longest + sizeof longest - 30, ":driver : forged\n", sizeof ":driver : forged\n");
    put(longest, "driver : true\n\n");
    assert_int_equal(read_all(d, 4), 1);
    assert_int_equal(strlen(d[0].name), sizeof d[0].name - 1);
    assert_string_equal(d[0].driver, "true");
}

/* Measurements hold while the drivers that they name are there, whatever else comes and goes. */
static void machine(void **state)
{
    char line[OBI_MACHINE_MAX], text[600];

    (void)state;
    assert_true(obi_machine(line));
    put(chip, generic);
    snprintf(text, sizeof text, "prices\n%s\n" OBI_MACHINE_DRIVER "chip-md5\n" OBI_MACHINE_DRIVER "chip\n", line);
    assert_false(obi_machine_fits(text));
    put("name : md5\ndriver : chip-md5\n\n", "name : sha1\ndriver : chip\n\n");
    assert_true(obi_machine_fits(text));
    put("name : md5\ndriver : chip-md5\n\nname : sha1\ndriver : chip\n\n", "name : crc32\ndriver : new\n\n");
    assert_true(obi_machine_fits(text));
    put("name : md5\ndriver : chip-md5\n", "");
    assert_false(obi_machine_fits(text));
    assert_true(obi_machine_fits("prices\n"));
    assert_true(obi_machine_fits(line));
    line[strlen(line) - 1] ^= 1;
    assert_false(obi_machine_fits(line));
}

static void no_file(void **state)
{
    (void)state;
    obi_proc_crypto_path = "/nowhere/crypto";
    assert_null(obi_proc_crypto_open());
    obi_proc_crypto_path = path;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties),
        cmocka_unit_test(damaged),
        cmocka_unit_test(machine),
        cmocka_unit_test(no_file),
    };
    int fd = mkstemp(path), failed;

    if (fd < 0 || close(fd) != 0)
        return 1;
    obi_proc_crypto_path = path;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)unlink(path);
    return failed;
}
