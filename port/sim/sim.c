/* SPDX-License-Identifier: Apache-2.0 */
/* A Verilated block in this process, as the device for a driver. */
#include "port/sim/sim.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/sim/cache.h"

#define WINDOWS   48
#define WORK_LEN  4096
#define WORK_BUS  0x20000000u
#define FIRST_BUS 0x40000000u
#define LAST_BUS  0xf0000000u
#define PAGE      4096u
#define WAIT_RUN  8 /* cycles that pass in one wait */
#define STATUS    0x00cu
#define EVENT     0x010u
#define WIPE      0x018u
#define UDMA      0x1000u
#define UDMA_BUSY (UDMA + 0x00cu)

/* The functions that hw/lib/tb exports. */
struct bench {
    void *(*create)(uint64_t seed);
    void (*destroy)(void *tb);
    void (*reset)(void *tb, unsigned cycles);
    void (*run)(void *tb, uint64_t cycles);
    uint64_t (*cycles)(void *tb);
    int (*irq)(void *tb);
    int (*write)(void *tb, uint32_t addr, uint32_t data, uint8_t strobe);
    int (*read)(void *tb, uint32_t addr, uint32_t *data);
    void (*pause)(void *tb, unsigned percent);
    void (*latency)(void *tb, unsigned cycles);
    void (*calls)(void *tb, void *user, bool (*load)(void *, uint32_t, uint32_t *),
                  bool (*store)(void *, uint32_t, uint32_t, unsigned));
    void (*hang)(void *tb, int hung);
    unsigned (*violations)(void *tb);
};

struct window {
    uint32_t bus;
    size_t len;
    uint8_t *p;
    bool writes;
};

struct ob_sim {
    void *library, *tb;
    struct bench bench;
    enum ob_sim_memory memory;
    enum ob_sim_fault fault;
    unsigned fault_in;
    bool fault_on;
    uint64_t accesses;
    unsigned wrongs;
    uint32_t next_bus;
    struct window windows[WINDOWS];
    struct window shown; /* set by ob_sim_show */
    struct sim_cache *cache;
    _Alignas(OB_DEVICE_WORK_ALIGN) uint8_t work[WORK_LEN];
};

static void wrong(struct ob_sim *s, const char *what, uint32_t at)
{
    if (s->wrongs++ < 8)
        fprintf(stderr, "simulated block: %s at %08x\n", what, (unsigned)at);
}

/* ---- memory ---- */

static struct window *window_of(struct ob_sim *s, uint32_t bus)
{
    for (unsigned i = 0; i < WINDOWS; i++)
        if (s->windows[i].len && bus - s->windows[i].bus < s->windows[i].len)
            return &s->windows[i];
    return NULL;
}

static uint8_t *work_at(struct ob_sim *s, uint32_t bus)
{
    return bus - WORK_BUS < WORK_LEN ? s->work + (bus - WORK_BUS) : NULL;
}

/* The memory behind a bus address; NULL if the driver has not opened it to the block. */
static uint8_t *byte_at(struct ob_sim *s, uint32_t bus, bool writes)
{
    struct window *w;
    uint8_t *work = work_at(s, bus);

    if (s->cache)
        return sim_cache_memory(s->cache, work ? (uint32_t)(uintptr_t)work : bus);
    if (work)
        return work;
    if (bus - s->shown.bus < s->shown.len)
        return s->shown.p + (bus - s->shown.bus);
    w = window_of(s, bus);
    return w && (w->writes || !writes) ? w->p + (bus - w->bus) : NULL;
}

/* The block reads whole words, and a buffer may begin or end inside one. Bytes outside all windows read as noise,
 * because they must not matter. A word that is entirely outside is an error. */
static bool load(void *user, uint32_t addr, uint32_t *word)
{
    struct ob_sim *s = (struct ob_sim *)user;
    uint8_t bytes[4];
    unsigned inside = 0;

    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *p = byte_at(s, addr + i, false);

        bytes[i] = p ? *p : (uint8_t)(0xe1 + i);
        inside += p != NULL;
    }
    memcpy(word, bytes, 4);
    if (!inside)
        wrong(s, "DMA read outside of all windows", addr);
    return !inside || (s->fault_on && s->fault == OB_SIM_BUS_ERROR);
}

static bool store(void *user, uint32_t addr, uint32_t word, unsigned strobe)
{
    struct ob_sim *s = (struct ob_sim *)user;
    bool bad = s->fault_on && s->fault == OB_SIM_BUS_ERROR;

    for (unsigned i = 0; i < 4 && !bad; i++) {
        uint8_t *p = strobe >> i & 1 ? byte_at(s, addr + i, true) : NULL;

        if (p) {
            *p = (uint8_t)(word >> 8 * i);
        } else if (strobe >> i & 1) {
            wrong(s, "DMA write outside of all windows", addr + i);
            return true;
        }
    }
    return bad;
}

static uint32_t map(void *user, const void *p, size_t len, bool writes)
{
    struct ob_sim *s = (struct ob_sim *)user;
    uint32_t in_page = (uint32_t)(uintptr_t)p % PAGE;

    for (unsigned i = 0; i < WINDOWS; i++) {
        struct window *w = &s->windows[i];

        if (w->len)
            continue;
        if (len > LAST_BUS - FIRST_BUS - 3 * PAGE)
            return 0;
        if (LAST_BUS - s->next_bus < len + 3 * PAGE)
            s->next_bus = FIRST_BUS;
        w->bus = s->next_bus + in_page;
        w->len = len;
        w->p = (uint8_t *)(uintptr_t)p;
        w->writes = writes;
        s->next_bus += (uint32_t)((in_page + len + 2 * PAGE) / PAGE * PAGE);
        return w->bus;
    }
    wrong(s, "too many windows", 0);
    return 0;
}

static void unmap(void *user, uint32_t bus)
{
    struct ob_sim *s = (struct ob_sim *)user;
    struct window *w = window_of(s, bus);

    if (w && w->bus == bus)
        w->len = 0;
    else
        wrong(s, "a window closed that is not open", bus);
}

static void clean(void *user, const void *p, size_t len)
{
    sim_cache_clean(((struct ob_sim *)user)->cache, p, len);
}

static void invalidate(void *user, const void *p, size_t len)
{
    struct ob_sim *s = (struct ob_sim *)user;

    if (!sim_cache_invalidate(s->cache, p, len))
        wrong(s, "half a cache line invalidated", (uint32_t)(uintptr_t)p);
}

/* ---- registers ---- */

/* Count an access; false if the block does not see it because of a fault. */
static bool access(struct ob_sim *s)
{
    s->accesses++;
    if (s->fault != OB_SIM_WELL && !s->fault_on && s->fault_in-- == 0) {
        s->fault_on = true;
        if (s->fault == OB_SIM_RESET || s->fault == OB_SIM_WIPED) {
            if (s->fault == OB_SIM_RESET)
                s->bench.reset(s->tb, 2);
            else
                (void)s->bench.write(s->tb, WIPE, 1, 15);
            s->fault = OB_SIM_WELL;
            s->fault_on = false;
        }
        s->bench.hang(s->tb, s->fault == OB_SIM_BUS_HANGS);
    }
    return !s->fault_on || (s->fault != OB_SIM_GONE && s->fault != OB_SIM_STUCK);
}

static uint32_t read_register(void *user, uint32_t offset)
{
    struct ob_sim *s = (struct ob_sim *)user;
    uint32_t value = 0;

    if (!access(s)) {
        if (s->fault == OB_SIM_GONE)
            return UINT32_MAX;
        return offset == STATUS || offset == UDMA_BUSY;
    }
    if (s->bench.read(s->tb, offset, &value) != 0)
        wrong(s, "a register read was refused", offset);
    return value;
}

static void write_register(void *user, uint32_t offset, uint32_t value)
{
    struct ob_sim *s = (struct ob_sim *)user;

    if (access(s) && s->bench.write(s->tb, offset, value, 15) != 0)
        wrong(s, "a register write was refused", offset);
}

static void wait(void *user)
{
    struct ob_sim *s = (struct ob_sim *)user;

    if (!s->fault_on || s->fault != OB_SIM_STUCK)
        s->bench.run(s->tb, WAIT_RUN);
}

static void reset(void *user)
{
    struct ob_sim *s = (struct ob_sim *)user;

    if (s->fault_on && s->fault == OB_SIM_GONE)
        return;
    if (s->fault_on)
        s->fault = OB_SIM_WELL;
    s->fault_on = false;
    s->bench.hang(s->tb, 0);
    s->bench.reset(s->tb, 2);
}

/* ---- creation ---- */

static bool find(struct ob_sim *s, const char *name, void *function)
{
    void *p = dlsym(s->library, name);

    if (!p) {
        fprintf(stderr, "simulated block: %s\n", dlerror());
        return false;
    }
    memcpy(function, &p, sizeof p);
    return true;
}

/* Stand-ins for the memory of a block that masters no bus. */
static void no_latency(void *tb, unsigned cycles)
{
    (void)tb, (void)cycles;
}

static void no_calls(void *tb, void *user, bool (*load_word)(void *, uint32_t, uint32_t *),
                     bool (*store_word)(void *, uint32_t, uint32_t, unsigned))
{
    (void)tb, (void)user, (void)load_word, (void)store_word;
}

static void no_hang(void *tb, int hung)
{
    (void)tb, (void)hung;
}

static unsigned no_violations(void *tb)
{
    (void)tb;
    return 0;
}

static bool find_memory(struct ob_sim *s)
{
    if (!dlsym(s->library, "tb_mem_calls")) {
        s->bench.latency = no_latency;
        s->bench.calls = no_calls;
        s->bench.hang = no_hang;
        s->bench.violations = no_violations;
        return true;
    }
    return find(s, "tb_mem_latency", &s->bench.latency) && find(s, "tb_mem_calls", &s->bench.calls) &&
           find(s, "tb_mem_hang", &s->bench.hang) && find(s, "tb_violations", &s->bench.violations);
}

struct ob_sim *ob_sim_open(const char *library, unsigned seed)
{
    struct ob_sim *s = aligned_alloc(OB_DEVICE_WORK_ALIGN, sizeof *s);

    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!s->library) {
        fprintf(stderr, "simulated block: %s\n", dlerror());
        free(s);
        return NULL;
    }
    if (!find(s, "tb_new", &s->bench.create) || !find(s, "tb_free", &s->bench.destroy) ||
        !find(s, "tb_reset", &s->bench.reset) || !find(s, "tb_run", &s->bench.run) ||
        !find(s, "tb_cycles", &s->bench.cycles) || !find(s, "tb_irq", &s->bench.irq) ||
        !find(s, "tb_write", &s->bench.write) || !find(s, "tb_read", &s->bench.read) ||
        !find(s, "tb_pause_percent", &s->bench.pause) || !find_memory(s)) {
        ob_sim_close(s);
        return NULL;
    }
    s->tb = s->bench.create(seed);
    s->bench.calls(s->tb, s, load, store);
    s->next_bus = FIRST_BUS;
    return s;
}

void ob_sim_close(struct ob_sim *s)
{
    if (!s)
        return;
    if (s->tb)
        s->bench.destroy(s->tb);
    sim_cache_free(s->cache);
    dlclose(s->library);
    free(s);
}

void ob_sim_device(struct ob_sim *s, struct ob_device *d, enum ob_sim_memory memory)
{
    static const struct ob_device_calls mapped = {read_register, write_register, map, unmap};
    static const struct ob_device_calls plain = {read_register, write_register, NULL, NULL};

    s->memory = memory;
    memset(d, 0, sizeof *d);
    d->calls = memory == OB_SIM_COHERENT ? &mapped : &plain;
    d->user = s;
    d->wait = wait;
    d->reset = reset;
    d->timeout_us = 120000000; /* simulated time is slow, and the host may be busy */
    if (memory == OB_SIM_NONE)
        return;
    d->work = s->work;
    d->work_len = sizeof s->work;
    d->work_bus = WORK_BUS;
    if (memory == OB_SIM_COHERENT)
        d->reach_len = SIZE_MAX;
    if (memory == OB_SIM_CACHED) { /* the block has 32 address bits: the lower half */
        sim_cache_free(s->cache);
        s->cache = sim_cache_new();
        d->reach_len = SIZE_MAX;
        d->cache_line = SIM_CACHE_LINE;
        d->clean = clean;
        d->invalidate = invalidate;
    }
}

void ob_sim_show(struct ob_sim *s, uint32_t bus, void *p, size_t len)
{
    s->shown.bus = bus;
    s->shown.p = (uint8_t *)p;
    s->shown.len = len;
}

uint32_t ob_sim_read(struct ob_sim *s, uint32_t offset)
{
    return read_register(s, offset);
}

void ob_sim_write(struct ob_sim *s, uint32_t offset, uint32_t value)
{
    write_register(s, offset, value);
}

void ob_sim_pace(struct ob_sim *s, unsigned pause_percent, unsigned latency)
{
    s->bench.pause(s->tb, pause_percent);
    s->bench.latency(s->tb, latency);
}

void ob_sim_fail(struct ob_sim *s, enum ob_sim_fault fault, unsigned accesses)
{
    s->fault = fault;
    s->fault_in = accesses;
    s->fault_on = false;
    s->bench.hang(s->tb, 0);
}

void ob_sim_idle(struct ob_sim *s)
{
    wait(s);
}

void ob_sim_wipe(struct ob_sim *s)
{
    (void)s->bench.write(s->tb, WIPE, 1, 15);
    s->bench.run(s->tb, 100);
}

uint64_t ob_sim_cycles(const struct ob_sim *s)
{
    return s->bench.cycles(s->tb);
}

uint64_t ob_sim_accesses(const struct ob_sim *s)
{
    return s->accesses;
}

bool ob_sim_irq(const struct ob_sim *s)
{
    return s->bench.irq(s->tb) != 0;
}

unsigned ob_sim_wrongs(const struct ob_sim *s)
{
    unsigned open = 0;

    for (unsigned i = 0; i < WINDOWS; i++)
        open += s->windows[i].len != 0;
    return s->wrongs + s->bench.violations(s->tb) + open;
}

bool ob_sim_shows(struct ob_sim *s, const uint8_t *text, size_t len)
{
    uint8_t shown[0x200]; /* all registers; the data ports begin at this offset */

    for (uint32_t at = 0; at < sizeof shown; at += 4) {
        uint32_t value = 0;

        (void)s->bench.read(s->tb, at, &value);
        memcpy(shown + at, &value, 4);
    }
    (void)s->bench.write(s->tb, EVENT, 0xff, 15);
    for (size_t at = 0; at + len <= sizeof shown; at++)
        if (memcmp(shown + at, text, len) == 0)
            return true;
    return false;
}
