/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the hash block: a stream of words on its input, with pauses. */
#include "Vhasher.h"

#define BENCH_TOP hasher
#include "hw/lib/tb/bench.h"

struct bench_side {
    std::deque<uint32_t> in;
    bool taken = false;

    void clear(bench_t &b)
    {
        in.clear();
        taken = false;
        b.top->in_valid_i = 0;
        b.top->dma_reg_valid_i = 0;
    }
    void drive(bench_t &b)
    {
        if (taken) {
            in.pop_front();
            b.top->in_valid_i = 0;
        }
        if (!b.top->in_valid_i)
            b.top->in_valid_i = !in.empty() && !b.random.chance(b.pause_percent);
        b.top->in_data_i = in.empty() ? 0 : in.front();
    }
    void sample(bench_t &b)
    {
        taken = b.top->in_valid_i && b.top->in_ready_o;
    }
};

BENCH_FUNCTIONS

extern "C" {
void tb_push(void *tb, const uint32_t *words, size_t n)
{
    auto &in = static_cast<bench_t *>(tb)->side.in;
    in.insert(in.end(), words, words + n);
}

/* Words pushed and not yet taken. */
size_t tb_pending(void *tb)
{
    auto &side = static_cast<bench_t *>(tb)->side;
    return side.in.size() - (side.taken ? 1 : 0);
}
}
