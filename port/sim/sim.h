/* SPDX-License-Identifier: Apache-2.0 */
/* A Verilated block in this process, as the device of a driver: the block's registers by calls, its DMA into this
 * process's memory through windows that the driver opens, and all that goes wrong with devices. */
#ifndef OUTBOARD_PORT_SIM_H
#define OUTBOARD_PORT_SIM_H

#include <outboard/device.h>

struct ob_sim;

/* How the block sees memory. */
enum ob_sim_memory {
    OB_SIM_NONE,     /* no DMA */
    OB_SIM_COHERENT, /* all of it */
    OB_SIM_APART,    /* only ob_device.work: everything is copied */
    OB_SIM_CACHED,   /* all of it, behind a cache of 32-byte lines that needs maintenance */
};

enum ob_sim_fault {
    OB_SIM_WELL,
    OB_SIM_GONE,      /* reads give all ones, as where nothing is on the bus */
    OB_SIM_STUCK,     /* busy and silent until reset */
    OB_SIM_BUS_HANGS, /* memory does not answer the block's DMA until reset */
    OB_SIM_BUS_ERROR, /* memory answers with errors */
    OB_SIM_RESET,     /* the block is reset, once */
};

/* Load library, the shared object that test/rtl/build.py makes of hw/hasher_udma or hw/cryp_udma. seed: of all random
 * choices. NULL if there is none; the reason goes to standard error. */
struct ob_sim *ob_sim_open(const char *library, unsigned seed);
void ob_sim_close(struct ob_sim *sim);

/* Fill the first part of d, but for irq. */
void ob_sim_device(struct ob_sim *sim, struct ob_device *d, enum ob_sim_memory memory);

/* Show the block len bytes at p under a bus address below 0x20000000, for good: memory that is not the driver's. */
void ob_sim_show(struct ob_sim *sim, uint32_t bus, void *p, size_t len);

/* One access to a register, as the driver makes it. */
uint32_t ob_sim_read(struct ob_sim *sim, uint32_t offset);
void ob_sim_write(struct ob_sim *sim, uint32_t offset, uint32_t value);

/* How often, in percent, each side of each handshake waits, and the memory's latency in cycles. 0 and 1 at first. */
void ob_sim_pace(struct ob_sim *sim, unsigned pause_percent, unsigned latency);

/* From `accesses` register accesses on, and for good but where the fault says otherwise. */
void ob_sim_fail(struct ob_sim *sim, enum ob_sim_fault fault, unsigned accesses);

/* Let some cycles pass. */
void ob_sim_idle(struct ob_sim *sim);

/* Erase what the block holds, behind the driver's back. */
void ob_sim_wipe(struct ob_sim *sim);

uint64_t ob_sim_cycles(const struct ob_sim *sim);
/* Register accesses so far. */
uint64_t ob_sim_accesses(const struct ob_sim *sim);

/* Whether the interrupt line is up. */
bool ob_sim_irq(const struct ob_sim *sim);

/* What must never happen, counted since the start: register accesses that the block refused (a bus fault on bare
 * metal), DMA outside of what the driver had opened or against its direction, breaches of the bus protocol, windows
 * that were left open. */
unsigned ob_sim_wrongs(const struct ob_sim *sim);

/* Bytes of this text anywhere in what the block can still be made to show by its registers: for tests of wiping. */
bool ob_sim_shows(struct ob_sim *sim, const uint8_t *text, size_t len);

#endif
