/* SPDX-License-Identifier: Apache-2.0 */
/* The SoC's answers to outboard/board.h, and the C library's console and exit (picolibc). */
#include "outboard/board.h"

#include <outboard/cryp.h>
#include <outboard/hasher.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/soc/soc.h"
#include "hw/udma/udma_regs.h"

_Noreturn void _exit(int code); /* where exit and _Exit of the C library end */

static uint64_t counter(uint32_t low_offset)
{
    uint32_t low = soc_read(low_offset); /* keeps the upper half */

    return (uint64_t)soc_read(low_offset + 4) << 32 | low;
}

const char *ob_board_name(void)
{
    return "soc";
}

/* ---- engines ---- */

#define UDMA        0x1000u /* of a block's own DMA, behind its registers */
#define IRQ_TIMER   7
#define IRQ_HASHER  16
#define IRQ_CRYP    17
#define LONGEST_NAP 1000000u /* cycles of sleep before a wait looks at its deadline, whatever the interrupts do */

static _Alignas(OB_DEVICE_WORK_ALIGN) uint8_t hasher_work[OB_DEVICE_WORK_LEN];
static _Alignas(OB_DEVICE_WORK_ALIGN) uint8_t cryp_work[OB_DEVICE_WORK_LEN];
static struct ob_hasher hasher;
static struct ob_cryp cryp;

/* What sleep wants to know of a block. */
struct block {
    uint32_t base;
    uint32_t irqs; /* mie: the block's and the timer's */
};

static const struct block hasher_block = {OB_SOC_HASHER_BASE, 1u << IRQ_HASHER | 1u << IRQ_TIMER};
static const struct block cryp_block = {OB_SOC_CRYP_BASE, 1u << IRQ_CRYP | 1u << IRQ_TIMER};

/* Sleep until the block's interrupt, if its DMA is at work: only that raises one. A pending interrupt ends wfi though
 * none is taken (mstatus.MIE is 0). */
static void sleep(void *user)
{
    const struct block *block = (const struct block *)user;
    uint32_t mip;

    if (!(*(const volatile uint32_t *)(block->base + UDMA + OB_UDMA_STATUS) & OB_UDMA_STATUS_BUSY))
        return;

    /* Before sleeping, when there is time: the timer may have ended an earlier sleep. */
    __asm__ volatile("csrr %0, mip" : "=r"(mip));
    if (mip & 1u << IRQ_TIMER) {
        uint64_t until = counter(OB_SOC_CYCLE_LO) + LONGEST_NAP;

        soc_write(OB_SOC_COMPARE_LO, (uint32_t)until);
        soc_write(OB_SOC_COMPARE_HI, (uint32_t)(until >> 32));
    }
    __asm__ volatile("csrw mie, %0\n\t"
                     "wfi"
                     :
                     : "r"(block->irqs)
                     : "memory");
}

static struct ob_device device(const struct block *block, enum ob_board_mode mode, uint8_t *work)
{
    struct ob_device d = {.base = block->base, .user = (void *)(uintptr_t)block};

    if (mode == OB_BOARD_DMA) {
        d.wait = sleep;
        d.irq = true;
        d.work = work;
        d.work_len = OB_DEVICE_WORK_LEN;
        d.work_bus = (uint32_t)(uintptr_t)work;
        d.reach_len = SIZE_MAX;
    }
    return d;
}

int ob_board_start(enum ob_board_mode mode)
{
    int status = ob_start();

    if (mode == OB_BOARD_SOFTWARE)
        return status < 0 ? status : OB_OK;
    soc_write(OB_SOC_COMPARE_HI, 0);
    soc_write(OB_SOC_COMPARE_LO, soc_read(OB_SOC_CYCLE_LO) + LONGEST_NAP);
    hasher = (struct ob_hasher){.device = device(&hasher_block, mode, hasher_work)};
    cryp = (struct ob_cryp){.device = device(&cryp_block, mode, cryp_work)};
    status = ob_hasher_init(&hasher);
    if (status == OB_OK)
        status = ob_engine_add(NULL, &hasher.engine);
    if (status == OB_OK)
        status = ob_cryp_init(&cryp);
    if (status == OB_OK)
        status = ob_engine_add(NULL, &cryp.engine);
    return status;
}

/* ---- time and memory ---- */

uint64_t ob_board_cycles(void)
{
    return counter(OB_SOC_CYCLE_LO);
}

uint64_t ob_board_idle_cycles(void)
{
    return counter(OB_SOC_SLEEP_LO);
}

uint32_t ob_board_khz(void)
{
    return (soc_read(OB_SOC_CONFIG) & OB_SOC_CONFIG_CLOCK_MHZ) * 1000u;
}

uint8_t *ob_board_memory(size_t *len)
{
    *len = OB_SOC_BUFFER_SIZE;
    return (uint8_t *)OB_SOC_BUFFER_BASE;
}

int ob_board_is_exact(void)
{
    return 1;
}

int ob_board_is_slow(void)
{
    return !(soc_read(OB_SOC_CONFIG) & OB_SOC_CONFIG_LONG);
}

static int put(char character, FILE *file)
{
    (void)file;
    soc_write(OB_SOC_CONSOLE, (uint8_t)character);
    return (uint8_t)character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;

_Noreturn void _exit(int code)
{
    soc_write(OB_SOC_EXIT, (uint32_t)code);
    for (;;)
        ;
}
