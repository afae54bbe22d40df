/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the public-key block: streams of words on its input and output. */
#include "Vacryp.h"

#define BENCH_TOP acryp
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

/* An access by the register port for UDMA, in the cycle after the one before it: whether it was refused, or TIMEOUT. */
int tb_dma_access(void *tb, int write, uint32_t addr, uint32_t *data)
{
    auto &b = *static_cast<bench_t *>(tb);
    auto &t = *b.top;
    t.dma_reg_valid_i = 1;
    t.dma_reg_write_i = write != 0;
    t.dma_reg_addr_i = (uint16_t)addr;
    t.dma_reg_wdata_i = *data;
    int code = TIMEOUT;
    for (uint64_t i = 0; i < WAIT_LIMIT && code == TIMEOUT; i++) {
        t.eval();
        if (t.dma_reg_ready_o) {
            code = t.dma_reg_error_o;
            if (!write)
                *data = t.dma_reg_rdata_o;
        }
        b.cycle();
    }
    t.dma_reg_valid_i = 0;
    return code;
}
}
