/* SPDX-License-Identifier: Apache-2.0 */
/* A memory on a block's AXI4 master: latency, pauses, error responses, and checks of what the master may not do. */
#ifndef HW_LIB_TB_MEMORY_H
#define HW_LIB_TB_MEMORY_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr uint32_t MEMORY_SIZE = 1 << 18;

struct bench_side {
    std::vector<uint8_t> bytes = std::vector<uint8_t>(MEMORY_SIZE);
    uint32_t bad_from = 0, bad_to = 0; /* addresses that answer with an error, as do those past the end */
    /* Another memory instead of bytes: each word's address, and whether the access is answered with an error. */
    bool (*load_call)(void *user, uint32_t addr, uint32_t *word) = nullptr;
    bool (*store_call)(void *user, uint32_t addr, uint32_t word, unsigned strobe) = nullptr;
    void *user = nullptr;
    bool hung = false;    /* no request is answered */
    unsigned latency = 1; /* cycles from an address to the first data, or from the last data to the response */
    unsigned violations = 0;
    uint64_t read_beats = 0, write_beats = 0;

    uint32_t read_addr = 0, read_left = 0, read_wait = 0;
    uint32_t write_addr = 0, write_left = 0, write_wait = 0;
    bool respond = false, write_bad = false;
    uint32_t held_ar = 0, held_aw = 0; /* address of a request that waits: it must not change */
    bool holds_ar = false, holds_aw = false;
    bool taken_r = false, taken_b = false; /* by the last edge: no longer offered */

    bool bad(uint32_t addr) const
    {
        return addr >= MEMORY_SIZE || (addr >= bad_from && addr < bad_to);
    }
    bool load(uint32_t addr, uint32_t *word) const
    {
        if (bad(addr))
            return true;
        memcpy(word, &bytes[addr], 4);
        return false;
    }
    void violation(const char *what)
    {
        if (violations++ == 0)
            fprintf(stderr, "AXI4 master: %s\n", what);
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
        b.top->m_r_valid_i = b.top->m_b_valid_i = 0;
    }
    void drive(bench_t &b)
    {
        auto &t = *b.top;
        if (taken_r)
            t.m_r_valid_i = 0;
        if (taken_b)
            t.m_b_valid_i = 0;
        taken_r = taken_b = false;
        bool pause = b.random.chance(b.pause_percent) || hung;
        t.m_ar_ready_i = read_left == 0 && !pause;
        t.m_aw_ready_i = write_left == 0 && !respond && !hung && !b.random.chance(b.pause_percent);
        t.m_w_ready_i = write_left != 0 && !hung && !b.random.chance(b.pause_percent);
        if (!t.m_r_valid_i && read_left && read_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_r_valid_i = 1;
            uint32_t word = 0xbadbad00;
            bool error = load_call ? load_call(user, read_addr, &word) : load(read_addr, &word);
            t.m_r_data_i = word;
            t.m_r_resp_i = error ? 2 : 0;
            t.m_r_last_i = read_left == 1;
        }
        if (!t.m_b_valid_i && respond && write_wait == 0 && !hung && !b.random.chance(b.pause_percent)) {
            t.m_b_valid_i = 1;
            t.m_b_resp_i = write_bad ? 2 : 0;
        }
    }
    void sample(bench_t &b)
    {
        auto &t = *b.top;
        if (read_wait)
            read_wait--;
        if (write_wait)
            write_wait--;
        if (holds_ar && !(t.m_ar_valid_o && t.m_ar_addr_o == held_ar))
            violation("read request withdrawn");
        if (holds_aw && !(t.m_aw_valid_o && t.m_aw_addr_o == held_aw))
            violation("write request withdrawn");
        holds_ar = t.m_ar_valid_o && !t.m_ar_ready_i && t.rst_ni;
        held_ar = t.m_ar_addr_o;
        holds_aw = t.m_aw_valid_o && !t.m_aw_ready_i && t.rst_ni;
        held_aw = t.m_aw_addr_o;
        if (t.m_r_valid_i && t.m_r_ready_o) {
            read_addr += 4;
            read_left--;
            read_beats++;
            taken_r = true;
        }
        if (t.m_ar_valid_o && t.m_ar_ready_i) {
            check_burst(t.m_ar_addr_o, t.m_ar_len_o + 1u, 16);
            read_addr = t.m_ar_addr_o;
            read_left = t.m_ar_len_o + 1u;
            read_wait = latency;
        }
        if (t.m_w_valid_o && t.m_w_ready_i)
            store(t.m_w_data_o, t.m_w_strb_o, t.m_w_last_o);
        if (t.m_aw_valid_o && t.m_aw_ready_i) {
            check_burst(t.m_aw_addr_o, t.m_aw_len_o + 1u, 16);
            write_addr = t.m_aw_addr_o;
            write_left = t.m_aw_len_o + 1u;
            write_bad = false;
        }
        if (t.m_b_valid_i && t.m_b_ready_o) {
            respond = false;
            taken_b = true;
        }
    }
    void store(uint32_t data, unsigned strobe, bool last)
    {
        bool error = store_call ? store_call(user, write_addr, data, strobe) : bad(write_addr);
        write_bad = write_bad || error;
        for (unsigned i = 0; i < 4; i++)
            if (!store_call && !error && strobe >> i & 1)
                bytes[write_addr + i] = (uint8_t)(data >> 8 * i);
        write_addr += 4;
        write_beats++;
        if (last != (write_left == 1))
            violation("wrong end of a write burst");
        if (--write_left == 0) {
            respond = true;
            write_wait = latency;
        }
    }
};

BENCH_FUNCTIONS

extern "C" {
void tb_mem_write(void *tb, uint32_t addr, const uint8_t *data, size_t n)
{
    memcpy(&static_cast<bench_t *>(tb)->side.bytes[addr], data, n);
}
void tb_mem_read(void *tb, uint32_t addr, uint8_t *data, size_t n)
{
    memcpy(data, &static_cast<bench_t *>(tb)->side.bytes[addr], n);
}
void tb_mem_bad(void *tb, uint32_t from, uint32_t to)
{
    static_cast<bench_t *>(tb)->side.bad_from = from;
    static_cast<bench_t *>(tb)->side.bad_to = to;
}
void tb_mem_latency(void *tb, unsigned cycles)
{
    static_cast<bench_t *>(tb)->side.latency = cycles;
}
void tb_mem_calls(void *tb, void *user, bool (*load)(void *, uint32_t, uint32_t *),
                  bool (*store)(void *, uint32_t, uint32_t, unsigned))
{
    auto &side = static_cast<bench_t *>(tb)->side;
    side.user = user;
    side.load_call = load;
    side.store_call = store;
}
void tb_mem_hang(void *tb, int hung)
{
    static_cast<bench_t *>(tb)->side.hung = hung != 0;
}
unsigned tb_violations(void *tb)
{
    return static_cast<bench_t *>(tb)->side.violations;
}
/* Whether a burst is on the bus. */
int tb_bus_busy(void *tb)
{
    auto &side = static_cast<bench_t *>(tb)->side;
    return side.read_left || side.write_left || side.respond;
}
}

#endif
