/* SPDX-License-Identifier: Apache-2.0 */
/* A memory on a block's Wishbone B4 master: latency, pauses, error responses, and checks of what the master may not do
 * (rules 3.35 to 3.90 for the handshake, chapter 4 for incrementing bursts). */
#ifndef HW_LIB_TB_WISHBONE_MEMORY_H
#define HW_LIB_TB_WISHBONE_MEMORY_H

#include "hw/lib/tb/words.h"

struct bench_side : memory_words {
    struct request {
        uint32_t addr, data;
        bool write;
        unsigned select, cti;
        bool operator==(const request &o) const
        {
            return addr == o.addr && write == o.write && select == o.select && cti == o.cti &&
                   (!write || data == o.data);
        }
    };
    request held{}; /* offered and not yet answered: it must not change */
    bool holds = false;
    bool in_burst = false; /* an incrementing burst is to go on at next_addr */
    uint32_t next_addr = 0;
    bool burst_write = false;
    unsigned wait = 0;

    bool busy() const
    {
        return holds || in_burst;
    }
    void clear(bench_t &b)
    {
        holds = in_burst = false;
        b.top->dma_ack_i = b.top->dma_err_i = 0;
    }
    void check(const request &now)
    {
        if (holds && !(now == held))
            violation("Wishbone: a request changed before its answer");
        if (in_burst && (now.addr != next_addr || now.write != burst_write))
            violation("Wishbone: an incrementing burst does not increment");
        if (now.cti != 2 && now.cti != 7)
            violation("Wishbone: cycle type");
        if (!now.write && now.select != 15)
            violation("Wishbone: a read of less than a word");
    }
    void drive(bench_t &b)
    {
        auto &t = *b.top;
        t.dma_ack_i = t.dma_err_i = 0;
        t.dma_dat_i = b.random.next();
        if (!t.rst_ni)
            return;
        if ((holds || in_burst) && !t.dma_cyc_o)
            violation("Wishbone: CYC fell in a burst");
        if (holds && !t.dma_stb_o)
            violation("Wishbone: a request was withdrawn");
        if (!t.dma_cyc_o || !t.dma_stb_o)
            return;
        request now{t.dma_adr_o * 4, t.dma_dat_o, t.dma_we_o != 0, t.dma_sel_o, t.dma_cti_o};
        check(now);
        if (!holds && !in_burst)
            wait = latency;
        held = now;
        holds = true;
        if (wait && --wait)
            return;
        if (hung || b.pauses())
            return;
        uint32_t word = 0xbadbad00;
        bool error = now.write ? store(now.addr, now.data, now.select) : load(now.addr, &word);
        t.dma_ack_i = !error;
        t.dma_err_i = error;
        t.dma_dat_i = word;
        holds = false;
        in_burst = now.cti == 2;
        next_addr = now.addr + 4;
        burst_write = now.write;
    }
    void sample(bench_t &)
    {
    }
};

MEMORY_FUNCTIONS

#endif
