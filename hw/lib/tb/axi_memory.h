/* SPDX-License-Identifier: Apache-2.0 */
/* A memory on a block's AXI4 master: latency, pauses, error responses, the orders in which AXI lets a subordinate take
 * address and data of a write (AMBA AXI, section A3.3.1), and checks of what the master may not do. */
#ifndef HW_LIB_TB_AXI_MEMORY_H
#define HW_LIB_TB_AXI_MEMORY_H

#include "hw/lib/tb/words.h"

/* What the memory waits for before it takes a write. */
enum axi_order {
    AXI_ADDRESS_FIRST, /* data only after the address */
    AXI_DATA_OFFERED,  /* the address only while data is offered or after the first word was taken */
    AXI_DATA_FIRST,    /* the address only after all the burst's data */
    AXI_TOGETHER,      /* either at any time */
    AXI_ORDERS
};

struct bench_side : memory_words {
    /* What one side of a channel offers and has to keep until it is taken. */
    struct offer {
        bool held = false;
        uint64_t payload = 0;

        bool broken(bool valid, bool ready, uint64_t now, bool reset)
        {
            bool bad = held && !(valid && payload == now);
            held = valid && !ready && !reset;
            payload = now;
            return bad;
        }
    };
    struct beat_t {
        uint32_t data;
        unsigned strobe;
        bool last;
    };

    uint32_t read_addr = 0, read_left = 0, read_wait = 0;
    uint32_t write_addr = 0, write_left = 0, write_wait = 0;
    bool respond = false, write_bad = false;
    bool addressed = false, ended = false; /* of the write: its address, its last word has been taken */
    std::deque<beat_t> early;              /* words taken before their address */
    offer ar, aw, w;
    bool taken_r = false, taken_b = false; /* by the last edge: no longer offered */

    bool busy() const /* a burst is on the bus */
    {
        return read_left || addressed || !early.empty() || respond;
    }
    void check_burst(uint32_t addr, unsigned beats, unsigned limit, unsigned size, unsigned burst)
    {
        if (addr % 4)
            violation("address of a burst is not a whole word");
        if (beats > limit)
            violation("burst too long");
        if ((addr ^ (addr + 4 * beats - 1)) >> 12)
            violation("burst crosses 4 KiB");
        if (size != 2 || burst != 1)
            violation("burst is not incrementing words");
    }
    void clear(bench_t &b)
    {
        read_left = write_left = 0;
        respond = addressed = ended = taken_r = taken_b = false;
        ar = aw = w = offer{};
        early.clear();
        b.top->m_axi_rvalid_i = b.top->m_axi_rdata_i = b.top->m_axi_bvalid_i = 0;
        b.top->m_axi_rid_i = b.top->m_axi_bid_i = 0;
    }
    bool may_take_address(bench_t &b) const
    {
        if (addressed || respond)
            return false;
        if (order == AXI_DATA_OFFERED)
            return b.top->m_axi_wvalid_o || !early.empty();
        return order != AXI_DATA_FIRST || ended;
    }
    bool may_take_data() const
    {
        return !ended && !respond && (addressed || order != AXI_ADDRESS_FIRST);
    }
    void drive(bench_t &b)
    {
        auto &t = *b.top;
        if (taken_r)
            t.m_axi_rvalid_i = t.m_axi_rdata_i = 0;
        if (taken_b)
            t.m_axi_bvalid_i = 0;
        taken_r = taken_b = false;
        bool pause = b.random.chance(b.pause_percent) || hung;
        t.m_axi_arready_i = read_left == 0 && !pause;
        t.m_axi_awready_i = may_take_address(b) && !hung && !b.random.chance(b.pause_percent);
        t.m_axi_wready_i = may_take_data() && !hung && !b.random.chance(b.pause_percent);
        if (!t.m_axi_rvalid_i && read_left && read_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_axi_rvalid_i = 1;
            uint32_t word;
            bool error = load(read_addr, &word);
            t.m_axi_rdata_i = word;
            t.m_axi_rresp_i = error ? bad_code : 0;
            t.m_axi_rlast_i = read_left == 1;
        }
        if (!t.m_axi_bvalid_i && respond && write_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_axi_bvalid_i = 1;
            t.m_axi_bresp_i = write_bad ? bad_code : 0;
        }
    }
    void sample(bench_t &b)
    {
        auto &t = *b.top;
        if (read_wait)
            read_wait--;
        if (write_wait)
            write_wait--;
        if (ar.broken(t.m_axi_arvalid_o, t.m_axi_arready_i, (uint64_t)t.m_axi_arlen_o << 32 | t.m_axi_araddr_o,
                      !t.rst_ni))
            violation("read request withdrawn or changed");
        if (aw.broken(t.m_axi_awvalid_o, t.m_axi_awready_i, (uint64_t)t.m_axi_awlen_o << 32 | t.m_axi_awaddr_o,
                      !t.rst_ni))
            violation("write request withdrawn or changed");
        if (w.broken(t.m_axi_wvalid_o, t.m_axi_wready_i,
                     (uint64_t)(t.m_axi_wlast_o << 4 | t.m_axi_wstrb_o) << 32 | t.m_axi_wdata_o, !t.rst_ni))
            violation("write data withdrawn or changed");
        if (t.m_axi_rvalid_i && t.m_axi_rready_o) {
            read_addr += 4;
            read_left--;
            taken_r = true;
        }
        if (t.m_axi_arvalid_o && t.m_axi_arready_i) {
            check_burst(t.m_axi_araddr_o, t.m_axi_arlen_o + 1u, 16, t.m_axi_arsize_o, t.m_axi_arburst_o);
            read_addr = t.m_axi_araddr_o;
            read_left = t.m_axi_arlen_o + 1u;
            read_wait = latency;
        }
        if (t.m_axi_wvalid_o && t.m_axi_wready_i) {
            early.push_back({t.m_axi_wdata_o, t.m_axi_wstrb_o, t.m_axi_wlast_o != 0});
            ended = t.m_axi_wlast_o;
        }
        if (t.m_axi_awvalid_o && t.m_axi_awready_i) {
            check_burst(t.m_axi_awaddr_o, t.m_axi_awlen_o + 1u, 16, t.m_axi_awsize_o, t.m_axi_awburst_o);
            write_addr = t.m_axi_awaddr_o;
            write_left = t.m_axi_awlen_o + 1u;
            write_bad = false;
            addressed = true;
        }
        for (; addressed && !early.empty(); early.pop_front())
            beat(early.front());
        if (t.m_axi_bvalid_i && t.m_axi_bready_o) {
            respond = false;
            taken_b = true;
        }
    }
    void beat(const beat_t &word)
    {
        if (store(write_addr, word.data, word.strobe))
            write_bad = true;
        write_addr += 4;
        if (word.last != (write_left == 1))
            violation("wrong end of a write burst");
        if (--write_left == 0) {
            addressed = ended = false;
            respond = true;
            write_wait = latency;
        }
    }
};

MEMORY_FUNCTIONS

#endif
