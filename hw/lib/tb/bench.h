/* SPDX-License-Identifier: Apache-2.0 */
/* What the benches of all blocks share: clock, reset, AXI4-Lite accesses and word streams with random pauses, behind C
 * functions for test/rtl/model.py. A bench defines BENCH_TOP and includes this file; see hw/hasher/tb/hasher_tb.cpp. */
#ifndef HW_LIB_TB_BENCH_H
#define HW_LIB_TB_BENCH_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "verilated.h"

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

/* What an edge of the clock transfers on AXI4-Lite. */
struct transfers {
    bool write, response, address, data;
    int write_code, read_code;
    uint32_t read_data;
};

/* Side is what a block has besides clock, reset and AXI4-Lite: before each rising edge it drives its inputs (drive) and
 * then, with all signals settled, sees what the edge transfers (sample). */
template <class Model, class Side>
struct bench {
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<Model> top{new Model{context.get()}};
    rng random;
    unsigned pause_percent = 0; /* how often a side that may wait does */
    uint64_t cycles = 0;
    transfers edge{};
    Side side{};

    explicit bench(uint64_t seed) : random{seed * 2 + 1}
    {
        top->clk_i = 0;
        top->rst_ni = 1;
        top->b_ready_i = 1;
        top->r_ready_i = 1;
        reset(2);
    }

    void cycle()
    {
        side.drive(*this);
        top->eval();
        side.sample(*this);
        edge.write = top->aw_valid_i && top->aw_ready_o && top->w_valid_i && top->w_ready_o;
        edge.response = top->b_valid_o && top->b_ready_i;
        edge.address = top->ar_valid_i && top->ar_ready_o;
        edge.data = top->r_valid_o && top->r_ready_i;
        edge.write_code = top->b_resp_o;
        edge.read_code = top->r_resp_o;
        edge.read_data = top->r_data_o;
        top->clk_i = 1;
        top->eval();
        top->clk_i = 0;
        cycles++;
    }

    void reset(unsigned n)
    {
        top->rst_ni = 0;
        top->aw_valid_i = top->w_valid_i = top->ar_valid_i = 0;
        side.clear(*this);
        for (unsigned i = 0; i < n; i++)
            cycle();
        top->rst_ni = 1;
    }

    void pause()
    {
        while (random.chance(pause_percent))
            cycle();
    }

    /* The response code, or TIMEOUT. Address and data may come apart. */
    int write(uint32_t addr, uint32_t data, uint8_t strobe)
    {
        pause();
        bool address_first = random.chance(pause_percent), data_first = !address_first && random.chance(pause_percent);
        top->aw_valid_i = !data_first;
        top->w_valid_i = !address_first;
        top->aw_addr_i = (uint16_t)addr;
        top->w_data_i = data;
        top->w_strb_i = strobe;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            cycle();
            if (edge.write)
                break;
            top->aw_valid_i = top->w_valid_i = 1;
        }
        top->aw_valid_i = top->w_valid_i = 0;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            top->b_ready_i = !random.chance(pause_percent);
            cycle();
            if (edge.response)
                return edge.write_code;
        }
        return TIMEOUT;
    }

    int read(uint32_t addr, uint32_t *data)
    {
        pause();
        top->ar_valid_i = 1;
        top->ar_addr_i = (uint16_t)addr;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            top->r_ready_i = !random.chance(pause_percent);
            cycle();
            if (edge.address)
                top->ar_valid_i = 0;
            if (edge.data) {
                *data = edge.read_data;
                return edge.read_code;
            }
        }
        top->ar_valid_i = 0;
        return TIMEOUT;
    }
};

using bench_t = bench<BENCH_MODEL, struct bench_side>;

#define BENCH_FUNCTIONS                                                                                                \
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
        return static_cast<bench_t *>(tb)->write(addr, data, strobe);                                                  \
    }                                                                                                                  \
    int tb_read(void *tb, uint32_t addr, uint32_t *data)                                                               \
    {                                                                                                                  \
        return static_cast<bench_t *>(tb)->read(addr, data);                                                           \
    }                                                                                                                  \
    }

#endif
