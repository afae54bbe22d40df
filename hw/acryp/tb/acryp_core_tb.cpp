/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of acryp's engine alone: runs operations, and records executed instructions and writes to the RAM, for the
 * comparison with the instruction-set simulator (test/rtl/test_acryp_core.py). */
#include "Vacryp_core.h"
#include "Vacryp_core___024root.h"

#include <cstring>
#include <memory>
#include <vector>

#include "verilated.h"
#ifdef BENCH_COVERAGE
#include "verilated_cov.h"
#endif

namespace
{
struct write {
    uint32_t addr;
    uint32_t data[4]; /* a word of at most 128 bits, the least significant part first */
};

/* What a fault turns over: see tb_fault. */
enum target { PC, DIGIT, SIGN, BANK0, BOTH_BANKS };

struct bench {
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<Vacryp_core> top{new Vacryp_core{context.get()}};
    std::vector<uint32_t> in, out, pcs;
    std::vector<uint64_t> rom = std::vector<uint64_t>(2048);
    std::vector<write> writes;
    size_t taken = 0;
    uint64_t random, cycles = 0;
    unsigned pause = 0;
    bool record = false;
    uint64_t fault_at = 0; /* the cycle of the operation, 0 for none */
    int target = PC;
    unsigned word = 0, bit = 0;

    explicit bench(uint64_t seed) : random(2 * seed + 1)
    {
        top->clk_i = 0;
        top->rst_ni = 0;
        top->start_i = 0;
        top->abort_i = 0;
        top->in_valid_i = 0;
        top->out_ready_i = 0;
        cycle();
        cycle();
        top->rst_ni = 1;
    }

    /* Turns over a bit of a register or a word of the RAM. */
    void fault()
    {
        auto &r = *top->rootp;
        switch (target) {
        case PC:
            r.acryp_core__DOT__pc_q ^= 1u << bit;
            break;
        case DIGIT:
            r.acryp_core__DOT__i_alu__DOT__digit_q ^= 1u << bit;
            break;
        case SIGN:
            r.acryp_core__DOT__i_alu__DOT__s_q ^= 1;
            break;
        default:
            turn(r.acryp_core__DOT__i_bank0__DOT__mem[word]);
            if (target == BOTH_BANKS)
                turn(r.acryp_core__DOT__i_bank1__DOT__mem[word]);
        }
    }
    template <std::size_t n>
    void turn(VlWide<n> &w)
    {
        w[bit / 32] ^= 1u << bit % 32;
    }
    template <typename t>
    void turn(t &w)
    {
        w ^= (t)1 << bit;
    }

    /* xorshift64: Marsaglia, Xorshift RNGs (2003). */
    bool chance(unsigned percent)
    {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return percent != 0 && (random >> 16) % 100 < percent;
    }

    void cycle()
    {
        Vacryp_core &t = *top;
        if (!t.in_valid_i)
            t.in_valid_i = taken < in.size() && !chance(pause);
        t.in_data_i = taken < in.size() ? in[taken] : 0xeeeeeeee;
        t.out_ready_i = !chance(pause);
        t.eval();
        bool take = t.in_valid_i && t.in_ready_o;
        if (t.out_valid_o && t.out_ready_i)
            out.push_back(t.out_data_o);
        if (record) {
            if (t.trace_valid_o)
                pcs.push_back(t.trace_pc_o);
            if (t.trace_we_o) {
                write w{};
                w.addr = t.trace_addr_o;
                std::memcpy(w.data, &t.trace_data_o, sizeof t.trace_data_o);
                writes.push_back(w);
            }
        }
        uint64_t word = rom[t.rom_addr_o];
        t.clk_i = 1;
        t.eval();
        t.rom_data_i = word;
        t.clk_i = 0;
        if (take) {
            taken++;
            t.in_valid_i = 0;
        }
        cycles++;
    }
};
} /* namespace */

extern "C" {
void *tb_new(uint64_t seed)
{
    return new bench(seed);
}
#ifdef BENCH_COVERAGE
/* As in hw/lib/tb/bench.h. */
void tb_cover(void *tb, const char *path)
{
    static_cast<bench *>(tb)->context->coveragep()->write(path);
}
#endif
void tb_free(void *tb)
{
    bench *b = static_cast<bench *>(tb);
    Verilated::threadContextp(b->context.get()); /* where its scopes are taken out; the last one used may be gone */
    delete b;
}
/* Puts a program into the ROM, which is outside of the engine. */
void tb_load(void *tb, const uint64_t *words, size_t n)
{
    bench &b = *static_cast<bench *>(tb);
    for (size_t i = 0; i < b.rom.size(); i++)
        b.rom[i] = i < n ? words[i] : 0;
}
void tb_set(void *tb, unsigned pause, int record)
{
    static_cast<bench *>(tb)->pause = pause;
    static_cast<bench *>(tb)->record = record != 0;
}

/* From now on a fault in cycle `at` of each operation, 0 for none: enum target, the word of the RAM, the bit. */
void tb_fault(void *tb, uint64_t at, int target, unsigned word, unsigned bit)
{
    bench &b = *static_cast<bench *>(tb);
    b.fault_at = at;
    b.target = target;
    b.word = word;
    b.bit = bit;
}

/* Runs an operation: its end's code, or -1 after limit cycles. *spent: cycles from the start to the end, without what
 * erases the RAM. abort_after: cycles after which the operation is aborted (-2), 0 for never. */
int tb_op(void *tb, unsigned entry, const uint16_t *params, const uint32_t *in, size_t n, uint64_t limit,
          uint64_t abort_after, uint64_t *spent)
{
    bench &b = *static_cast<bench *>(tb);
    Vacryp_core &t = *b.top;
    b.out.clear();
    b.pcs.clear();
    b.writes.clear();
    b.in.clear();
    b.taken = 0;
    t.in_valid_i = 0;
    while (t.busy_o)
        b.cycle();
    b.in.assign(in, in + n);
    t.entry_i = entry & 31;
    t.param_we_i = 1;
    for (unsigned i = 0; i < 8; i++) {
        t.param_addr_i = i;
        t.param_data_i = params[i];
        b.cycle();
    }
    t.param_we_i = 0;
    t.start_i = 1;
    uint64_t begin = b.cycles;
    b.cycle();
    t.start_i = 0;
    while (!t.done_o) {
        if (b.cycles - begin > limit)
            return -1;
        if (b.fault_at && b.cycles - begin == b.fault_at)
            b.fault();
        if (abort_after && b.cycles - begin > abort_after) {
            t.abort_i = 1;
            b.cycle();
            t.abort_i = 0;
            return -2;
        }
        b.cycle();
        t.eval();
    }
    *spent = b.cycles - begin;
    return t.code_o;
}

size_t tb_out(void *tb, const uint32_t **words)
{
    *words = static_cast<bench *>(tb)->out.data();
    return static_cast<bench *>(tb)->out.size();
}
size_t tb_pcs(void *tb, const uint32_t **pcs)
{
    *pcs = static_cast<bench *>(tb)->pcs.data();
    return static_cast<bench *>(tb)->pcs.size();
}
/* Five words each: address, data. */
size_t tb_writes(void *tb, const uint32_t **words)
{
    *words = reinterpret_cast<const uint32_t *>(static_cast<bench *>(tb)->writes.data());
    return static_cast<bench *>(tb)->writes.size();
}
/* Input words that were not taken. */
size_t tb_left(void *tb)
{
    return static_cast<bench *>(tb)->in.size() - static_cast<bench *>(tb)->taken;
}
}
