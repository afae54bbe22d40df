/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the cipher block: streams of words on its input and output. */
#include "Vcryp.h"

#define BENCH_TOP cryp
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/axil_port.h"

#include "hw/lib/tb/stream.h"

struct bench_side {
    source in;
    sink out;

    void clear(bench_t &b)
    {
        in.clear(b);
        out.clear(b);
        b.top->dma_reg_valid_i = 0;
    }
    void drive(bench_t &b)
    {
        in.drive(b);
        out.drive(b);
    }
    void sample(bench_t &b)
    {
        in.sample(b);
        out.sample(b);
    }
};

BENCH_FUNCTIONS

extern "C" {
void tb_push(void *tb, const uint32_t *words, size_t n)
{
    auto &queue = static_cast<bench_t *>(tb)->side.in.words;
    queue.insert(queue.end(), words, words + n);
}

/* Words pushed and not yet taken. */
size_t tb_pending(void *tb)
{
    return static_cast<bench_t *>(tb)->side.in.pending();
}

/* Moves up to n words that came out to words; how many. */
size_t tb_pop(void *tb, uint32_t *words, size_t n)
{
    auto &queue = static_cast<bench_t *>(tb)->side.out.words;
    size_t i = 0;
    for (; i < n && !queue.empty(); i++) {
        words[i] = queue.front();
        queue.pop_front();
    }
    return i;
}
}
