/* SPDX-License-Identifier: Apache-2.0 */
/* A Verilated block in this process, as the device for a driver: calls reach the block's registers, its DMA reaches
 * this process's memory through windows that the driver opens, and faults of devices can be injected. */
#ifndef OUTBOARD_PORT_SIM_H
#define OUTBOARD_PORT_SIM_H

#include <outboard/device.h>

struct ob_sim;

/* What memory the block's DMA can reach. */
enum ob_sim_memory {
    OB_SIM_NONE,     /* no DMA */
    OB_SIM_COHERENT, /* all memory, without a cache */
    OB_SIM_APART,    /* only ob_device.work, so the driver copies everything */
    OB_SIM_CACHED,   /* all memory, behind a cache of 32-byte lines that the driver must maintain */
};

enum ob_sim_fault {
    OB_SIM_WELL,
    OB_SIM_GONE,      /* all reads give ones, as on a bus without a device */
    OB_SIM_STUCK,     /* busy, and without an answer until reset */
    OB_SIM_BUS_HANGS, /* memory does not answer the block's DMA until reset */
    OB_SIM_BUS_ERROR, /* memory answers with errors */
    OB_SIM_RESET,     /* the block is reset once */
    OB_SIM_WIPED,     /* somebody else writes WIPE once, without the driver's knowledge */
};

/* Load library, the shared object that test/rtl/build.py makes of hw/hasher_udma, hw/cryp_udma or hw/acryp, which
 * has no DMA. seed determines all
 * random choices. NULL on failure, with the reason on standard error. */
struct ob_sim *ob_sim_open(const char *library, unsigned seed);
void ob_sim_close(struct ob_sim *sim);

/* Fill d, except for the interrupt (irq). */
void ob_sim_device(struct ob_sim *sim, struct ob_device *d, enum ob_sim_memory memory);

/* Map len bytes at p to a bus address below 0x20000000, permanently: memory that does not belong to the driver. */
void ob_sim_show(struct ob_sim *sim, uint32_t bus, void *p, size_t len);

/* One register access, as the driver does it. */
uint32_t ob_sim_read(struct ob_sim *sim, uint32_t offset);
void ob_sim_write(struct ob_sim *sim, uint32_t offset, uint32_t value);

/* The probability in percent with which each side of each handshake waits, and the memory's latency in cycles.
 * Initially 0 and 1. */
void ob_sim_pace(struct ob_sim *sim, unsigned pause_percent, unsigned latency);

/* Inject the fault after `accesses` register accesses. It stays unless the fault itself says otherwise. */
void ob_sim_fail(struct ob_sim *sim, enum ob_sim_fault fault, unsigned accesses);

/* Run the simulation for some cycles. */
void ob_sim_idle(struct ob_sim *sim);

/* Erase the block's contents without the driver's knowledge. */
void ob_sim_wipe(struct ob_sim *sim);

uint64_t ob_sim_cycles(const struct ob_sim *sim);
/* The number of register accesses so far. */
uint64_t ob_sim_accesses(const struct ob_sim *sim);

/* The level of the interrupt line. */
bool ob_sim_irq(const struct ob_sim *sim);

/* The number of errors since the start: register accesses that the block refused (a bus fault on bare metal), DMA
 * outside the driver's windows or in the wrong direction, violations of the bus protocol, windows that were left
 * open. */
unsigned ob_sim_wrongs(const struct ob_sim *sim);

/* True if the registers can still be made to show this text: for tests of wiping. */
bool ob_sim_shows(struct ob_sim *sim, const uint8_t *text, size_t len);

#endif
