/* SPDX-License-Identifier: Apache-2.0 */
/* A memory on a block's AHB-Lite manager: latency, pauses, error responses, and checks of what the manager may not do
 * (ARM IHI 0033A, chapters 3 and 5). */
#ifndef HW_LIB_TB_AHB_MEMORY_H
#define HW_LIB_TB_AHB_MEMORY_H

#include "hw/lib/tb/words.h"

struct bench_side : memory_words {
    enum { IDLE = 0, BUSY = 1, NONSEQ = 2, SEQ = 3 };
    struct transfer {
        uint32_t addr;
        unsigned trans;
        bool write;
        unsigned size;
        bool operator==(const transfer &o) const
        {
            return addr == o.addr && trans == o.trans && write == o.write && size == o.size;
        }
    };
    transfer data{}; /* the one in its data phase */
    bool has_data = false, failing = false;
    transfer offered{}; /* in a wait state: it must not change, unless it was IDLE */
    bool waits = false;
    transfer before{}; /* what SEQ goes on from; IDLE ends a burst */
    unsigned wait = 0;

    bool busy() const
    {
        return has_data;
    }
    void clear(bench_t &b)
    {
        has_data = failing = waits = false;
        before.trans = IDLE;
        b.top->dma_hready_i = 1;
        b.top->dma_hresp_i = 0;
    }
    void drive(bench_t &b)
    {
        auto &t = *b.top;
        t.dma_hready_i = 1;
        t.dma_hresp_i = 0;
        t.dma_hrdata_i = b.random.next();
        if (!has_data)
            return;
        if (failing) { /* the second cycle of ERROR */
            t.dma_hresp_i = 1;
            failing = false;
            return;
        }
        t.dma_hready_i = 0;
        if ((wait && --wait) || hung || b.pauses())
            return;
        uint32_t word;
        unsigned strobe = data.size == 2 ? 15u : (data.size == 1 ? 3u : 1u) << data.addr % 4;
        failing = data.write ? store(data.addr & ~3u, t.dma_hwdata_o, strobe) : load(data.addr & ~3u, &word);
        t.dma_hresp_i = failing;
        t.dma_hready_i = !failing;
        if (!data.write && !failing)
            t.dma_hrdata_i = word;
    }
    void check(const transfer &now, unsigned protection)
    {
        if (waits && offered.trans != IDLE && !(now == offered))
            violation("AHB-Lite: a transfer changed in a wait state");
        if (waits && offered.trans == IDLE && now.trans != IDLE && now.trans != NONSEQ)
            violation("AHB-Lite: IDLE became something else than NONSEQ");
        if (now.trans == IDLE)
            return;
        if (protection != 1) /* data, unprivileged */
            violation("AHB-Lite: HPROT");
        if (now.trans == BUSY || now.size > 2 || now.addr % (1u << now.size))
            violation("AHB-Lite: kind, size or alignment of a transfer");
        if (now.trans == SEQ && (before.trans == IDLE || now.write != before.write || now.size != before.size ||
                                 now.addr != before.addr + 4 || now.addr % 1024 == 0))
            violation("AHB-Lite: SEQ does not continue a burst");
    }
    void sample(bench_t &b)
    {
        auto &t = *b.top;
        if (!t.rst_ni)
            return;
        transfer now{t.dma_haddr_o, t.dma_htrans_o, t.dma_hwrite_o != 0, t.dma_hsize_o};
        check(now, t.dma_hprot_o);
        waits = !t.dma_hready_i;
        offered = now;
        if (waits) {
            if (now.trans == IDLE)
                before.trans = IDLE;
            return;
        }
        has_data = now.trans >= NONSEQ;
        if (has_data && !(now.trans == SEQ))
            wait = latency;
        data = before = now;
    }
};

MEMORY_FUNCTIONS

#endif
