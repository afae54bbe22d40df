/* SPDX-License-Identifier: Apache-2.0 */
/* The LiteX example's answers to outboard/board.h, and the C library's console and exit (picolibc). */
#include "outboard/board.h"

#include <outboard/cryp.h>
#include <outboard/hasher.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/litex/litex.h"

_Noreturn void _exit(int code); /* where exit and _Exit of the C library end */

#ifndef LITEX_NAME
#define LITEX_NAME "litex"
#endif
#ifndef LITEX_SIMULATED /* 0: a real board */
#define LITEX_SIMULATED 1
#endif
#define EOT        4  /* ASCII: end of transmission */
#define CACHE_LINE 32 /* bytes, of VexRiscv's data cache, which writes through */

const char *ob_board_name(void)
{
    return LITEX_NAME;
}

/* ---- engines ---- */

static _Alignas(OB_DEVICE_WORK_ALIGN) uint8_t hasher_work[OB_DEVICE_WORK_LEN];
static _Alignas(OB_DEVICE_WORK_ALIGN) uint8_t cryp_work[OB_DEVICE_WORK_LEN];
static struct ob_hasher hasher;
static struct ob_cryp cryp;

/* A cache that writes through has nothing to write back; stores still on their way are waited for. */
static void clean(void *user, const void *p, size_t len)
{
    (void)user;
    (void)p;
    (void)len;
    __asm__ volatile("fence" ::: "memory");
}

/* VexRiscv forgets its whole data cache by this instruction of its own; nothing is lost, as above. */
static void invalidate(void *user, const void *p, size_t len)
{
    (void)user;
    (void)p;
    (void)len;
    __asm__ volatile(".word 0x0000500f" ::: "memory");
}

static struct ob_device device(uint32_t base, enum ob_board_mode mode, uint8_t *work)
{
    struct ob_device d = {.base = base};

    if (mode == OB_BOARD_DMA) {
        d.work = work;
        d.work_len = OB_DEVICE_WORK_LEN;
        d.work_bus = (uint32_t)(uintptr_t)work;
        d.reach_len = SIZE_MAX;
        d.cache_line = CACHE_LINE;
        d.clean = clean;
        d.invalidate = invalidate;
    }
    return d;
}

int ob_board_start_keys(enum ob_board_keys keys)
{
    (void)keys;
    return OB_E_DECLINED;
}

int ob_board_start(enum ob_board_mode mode)
{
    int status = ob_start();

    if (mode == OB_BOARD_SOFTWARE)
        return status < 0 ? status : OB_OK;
    hasher = (struct ob_hasher){.device = device(LITEX_HASHER, mode, hasher_work)};
    status = ob_hasher_init(&hasher);
    if (status == OB_OK)
        status = ob_engine_add(NULL, &hasher.engine);
    if (LITEX_CRYP == 0 || status != OB_OK)
        return status;
    cryp = (struct ob_cryp){.device = device(LITEX_CRYP, mode, cryp_work)};
    status = ob_cryp_init(&cryp);
    if (status == OB_OK)
        status = ob_engine_add(NULL, &cryp.engine);
    return status;
}

/* ---- time and memory ---- */

uint64_t ob_board_cycles(void)
{
    litex_write(LITEX_UPTIME_LATCH, 1);
    return (uint64_t)litex_read(LITEX_UPTIME_CYCLES) << 32 | litex_read(LITEX_UPTIME_CYCLES + 4);
}

uint64_t ob_board_idle_cycles(void)
{
    return 0; /* not counted: waits poll */
}

uint32_t ob_board_khz(void)
{
    return LITEX_CLOCK_KHZ;
}

extern uint8_t litex_memory[], __heap_start[]; /* litex.ld */

uint8_t *ob_board_memory(size_t *len)
{
    *len = (size_t)(__heap_start - litex_memory);
    return litex_memory;
}

int ob_board_is_exact(void)
{
    return 1;
}

int ob_board_is_slow(void)
{
    return LITEX_SIMULATED;
}

/* ---- C library ---- */

static int put(char c, FILE *file)
{
    (void)file;
    while (litex_read(LITEX_UART_TXFULL))
        ;
    litex_write(LITEX_UART_RXTX, (uint8_t)c);
    return (unsigned char)c;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

/* The end goes over the console, as there may be nothing else: EOT and the exit code. */
void _exit(int code)
{
    put(EOT, NULL);
    put((char)code, NULL);
    while (!litex_read(LITEX_UART_TXEMPTY))
        ;
    for (;;)
        ;
}
