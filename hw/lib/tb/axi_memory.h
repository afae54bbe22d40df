/* SPDX-License-Identifier: Apache-2.0 */
/* A memory on a block's AXI4 master: latency, pauses, error responses, and checks of what the master may not do. */
#ifndef HW_LIB_TB_AXI_MEMORY_H
#define HW_LIB_TB_AXI_MEMORY_H

#include "hw/lib/tb/words.h"

struct bench_side : memory_words {
    uint32_t read_addr = 0, read_left = 0, read_wait = 0;
    uint32_t write_addr = 0, write_left = 0, write_wait = 0;
    bool respond = false, write_bad = false;
    uint32_t held_ar = 0, held_aw = 0; /* address of a request that waits: it must not change */
    bool holds_ar = false, holds_aw = false;
    bool taken_r = false, taken_b = false; /* by the last edge: no longer offered */

    bool busy() const /* a burst is on the bus */
    {
        return read_left || write_left || respond;
    }
    void check_burst(uint32_t addr, unsigned beats, unsigned limit)
    {
        if (addr % 4)
            violation("address of a burst is not a whole word");
        if (beats > limit)
            violation("burst too long");
        if ((addr ^ (addr + 4 * beats - 1)) >> 12)
            violation("burst crosses 4 KiB");
    }
    void clear(bench_t &b)
    {
        read_left = write_left = 0;
        respond = holds_ar = holds_aw = taken_r = taken_b = false;
        b.top->m_axi_rvalid_i = b.top->m_axi_bvalid_i = 0;
    }
    void drive(bench_t &b)
    {
        auto &t = *b.top;
        if (taken_r)
            t.m_axi_rvalid_i = 0;
        if (taken_b)
            t.m_axi_bvalid_i = 0;
        taken_r = taken_b = false;
        bool pause = b.random.chance(b.pause_percent) || hung;
        t.m_axi_arready_i = read_left == 0 && !pause;
        t.m_axi_awready_i = write_left == 0 && !respond && !hung && !b.random.chance(b.pause_percent);
        t.m_axi_wready_i = write_left != 0 && !hung && !b.random.chance(b.pause_percent);
        if (!t.m_axi_rvalid_i && read_left && read_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_axi_rvalid_i = 1;
            uint32_t word;
            bool error = load(read_addr, &word);
            t.m_axi_rdata_i = word;
            t.m_axi_rresp_i = error ? 2 : 0;
            t.m_axi_rlast_i = read_left == 1;
        }
        if (!t.m_axi_bvalid_i && respond && write_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_axi_bvalid_i = 1;
            t.m_axi_bresp_i = write_bad ? 2 : 0;
        }
    }
    void sample(bench_t &b)
    {
        auto &t = *b.top;
        if (read_wait)
            read_wait--;
        if (write_wait)
            write_wait--;
        if (holds_ar && !(t.m_axi_arvalid_o && t.m_axi_araddr_o == held_ar))
            violation("read request withdrawn");
        if (holds_aw && !(t.m_axi_awvalid_o && t.m_axi_awaddr_o == held_aw))
            violation("write request withdrawn");
        holds_ar = t.m_axi_arvalid_o && !t.m_axi_arready_i && t.rst_ni;
        held_ar = t.m_axi_araddr_o;
        holds_aw = t.m_axi_awvalid_o && !t.m_axi_awready_i && t.rst_ni;
        held_aw = t.m_axi_awaddr_o;
        if (t.m_axi_rvalid_i && t.m_axi_rready_o) {
            read_addr += 4;
            read_left--;
            taken_r = true;
        }
        if (t.m_axi_arvalid_o && t.m_axi_arready_i) {
            check_burst(t.m_axi_araddr_o, t.m_axi_arlen_o + 1u, 16);
            read_addr = t.m_axi_araddr_o;
            read_left = t.m_axi_arlen_o + 1u;
            read_wait = latency;
        }
        if (t.m_axi_wvalid_o && t.m_axi_wready_i)
            beat(t.m_axi_wdata_o, t.m_axi_wstrb_o, t.m_axi_wlast_o);
        if (t.m_axi_awvalid_o && t.m_axi_awready_i) {
            check_burst(t.m_axi_awaddr_o, t.m_axi_awlen_o + 1u, 16);
            write_addr = t.m_axi_awaddr_o;
            write_left = t.m_axi_awlen_o + 1u;
            write_bad = false;
        }
        if (t.m_axi_bvalid_i && t.m_axi_bready_o) {
            respond = false;
            taken_b = true;
        }
    }
    void beat(uint32_t data, unsigned strobe, bool last)
    {
        if (store(write_addr, data, strobe))
            write_bad = true;
        write_addr += 4;
        if (last != (write_left == 1))
            violation("wrong end of a write burst");
        if (--write_left == 0) {
            respond = true;
            write_wait = latency;
        }
    }
};

MEMORY_FUNCTIONS

#endif
