/* SPDX-License-Identifier: Apache-2.0 */
/* For a program that drives a bench by itself, as FuseSoC's target sim does: the registers, by put and get. */
#ifndef HW_LIB_TB_ACCESS_H
#define HW_LIB_TB_ACCESS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
void *tb_new(uint64_t seed);
uint64_t tb_cycles(void *tb);
int tb_write(void *tb, uint32_t addr, uint32_t data, uint8_t strobe);
int tb_read(void *tb, uint32_t addr, uint32_t *data);
}

static void *tb;

static void put(uint32_t at, uint32_t word)
{
    if (tb_write(tb, at, word, 15) != 0) {
        fprintf(stderr, "write to %03x refused\n", at);
        exit(1);
    }
}

static uint32_t get(uint32_t at)
{
    uint32_t word = 0;

    if (tb_read(tb, at, &word) != 0) {
        fprintf(stderr, "read of %03x refused\n", at);
        exit(1);
    }
    return word;
}

/* Whether what came is what must come; says so. */
static int judge(const char *what, const uint32_t *got, const uint32_t *want, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (got[i] != want[i]) {
            fprintf(stderr, "%s: word %u is %08x instead of %08x\n", what, i, got[i], want[i]);
            return 1;
        }
    printf("%s: right, after %llu cycles\n", what, (unsigned long long)tb_cycles(tb));
    return 0;
}

#endif
