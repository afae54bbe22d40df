/* SPDX-License-Identifier: Apache-2.0 */
/* What the benches of all blocks share: clock, reset and register accesses with random pauses, behind C functions for
 * test/rtl/model.py. A bench defines BENCH_TOP and includes this file, then how the registers are reached (axil_port.h
 * or another bus's), then what else the block has; see hw/hasher/tb/hasher_tb.cpp. */
#ifndef HW_LIB_TB_BENCH_H
#define HW_LIB_TB_BENCH_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "verilated.h"
#ifdef BENCH_STATE
#include <cstdio>
#include <cstring>
#include <string>

#include "verilated_syms.h"
#endif
#ifdef BENCH_COVERAGE
#include "verilated_cov.h"
#endif

#define BENCH_PASTE2(a, b) a##b
#define BENCH_PASTE(a, b)  BENCH_PASTE2(a, b)
#define BENCH_MODEL        BENCH_PASTE(V, BENCH_TOP)

/* xorshift64: Marsaglia, Xorshift RNGs (2003). */
struct rng {
    uint64_t state;
    uint32_t next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return (uint32_t)(state >> 16);
    }
    bool chance(unsigned percent)
    {
        return percent != 0 && next() % 100 < percent;
    }
};

/* One cycle limit for every wait of a bench: no operation of a block lasts as long without bus traffic. */
constexpr uint64_t WAIT_LIMIT = 200000;
constexpr int TIMEOUT = -1;

/* Port is the bus of the registers, Side what a block has besides it, clock and reset. Before each rising edge the side
 * drives its inputs (drive); then, with all signals settled, both see what the edge transfers (sample). */
template <class Model, class Port, class Side>
struct bench {
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<Model> top{new Model{context.get()}};
    rng random;
    unsigned pause_percent = 0; /* how often a side that may wait does */
    uint64_t cycles = 0;
    Port port{};
    Side side{};
    void (*event)(bench &) = nullptr; /* what a test wants to happen in each cycle from event_at on */
    uint64_t event_at = 0;
    const uint8_t *probe = nullptr; /* an output, and its value at the last rising edge */
    bool probed = false;
    bool gated = false; /* clk_i stands still whenever hw/clock_and_reset.md allows it */

    explicit bench(uint64_t seed) : random{seed * 2 + 1}
    {
        top->clk_i = 0;
        top->rst_ni = 1;
        reset(2);
    }
    ~bench()
    {
        Verilated::threadContextp(context.get()); /* where the model looks for its scopes while it is destroyed */
    }

    void cycle()
    {
        side.drive(*this);
        if (event && cycles >= event_at)
            event(*this);
        top->eval();
        side.sample(*this);
        port.sample(*this);
        probed = probe && *probe;
        if (!gated || top->busy_o || port.active(*this) || !top->rst_ni) {
            top->clk_i = 1;
            top->eval();
            top->clk_i = 0;
        }
        cycles++;
    }

    void reset(unsigned n)
    {
        top->rst_ni = 0;
        port.clear(*this);
        side.clear(*this);
        for (unsigned i = 0; i < n; i++)
            cycle();
        top->rst_ni = 1;
    }

    bool pauses()
    {
        return random.chance(pause_percent);
    }
    void pause()
    {
        while (pauses())
            cycle();
    }
};

using bench_t = bench<BENCH_MODEL, struct bench_port, struct bench_side>;

#ifdef BENCH_STATE
/* How many variables and memories of the whole model hold one of the words, in either order of bytes, at any byte; with
 * show it prints the first of them. For a model that was translated with --public-flat-rw. */
static unsigned bench_find(VerilatedContext *context, const uint32_t *words, size_t n, bool show)
{
    unsigned found = 0;
    for (const auto &scope : *context->scopeNameMap()) {
        if (!scope.second->varsp())
            continue;
        for (const auto &entry : *scope.second->varsp()) {
            const VerilatedVar &var = entry.second;
            const auto *bytes = static_cast<const uint8_t *>(var.datap());
            bool hit = false;
            for (size_t at = 0; at + 4 <= var.totalSize() && !hit; at++) {
                uint32_t word;
                memcpy(&word, bytes + at, 4);
                for (size_t i = 0; i < n && !hit; i++)
                    hit = word == words[i] || word == __builtin_bswap32(words[i]);
            }
            if (hit && found++ < 20 && show)
                fprintf(stderr, "holds a secret: %s.%s\n", scope.first, entry.first);
        }
    }
    return found;
}
/* Which variables and memories below the scope differ between two models of one kind: their names, each with a line
 * break, cut to size bytes. */
static void bench_differ(VerilatedContext *context, VerilatedContext *other, const char *below, char *names,
                         size_t size)
{
    std::string all;
    for (const auto &scope : *context->scopeNameMap()) {
        const VerilatedScope *twin = other->scopeFind(scope.first);
        if (!strstr(scope.first, below) || !scope.second->varsp() || !twin)
            continue;
        for (const auto &entry : *scope.second->varsp()) {
            const VerilatedVar *var = twin->varFind(entry.first);
            if (!var || memcmp(entry.second.datap(), var->datap(), var->totalSize()) != 0)
                all += std::string(scope.first) + "." + entry.first + "\n";
        }
    }
    snprintf(names, size, "%s", all.c_str());
}
#define BENCH_FIND                                                                                                     \
    extern "C" void tb_differ(void *tb, void *other, const char *below, char *names, size_t size)                      \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->top->eval();                                                                       \
        static_cast<bench_t *>(other)->top->eval();                                                                    \
        bench_differ(static_cast<bench_t *>(tb)->context.get(), static_cast<bench_t *>(other)->context.get(), below,   \
                     names, size);                                                                                     \
    }                                                                                                                  \
    extern "C" unsigned tb_find(void *tb, const uint32_t *words, size_t n, int show)                                   \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->top->eval();                                                                       \
        return bench_find(static_cast<bench_t *>(tb)->context.get(), words, n, show);                                  \
    }
#else
#define BENCH_FIND
#endif

/* Which lines, branches and bits this instance has had so far, into a file; for a model with --coverage. */
#ifdef BENCH_COVERAGE
#define BENCH_COVER                                                                                                    \
    extern "C" void tb_cover(void *tb, const char *path)                                                               \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->context->coveragep()->write(path);                                                 \
    }
#else
#define BENCH_COVER
#endif

#define BENCH_FUNCTIONS                                                                                                \
    BENCH_FIND                                                                                                         \
    BENCH_COVER                                                                                                        \
    extern "C" {                                                                                                       \
    void *tb_new(uint64_t seed)                                                                                        \
    {                                                                                                                  \
        return new bench_t(seed);                                                                                      \
    }                                                                                                                  \
    void tb_free(void *tb)                                                                                             \
    {                                                                                                                  \
        delete static_cast<bench_t *>(tb);                                                                             \
    }                                                                                                                  \
    void tb_pause_percent(void *tb, unsigned percent)                                                                  \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->pause_percent = percent;                                                           \
    }                                                                                                                  \
    void tb_reset(void *tb, unsigned n)                                                                                \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->reset(n);                                                                          \
    }                                                                                                                  \
    void tb_run(void *tb, uint64_t n)                                                                                  \
    {                                                                                                                  \
        while (n--)                                                                                                    \
            static_cast<bench_t *>(tb)->cycle();                                                                       \
    }                                                                                                                  \
    void tb_gate(void *tb, int gated)                                                                                  \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->gated = gated != 0;                                                                \
    }                                                                                                                  \
    uint64_t tb_cycles(void *tb)                                                                                       \
    {                                                                                                                  \
        return static_cast<bench_t *>(tb)->cycles;                                                                     \
    }                                                                                                                  \
    int tb_irq(void *tb)                                                                                               \
    {                                                                                                                  \
        auto &top = *static_cast<bench_t *>(tb)->top;                                                                  \
        top.eval();                                                                                                    \
        return top.irq_o;                                                                                              \
    }                                                                                                                  \
    int tb_write(void *tb, uint32_t addr, uint32_t data, uint8_t strobe)                                               \
    {                                                                                                                  \
        auto &b = *static_cast<bench_t *>(tb);                                                                         \
        return b.port.write(b, addr, data, strobe);                                                                    \
    }                                                                                                                  \
    int tb_read(void *tb, uint32_t addr, uint32_t *data)                                                               \
    {                                                                                                                  \
        auto &b = *static_cast<bench_t *>(tb);                                                                         \
        return b.port.read(b, addr, data);                                                                             \
    }                                                                                                                  \
    }

#endif
