/* SPDX-License-Identifier: Apache-2.0 */
/* The memory behind a block's DMA, whatever the bus: bytes or a caller's functions, addresses that fail, a count of
 * what the block may not do. */
#ifndef HW_LIB_TB_WORDS_H
#define HW_LIB_TB_WORDS_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr uint32_t MEMORY_SIZE = 1 << 18;

struct memory_words {
    std::vector<uint8_t> bytes = std::vector<uint8_t>(MEMORY_SIZE);
    uint32_t bad_from = 0, bad_to = 0; /* addresses that answer with an error, as do those past the end */
    bool bad_reads = true;             /* and not only writes to them */
    /* Another memory instead of bytes: each word's address, and whether the access is answered with an error. */
    bool (*load_call)(void *user, uint32_t addr, uint32_t *word) = nullptr;
    bool (*store_call)(void *user, uint32_t addr, uint32_t word, unsigned strobe) = nullptr;
    void *user = nullptr;
    bool hung = false;     /* no request is answered */
    unsigned order = 0;    /* enum axi_order of axi_memory.h; other buses have one order */
    unsigned bad_code = 2; /* the response to an access that fails: 2 SLVERR, 3 DECERR */
    unsigned latency = 1;  /* cycles from an address to the first data, or from the last data to the response */
    unsigned violations = 0;
    uint64_t read_beats = 0, write_beats = 0;
    uint32_t inside_from = 0, inside_to = 0xffffffff; /* accesses elsewhere are counted */
    unsigned outside = 0;

    /* A word at a whole address, and whether it can't be had. */
    bool load(uint32_t addr, uint32_t *word)
    {
        *word = 0xbadbad00;
        read_beats++;
        note(addr);
        if (load_call)
            return load_call(user, addr, word);
        if (bad(addr) && (bad_reads || addr >= MEMORY_SIZE))
            return true;
        memcpy(word, &bytes[addr], 4);
        return false;
    }
    bool store(uint32_t addr, uint32_t word, unsigned strobe)
    {
        write_beats++;
        note(addr);
        if (store_call)
            return store_call(user, addr, word, strobe);
        if (bad(addr))
            return true;
        for (unsigned i = 0; i < 4; i++)
            if (strobe >> i & 1)
                bytes[addr + i] = (uint8_t)(word >> 8 * i);
        return false;
    }
    void violation(const char *what)
    {
        if (violations++ == 0)
            fprintf(stderr, "bus: %s\n", what);
    }

  private:
    void note(uint32_t addr)
    {
        if (addr < inside_from || addr > inside_to)
            outside++;
    }
    bool bad(uint32_t addr) const
    {
        return addr >= MEMORY_SIZE || (addr >= bad_from && addr < bad_to);
    }
};

/* The functions of a bench with a memory; its bench_side is a memory_words with bool busy() const. */
#define MEMORY_FUNCTIONS                                                                                               \
    BENCH_FUNCTIONS                                                                                                    \
    extern "C" {                                                                                                       \
    void tb_mem_write(void *tb, uint32_t addr, const uint8_t *data, size_t n)                                          \
    {                                                                                                                  \
        memcpy(&static_cast<bench_t *>(tb)->side.bytes[addr], data, n);                                                \
    }                                                                                                                  \
    void tb_mem_read(void *tb, uint32_t addr, uint8_t *data, size_t n)                                                 \
    {                                                                                                                  \
        memcpy(data, &static_cast<bench_t *>(tb)->side.bytes[addr], n);                                                \
    }                                                                                                                  \
    void tb_mem_bad(void *tb, uint32_t from, uint32_t to)                                                              \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.bad_from = from;                                                              \
        static_cast<bench_t *>(tb)->side.bad_to = to;                                                                  \
    }                                                                                                                  \
    void tb_mem_bad_reads(void *tb, bool too)                                                                          \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.bad_reads = too;                                                              \
    }                                                                                                                  \
    void tb_mem_latency(void *tb, unsigned cycles)                                                                     \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.latency = cycles;                                                             \
    }                                                                                                                  \
    void tb_mem_calls(void *tb, void *user, bool (*load)(void *, uint32_t, uint32_t *),                                \
                      bool (*store)(void *, uint32_t, uint32_t, unsigned))                                             \
    {                                                                                                                  \
        auto &side = static_cast<bench_t *>(tb)->side;                                                                 \
        side.user = user;                                                                                              \
        side.load_call = load;                                                                                         \
        side.store_call = store;                                                                                       \
    }                                                                                                                  \
    void tb_mem_hang(void *tb, int hung)                                                                               \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.hung = hung != 0;                                                             \
    }                                                                                                                  \
    unsigned tb_mem_outside(void *tb, int set, uint32_t from, uint32_t to)                                             \
    {                                                                                                                  \
        auto &side = static_cast<bench_t *>(tb)->side;                                                                 \
        if (set) {                                                                                                     \
            side.inside_from = from;                                                                                   \
            side.inside_to = to - 1;                                                                                   \
        }                                                                                                              \
        return side.outside;                                                                                           \
    }                                                                                                                  \
    void tb_mem_order(void *tb, unsigned order)                                                                        \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.order = order;                                                                \
    }                                                                                                                  \
    void tb_mem_code(void *tb, unsigned code)                                                                          \
    {                                                                                                                  \
        static_cast<bench_t *>(tb)->side.bad_code = code;                                                              \
    }                                                                                                                  \
    unsigned tb_violations(void *tb)                                                                                   \
    {                                                                                                                  \
        return static_cast<bench_t *>(tb)->side.violations;                                                            \
    }                                                                                                                  \
    int tb_bus_busy(void *tb)                                                                                          \
    {                                                                                                                  \
        return static_cast<bench_t *>(tb)->side.busy();                                                                \
    }                                                                                                                  \
    }

#endif
