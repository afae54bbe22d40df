/* SPDX-License-Identifier: Apache-2.0 */
/* Fits price segments to measured costs: as few segments as possible, then the least relative error. */
#include <outboard/price.h>

/* Steps of bisection: OB_PRICE_FIT_ERROR / 2^20 is far below the error of rounding to whole units. */
#define HALVINGS 20

/* A line, cost = setup + slope * length, and the range of slopes that an allowed error permits. */
struct line {
    double setup, slope;
};

struct slopes {
    double low, high;
};

struct span {
    const struct ob_price_sample *samples;
    size_t first, last; /* inclusive */
    bool cpu;           /* fit cpu_cost instead of cost */
};

static double value(const struct span *v, size_t i)
{
    return (double)(v->cpu ? v->samples[i].cpu_cost : v->samples[i].cost);
}

static double low(const struct span *v, size_t i, double error)
{
    double y = value(v, i) * (1 - error) - 0.5;
    return y > 0 ? y : 0;
}

static double high(const struct span *v, size_t i, double error)
{
    return value(v, i) * (1 + error) + 0.5;
}

/* True if a line with setup >= 0 and slope >= 0 passes through the error bands of all samples; *s is the range of its
 * slopes. For each pair of samples, the slope lies between the least and the greatest rise from one band to the
 * other. */
static bool meets(const struct span *v, double error, struct slopes *s)
{
    s->low = 0;
    s->high = 1e12;
    for (size_t i = v->first; i <= v->last; i++) {
        double x = (double)v->samples[i].len;

        if (x > 0 && high(v, i, error) / x < s->high)
            s->high = high(v, i, error) / x;
        for (size_t k = i + 1; k <= v->last; k++) {
            double dx = (double)v->samples[k].len - x;
            double least = (low(v, k, error) - high(v, i, error)) / dx;
            double most = (high(v, k, error) - low(v, i, error)) / dx;

            s->low = least > s->low ? least : s->low;
            s->high = most < s->high ? most : s->high;
        }
    }
    return s->low <= s->high;
}

static bool both_meet(const struct ob_price_sample *samples, size_t first, size_t last)
{
    struct span cost = {samples, first, last, false}, cpu = {samples, first, last, true};
    struct slopes s;
    return meets(&cost, OB_PRICE_FIT_ERROR / 1000.0, &s) && meets(&cpu, OB_PRICE_FIT_ERROR / 1000.0, &s);
}

/* The line through the only sample of a segment. It takes its slope from the neighbouring segment, so that lengths
 * between the two are interpolated; without a neighbour the slope is 0. */
static struct line lone(const struct span *v, size_t n)
{
    size_t i = v->first, k = i > 0 ? i - 1 : i + 1;
    double x = (double)v->samples[i].len, y = value(v, i), slope;

    if (x <= 0)
        slope = n > 1 ? (value(v, k) - y) / (double)v->samples[k].len : 0;
    else if (n == 1)
        slope = y / x;
    else
        slope = (value(v, k) - y) / ((double)v->samples[k].len - x);
    if (slope < 0)
        slope = 0;
    if (x > 0 && slope > y / x)
        slope = y / x;
    return (struct line){y - slope * x, slope};
}

static struct line best(const struct span *v, size_t n)
{
    double good = OB_PRICE_FIT_ERROR / 1000.0, bad = 0;
    struct slopes s;
    struct line l;
    double least = 0, most = 1e12;

    if (v->first == v->last)
        return lone(v, n);
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (good + bad) / 2;
        if (meets(v, middle, &s))
            good = middle;
        else
            bad = middle;
    }
    meets(v, good, &s);
    l.slope = (s.low + s.high) / 2;
    for (size_t i = v->first; i <= v->last; i++) {
        double x = l.slope * (double)v->samples[i].len;
        least = low(v, i, good) - x > least ? low(v, i, good) - x : least;
        most = high(v, i, good) - x < most ? high(v, i, good) - x : most;
    }
    l.setup = (least + most) / 2;
    return l;
}

static uint32_t rounded(double x)
{
    if (x <= 0)
        return 0;
    return x >= (double)(UINT32_MAX - 1) ? UINT32_MAX : (uint32_t)(x + 0.5);
}

/* The last length of a segment whose samples end at a, before a segment whose samples begin at b: the point where the
 * lines cross, or the middle if they do not cross in between. */
static uint32_t border(struct line left, struct line right, uint32_t a, uint32_t b)
{
    double x = left.slope != right.slope ? (right.setup - left.setup) / (left.slope - right.slope) : -1;

    if (x >= (double)a && x < (double)b)
        return (uint32_t)x;
    return a + (b - a) / 2;
}

int ob_price_fit(struct ob_price *segments, size_t max, const struct ob_price_sample *samples, size_t n, uint32_t open)
{
    struct line before = {0, 0};
    size_t used = 0;

    if (n == 0 || n > INT32_MAX)
        return OB_E_ARG;
    for (size_t i = 1; i < n; i++)
        if (samples[i].len <= samples[i - 1].len)
            return OB_E_ARG;
    for (size_t first = 0, last; first < n; first = last + 1) {
        struct line cost, cpu;

        for (last = first; last + 1 < n && both_meet(samples, first, last + 1); last++)
            continue;
        if (used == max)
            return OB_E_ARG;
        cost = best(&(struct span){samples, first, last, false}, n);
        cpu = best(&(struct span){samples, first, last, true}, n);
        if (used > 0)
            segments[used - 1].upto = border(before, cost, samples[first - 1].len, samples[first].len);
        segments[used++] = (struct ob_price){
            .upto = OB_UPTO_ANY,
            .open = open,
            .setup = rounded(cost.setup),
            .per_kib = rounded(cost.slope * 1024),
            .cpu_setup = rounded(cpu.setup),
            .cpu_per_kib = rounded(cpu.slope * 1024),
        };
        before = cost;
    }
    return (int)used;
}
