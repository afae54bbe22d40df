/* SPDX-License-Identifier: Apache-2.0 */
/* The files around the probe: what it reads of the kernel's, and the verdicts that it leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "offload/counts.h"
#include "offload/probe.h"
#include "offload/verdicts.h"
#include "port/linux/machine.h"

static char path[] = P_tmpdir "/probe-files-XXXXXX";

static void put(const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static uint64_t count_of(const struct obi_interrupts *seen, const char *name)
{
    for (unsigned i = 0; i < seen->n; i++)
        if (strcmp(seen->of[i].name, name) == 0)
            return seen->of[i].count;
    return UINT64_MAX;
}

static void interrupts(void **state)
{
    static struct obi_interrupts seen;

    (void)state;
    obi_proc_interrupts_path = path;
    put("           CPU0       CPU1       \n"
        " 17:       1000       2000     GIC-0  29 Level     arch_timer\n"
        " 24:          7         30     GIC-0  51 Level     f1090000.crypto\n"
        " 25:          1          2     GIC-0  52 Level     f1090000.crypto\n"
        " 26:  4000000000 4000000000  PCI-MSI 512-edge      eth0, wlan0\n"
        " 27:          5          6     GIC-0  53 Level     \n"
        "  8:          1          0  IO-APIC   8-edge      rtc0\n"
        "IPI1:       100        100       Rescheduling interrupts\n"
        "RES:        100        100       Rescheduling interrupts\n"
        "Err:          3\n"
        " 29:          3\n");
    assert_true(obi_interrupts_read(&seen));
    assert_true(count_of(&seen, "f1090000.crypto") == 40); /* a device with two units */
    assert_true(count_of(&seen, "wlan0") == 8000000000);
    assert_true(count_of(&seen, "arch_timer") == UINT64_MAX && count_of(&seen, "rtc0") == UINT64_MAX);
    assert_true(count_of(&seen, "interrupts") == UINT64_MAX);
    put("");
    assert_true(obi_interrupts_read(&seen) && seen.n == 0);
    obi_proc_interrupts_path = "/nowhere/interrupts";
    assert_false(obi_interrupts_read(&seen));
}

static void busy(void **state)
{
    uint64_t first, second, ticks = (uint64_t)sysconf(_SC_CLK_TCK);

    (void)state;
    obi_proc_stat_path = path;
    put("cpu  500 0 500 1000 100 0 0 0 0 0\ncpu0 1 2 3 4\ncpu1 1 2 3 4\nintr 7\n");
    assert_true(obi_busy_read(50000000000, &first));
    put("cpu  900 0 900 1150 150 0 0 0 0 0\ncpu0 1 2 3 4\ncpu1 1 2 3 4\nintr 7\n");
    assert_true(obi_busy_read(52000000000, &second)); /* two CPUs, two seconds, 200 ticks idle */
    assert_true(second - first == 4000000000 - 200 * (1000000000 / ticks));
    put("intr 7\n");
    assert_false(obi_busy_read(0, &first));
    obi_proc_stat_path = "/nowhere/stat";
    assert_false(obi_busy_read(0, &first));
}

static void counters(void **state)
{
    uint64_t count = 0;

    (void)state;
    put("HWRNG 1 2\nchip-cbc-aes cbc(aes) reqs=77 fallback=3\n\tfallback due to length: 3\nchip-cbc cbc(x) 5 1\n");
    assert_true(obi_probe_counter(path, "chip-cbc-aes", &count) && count == 77);
    assert_true(obi_probe_counter(path, "chip-cbc", &count) && count == 5);
    assert_false(obi_probe_counter(path, "chip", &count));
    put("4711\n");
    assert_true(obi_probe_counter(path, "chip", &count) && count == 4711);
    put("chip many\n");
    assert_false(obi_probe_counter(path, "chip", &count));
    put("");
    assert_false(obi_probe_counter(path, "chip", &count));
    assert_false(obi_probe_counter("/nowhere", "chip", &count));
}

static bool reads(struct obi_verdicts *to, const char *text, bool check, const char *reason)
{
    const char *why;
    bool ok;
    FILE *f;

    put(text);
    f = fopen(path, "r");
    assert_non_null(f);
    ok = obi_verdicts_read(to, f, check, &why);
    fclose(f);
    if (!ok)
        assert_non_null(strstr(why, reason));
    return ok;
}

static void verdicts(void **state)
{
    static struct obi_verdicts v;
    static const char rest[] = OBI_VERDICTS_COLUMNS "\nchip-cbc,aes-cbc,hardware,interrupts,one, and a comma\n"
                                                    "slow,sha256,synchronous,device,x\nliar,aes-ecb,unproven,none,\n";
    char machine[OBI_MACHINE_MAX], text[1000];

    (void)state;
    assert_true(obi_machine(machine));
    snprintf(text, sizeof text, "%s\n%s", machine, rest);
    assert_true(reads(&v, text, true, ""));
    assert_int_equal(v.n, 3);
    assert_string_equal(v.line[0].driver, "chip-cbc");
    assert_string_equal(v.line[0].algorithm, "aes-cbc");
    assert_string_equal(v.line[0].detail, "one, and a comma");
    assert_int_equal(v.line[0].verdict, OBI_HARDWARE);
    assert_int_equal(v.line[1].verdict, OBI_SYNCHRONOUS);
    assert_int_equal(v.line[2].verdict, OBI_UNPROVEN);
    assert_false(reads(&v, rest, true, "damaged")); /* whose verdicts? */
    snprintf(text, sizeof text, "%s0\n%s", machine, rest);
    assert_false(reads(&v, text, true, "another kernel"));
    assert_int_equal(v.n, 0);
    assert_true(reads(&v, text, false, ""));
    snprintf(text, sizeof text, "%s\n%schip,aes-cbc,certain,none,\n", machine, rest);
    assert_false(reads(&v, text, true, "damaged"));
    assert_int_equal(v.n, 0); /* half a file is none */
    snprintf(text, sizeof text, "%s\n%schip,aes-cbc,hardware", machine, rest);
    assert_false(reads(&v, text, true, "damaged"));
    assert_false(reads(&v, "", true, "empty"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupts),
        cmocka_unit_test(busy),
        cmocka_unit_test(counters),
        cmocka_unit_test(verdicts),
    };
    int fd = mkstemp(path), failed;

    if (fd < 0 || close(fd) != 0)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)unlink(path);
    return failed;
}
