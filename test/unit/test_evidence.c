/* SPDX-License-Identifier: Apache-2.0 */
/* The judge of the probe on what was seen with real and made-up drivers, liars among them. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "offload/evidence.h"

#define ROUNDS OBI_EVIDENCE_ROUNDS

static const uint32_t usual[ROUNDS] = {24, 8, 32, 12, 20, 4};
static struct obi_evidence_count lines[8];
static struct obi_evidence e;
static struct obi_judgement j;

static uint32_t seed;

static uint32_t draw(uint32_t n)
{
    seed = seed * 1664525 + 1013904223; /* W. H. Press et al., "Numerical Recipes", section 7.1 */
    return (uint32_t)((uint64_t)n * seed >> 32);
}

static void begin(void)
{
    memset(&e, 0, sizeof e);
    memset(lines, 0, sizeof lines);
    e.rounds = ROUNDS;
    e.async = true;
    e.interrupts = lines;
    memcpy(e.ops, usual, sizeof usual);
}

static struct obi_evidence_count *line(const char *name, unsigned per_op)
{
    struct obi_evidence_count *l = &lines[e.n_interrupts++];

    snprintf(l->name, sizeof l->name, "%s", name);
    for (unsigned i = 0; i < ROUNDS; i++)
        l->during[i] = (uint64_t)per_op * e.ops[i];
    return l;
}

static void expect(enum obi_verdict verdict, enum obi_proof proof, const char *words)
{
    obi_evidence_judge(&e, &j);
    if (j.verdict != verdict || j.proof != proof || !strstr(j.text, words))
        print_error("%s\n", j.text);
    assert_int_equal(j.verdict, verdict);
    assert_int_equal(j.proof, proof);
    assert_non_null(strstr(j.text, words));
}

static void interrupts_that_follow(void **state)
{
    (void)state;
    for (unsigned per_op = 1; per_op <= 4; per_op++) {
        begin();
        line("eth0", 0)->during[3] = 900;
        line("f1090000.crypto", per_op);
        expect(OBI_HARDWARE, OBI_PROOF_INTERRUPTS, "f1090000.crypto");
        lines[1].during[2]++; /* one that came late */
        lines[1].during[3]--;
        expect(OBI_HARDWARE, OBI_PROOF_INTERRUPTS, "f1090000.crypto");
        lines[1].during[2]++;
        expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    }
    begin();
    line("chip", 5); /* more than any driver does */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
}

/* A device without DMA interrupts whenever its FIFO takes more: many times for each operation. */
static void interrupts_of_a_fifo(void **state)
{
    (void)state;
    begin();
    e.op_len = 1024;
    line("54001000.crypto", 64); /* 16 bytes at a time */
    expect(OBI_HARDWARE, OBI_PROOF_INTERRUPTS, "interrupt 54001000.crypto: 64 per operation");
    lines[0].during[2] += 2; /* some of another device */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    begin();
    e.op_len = 1024;
    line("timer", 64); /* as fast without operations */
    for (unsigned i = 0; i < ROUNDS; i++)
        lines[0].quiet[i] = lines[0].during[i];
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    begin();
    e.op_len = 1024;
    line("chip", 261); /* more than words */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
}

/* Trust is what it is called, where nothing is proven, and never where nothing works. */
static void trusted(void **state)
{
    (void)state;
    begin();
    obi_evidence_judge(&e, &j);
    obi_evidence_trust(&e, &j);
    assert_int_equal(j.verdict, OBI_HARDWARE);
    assert_int_equal(j.proof, OBI_PROOF_TRUST);
    assert_non_null(strstr(j.text, "trusted, not proven: no interrupt followed"));
    assert_string_equal(obi_proof_word(j.proof), "trust");
    e.async = false;
    obi_evidence_judge(&e, &j);
    obi_evidence_trust(&e, &j);
    assert_int_equal(j.verdict, OBI_SYNCHRONOUS);
    begin();
    line("chip", 1);
    obi_evidence_judge(&e, &j);
    obi_evidence_trust(&e, &j);
    assert_int_equal(j.proof, OBI_PROOF_INTERRUPTS);
    begin();
    e.error = EIO;
    obi_evidence_judge(&e, &j);
    obi_evidence_trust(&e, &j);
    assert_int_equal(j.verdict, OBI_UNPROVEN);
}

/* A line that is shared with something quiet is still seen, with something loud it is not. */
static void shared_line(void **state)
{
    (void)state;
    for (unsigned noise = 1; noise <= 20; noise++) {
        begin();
        line("eth0, chip", 1);
        for (unsigned i = 0; i < ROUNDS; i++) {
            lines[0].during[i] += noise;
            lines[0].quiet[i] = noise;
        }
        if (noise * ROUNDS * 16 <= 100)
            expect(OBI_HARDWARE, OBI_PROOF_INTERRUPTS, "eth0, chip");
        else
            expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    }
}

/* Interrupts that come by themselves: at every rate, with every sort of jitter, they are never taken for an answer. */
static void noise(void **state)
{
    unsigned taken = 0;

    (void)state;
    for (seed = 1; seed < 400000; seed += 4) {
        uint32_t rate = draw(100), jitter = draw(rate + 2), mode = draw(4);

        begin();
        line("noise", 0);
        for (unsigned i = 0; i < ROUNDS; i++) {
            lines[0].during[i] = rate + draw(jitter + 1);
            lines[0].quiet[i] =
                mode == 0 ? 0 : rate + draw(jitter + 1); /* 0: it is silent whenever it is listened to */
        }
        obi_evidence_judge(&e, &j);
        taken += j.verdict != OBI_UNPROVEN;
    }
    assert_int_equal(taken, 0);
}

/* As many interrupts as operations on the whole, at the rate of the operations, is not one for each. */
static void right_sum_and_right_rate(void **state)
{
    (void)state;
    begin();
    line("noise", 0);
    for (unsigned i = 0; i < ROUNDS; i++)
        lines[0].during[i] = 100 / ROUNDS;
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    begin();
    line("noise", 1); /* rounds as long as their operations, noise as fast as they are */
    for (unsigned i = 0; i < ROUNDS; i++)
        lines[0].quiet[i] = e.ops[i];
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
}

/* Rounds that chance could imitate prove nothing. */
static void too_little(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < ROUNDS; i++)
        e.ops[i] = 20;
    line("chip", 1);
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    begin();
    for (unsigned i = 0; i < ROUNDS; i++)
        e.ops[i] = i + 1;
    line("chip", 1);
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    begin();
    e.rounds = 0;
    line("chip", 1);
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
}

static void counter(void **state)
{
    (void)state;
    begin();
    line("noise", 0)->quiet[0] = 10;
    snprintf(e.counter.name, sizeof e.counter.name, "/sys/kernel/debug/chip/stats");
    for (unsigned i = 0; i < ROUNDS; i++)
        e.counter.during[i] = e.ops[i];
    expect(OBI_HARDWARE, OBI_PROOF_COUNTER, "/sys/kernel/debug/chip/stats");
    e.async = false;
    expect(OBI_SYNCHRONOUS, OBI_PROOF_COUNTER, "/sys/kernel/debug/chip/stats");
    e.counter.during[0] -= 2; /* two went elsewhere */
    e.async = true;
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt and no counter");
    memset(e.counter.during, 0, sizeof e.counter.during);
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt and no counter");
}

static void device_and_time(void **state)
{
    (void)state;
    begin();
    snprintf(e.device, sizeof e.device, "f1090000.crypto");
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "proves nothing");
    e.wall_ns = 300000000;
    e.busy_ns = 100000000;
    expect(OBI_HARDWARE, OBI_PROOF_TIME, "busy for 33 %");
    e.busy_ns = 160000000;
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "busy for 53 %");
    e.busy_ns = 310000000; /* software with a device beside it */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "busy for 103 %");
    e.busy_ns = 1000000;
    e.wall_ns = 50000000; /* too short to tell by ticks */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "f1090000.crypto");
    e.wall_ns = 300000000;
    e.device[0] = 0; /* an asynchronous software driver that sleeps */
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no device");
}

static void synchronous(void **state)
{
    (void)state;
    begin();
    e.async = false;
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no device");
    snprintf(e.device, sizeof e.device, "22000000.crypto");
    expect(OBI_SYNCHRONOUS, OBI_PROOF_DEVICE, "the CPU waits");
    line("22000000.crypto", 1);
    expect(OBI_SYNCHRONOUS, OBI_PROOF_INTERRUPTS, "1 per operation");
}

static void failure(void **state)
{
    (void)state;
    begin();
    line("chip", 1);
    snprintf(e.device, sizeof e.device, "chip");
    e.error = ENOENT;
    expect(OBI_UNPROVEN, OBI_PROOF_NONE, strerror(ENOENT));
}

/* A machine with virtio-crypto: what came on its other lines meanwhile follows nothing. */
static void busy_machine(void **state)
{
    (void)state;
    for (unsigned without = 0; without < 2; without++) {
        begin();
        line("virtio0-virtqueues", 0);
        line("ttyS0", 0)->during[2] = 1;
        for (unsigned i = 0; i < ROUNDS; i++) {
            lines[0].during[i] = 2 + i % 3;
            lines[0].quiet[i] = 3 - i % 2;
        }
        if (!without)
            line("virtio5-dataq.0", 1);
        if (!without)
            expect(OBI_HARDWARE, OBI_PROOF_INTERRUPTS, "virtio5-dataq.0: 1 per operation in each of 6 rounds, 100");
        else
            expect(OBI_UNPROVEN, OBI_PROOF_NONE, "no interrupt");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupts_that_follow),
        cmocka_unit_test(interrupts_of_a_fifo),
        cmocka_unit_test(trusted),
        cmocka_unit_test(shared_line),
        cmocka_unit_test(noise),
        cmocka_unit_test(right_sum_and_right_rate),
        cmocka_unit_test(too_little),
        cmocka_unit_test(counter),
        cmocka_unit_test(device_and_time),
        cmocka_unit_test(synchronous),
        cmocka_unit_test(failure),
        cmocka_unit_test(busy_machine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
