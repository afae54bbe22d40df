/* SPDX-License-Identifier: Apache-2.0 */
/* What an op costs at a price, and from which length on one price is below another. */
#include <outboard/dispatch.h>
#include <outboard/price.h>

/* Longer lengths cost the same: 2^32 KiB times a 32-bit price still fits 64 bits. */
#define LEN_MAX ((uint64_t)1 << 41)

static uint64_t part(uint32_t fixed, uint32_t per_kib, uint64_t len)
{
    return fixed + (((uint64_t)per_kib * (len >> 10)) + ((uint64_t)per_kib * (len & 1023) >> 10));
}

const struct ob_price *ob_price_segment(const struct ob_price *p, uint64_t len)
{
    while (len > p->upto && p->upto != OB_UPTO_ANY)
        p++;
    return p;
}

uint64_t ob_price_cost(const struct ob_price *p, uint8_t objective, uint64_t len, bool with_open)
{
    uint64_t cost;

    p = ob_price_segment(p, len);
    if (len > LEN_MAX)
        len = LEN_MAX;
    switch (objective) {
    case OB_CPU_TIME:
        cost = part(p->cpu_setup, p->cpu_per_kib, len);
        break;
    case OB_THROUGHPUT: { /* in a gapless sequence of ops the slower of CPU and device decides */
        uint64_t cpu = part(p->cpu_setup, p->cpu_per_kib, len), device = part(0, p->per_kib, len);
        cost = cpu > device ? cpu : device;
        break;
    }
    default:
        cost = part(p->setup, p->per_kib, len);
        break;
    }
    return with_open ? cost + p->open : cost;
}

bool ob_price_below(const struct ob_price_pair *pair, uint64_t len)
{
    uint64_t cost = ob_price_cost(pair->price, pair->objective, len, pair->with_open);
    uint64_t base = ob_price_cost(pair->base, pair->objective, len, pair->with_open);

    return cost < (base > UINT64_MAX / pair->factor ? UINT64_MAX : base * pair->factor);
}

uint64_t ob_price_line_end(const struct ob_price *p, uint8_t objective, uint64_t len)
{
    uint64_t end, bend;

    p = ob_price_segment(p, len);
    end = p->upto == OB_UPTO_ANY ? UINT64_MAX : p->upto;
    if (objective == OB_THROUGHPUT && p->per_kib > p->cpu_per_kib) { /* the CPU is slower at first, later the device */
        bend = ((uint64_t)p->cpu_setup << 10) / (p->per_kib - p->cpu_per_kib);
        if (bend >= len && bend < end)
            end = bend;
    }
    return end;
}

/* While both costs are straight lines, the difference of two costs changes its sign at most once. */
uint64_t ob_price_change(const struct ob_price_pair *pair, uint64_t from, uint64_t limit)
{
    bool was = ob_price_below(pair, from);

    limit = limit < UINT64_MAX ? limit : UINT64_MAX - 1; /* so that high + 1 does not wrap */
    for (uint64_t low = from, high; low <= limit; low = high + 1) {
        uint64_t end = ob_price_line_end(pair->price, pair->objective, low);

        high = ob_price_line_end(pair->base, pair->objective, low);
        high = high < end ? high : end;
        high = high < limit ? high : limit;
        if (ob_price_below(pair, low) != was)
            return low;
        if (ob_price_below(pair, high) == was)
            continue;
        while (high - low > 1) {
            uint64_t middle = low + (high - low) / 2;

            if (ob_price_below(pair, middle) == was)
                low = middle;
            else
                high = middle;
        }
        return high;
    }
    return UINT64_MAX;
}
