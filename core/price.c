/* SPDX-License-Identifier: Apache-2.0 */
/* What an op costs at a price. */
#include <outboard/dispatch.h>
#include <outboard/price.h>

/* Longest length that is told apart: 2^32 KiB times a 32-bit price still fits 64 bits. */
#define LEN_MAX ((uint64_t)1 << 41)

static uint64_t part(uint32_t fixed, uint32_t per_kib, uint64_t len)
{
    return fixed + (((uint64_t)per_kib * (len >> 10)) + ((uint64_t)per_kib * (len & 1023) >> 10));
}

uint64_t ob_price_cost(const struct ob_price *p, uint8_t objective, uint64_t len, bool with_open)
{
    uint64_t cpu, cost;

    while (len > p->upto && p->upto != OB_UPTO_ANY)
        p++;
    if (len > LEN_MAX)
        len = LEN_MAX;
    cpu = part(p->cpu_setup, p->cpu_per_kib, len);
    switch (objective) {
    case OB_CPU_TIME:
        cost = cpu;
        break;
    case OB_THROUGHPUT: { /* the device or the CPU is the bottleneck when ops follow each other without a gap */
        uint64_t device = part(0, p->per_kib, len);
        cost = cpu > device ? cpu : device;
        break;
    }
    default:
        cost = part(p->setup, p->per_kib, len);
        break;
    }
    return with_open ? cost + p->open : cost;
}
