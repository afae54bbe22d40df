/* SPDX-License-Identifier: Apache-2.0 */
/* What an op costs at a price, and from which length on one price is below another. */
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

uint64_t ob_price_segment_end(const struct ob_price *p, uint64_t len)
{
    while (len > p->upto && p->upto != OB_UPTO_ANY)
        p++;
    return p->upto == OB_UPTO_ANY ? UINT64_MAX : p->upto;
}

static bool below(const struct ob_price *p, const struct ob_price *base, uint32_t factor, uint8_t objective,
                  uint64_t len)
{
    uint64_t limit = ob_price_cost(base, objective, len, false);

    return ob_price_cost(p, objective, len, false) < (limit > UINT64_MAX / factor ? UINT64_MAX : limit * factor);
}

/* Between two ends of segments both costs are lines, so that their difference changes its sign at most once. */
uint64_t ob_price_crossing(const struct ob_price *p, const struct ob_price *base, uint32_t factor, uint8_t objective,
                           uint64_t from, uint64_t limit)
{
    for (uint64_t low = from, high; low <= limit; low = high + 1) {
        uint64_t end = ob_price_segment_end(p, low);

        high = ob_price_segment_end(base, low);
        high = high < end ? high : end;
        high = high < limit ? high : limit;
        if (below(p, base, factor, objective, low))
            return low;
        if (!below(p, base, factor, objective, high))
            continue;
        while (high - low > 1) {
            uint64_t middle = low + (high - low) / 2;

            if (below(p, base, factor, objective, middle))
                high = middle;
            else
                low = middle;
        }
        return high;
    }
    return UINT64_MAX;
}
