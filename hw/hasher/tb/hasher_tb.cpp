/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the hash block: a stream of words on its input. */
#include "Vhasher.h"

#define BENCH_TOP hasher
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/axil_port.h"

#include "hw/lib/tb/stream.h"

struct bench_side {
    source in;

    void clear(bench_t &b)
    {
        in.clear(b);
        b.top->dma_reg_valid_i = 0;
    }
    void drive(bench_t &b)
    {
        in.drive(b);
    }
    void sample(bench_t &b)
    {
        in.sample(b);
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
}
