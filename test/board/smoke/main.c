/* SPDX-License-Identifier: Apache-2.0 */
/* The SoC by its registers: identification, RAMs, bus errors, timer, sleep, and both blocks by the CPU and by DMA. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "board/soc/soc.h"
#include "hw/acryp/acryp_regs.h"
#include "hw/cryp/cryp_regs.h"
#include "hw/hasher/hasher_regs.h"
#include "hw/udma/udma_regs.h"
#include "outboard/board.h"

#define UDMA       0x1000u /* of a block's own DMA, behind the block's registers */
#define IRQ_TIMER  7
#define IRQ_HASHER 16
#define IRQ_CRYP   17
#define PATIENCE   100000u /* polls */

static unsigned failures;

static void check(const char *what, bool good)
{
    printf("%-44s %s\n", what, good ? "ok" : "FAILED");
    failures += !good;
}

static uint32_t get(uint32_t address)
{
    return *(volatile uint32_t *)address;
}

static void put(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)address = value;
}

/* ---- bus errors ---- */

__attribute__((used)) static volatile uint32_t trap_cause;

/* Notes the cause and goes on behind the load or store. A table of interrupts begins with exceptions. */
__attribute__((naked, aligned(256))) static void on_trap(void)
{
    __asm__ volatile(".option push\n\t"
                     ".option norvc\n\t"
                     "addi sp, sp, -16\n\t"
                     "sw t0, 0(sp)\n\t"
                     "sw t1, 4(sp)\n\t"
                     "csrr t0, mcause\n\t"
                     "la t1, trap_cause\n\t"
                     "sw t0, 0(t1)\n\t"
                     "csrr t0, mepc\n\t"
                     "addi t0, t0, 4\n\t"
                     "csrw mepc, t0\n\t"
                     "lw t0, 0(sp)\n\t"
                     "lw t1, 4(sp)\n\t"
                     "addi sp, sp, 16\n\t"
                     "mret\n\t"
                     ".option pop\n\t");
}

/* mcause of a load or store (RISC-V Privileged Architecture, table 3.6), 0: none. The core reports it after the
 * instruction that follows, at the latest. */
static uint32_t cause_of(uint32_t address, bool store)
{
    trap_cause = 0;
    if (store)
        __asm__ volatile(".option push; .option norvc; sw zero, 0(%0); .option pop; nop; nop"
                         :
                         : "r"(address)
                         : "memory");
    else
        __asm__ volatile(".option push; .option norvc; lw t0, 0(%0); .option pop; nop; nop"
                         :
                         : "r"(address)
                         : "t0", "memory");
    return trap_cause;
}

static void bus_errors(void)
{
    const uint32_t load_fault = 5, store_fault = 7;
    uint32_t old;

    __asm__ volatile("csrrw %0, mtvec, %1" : "=r"(old) : "r"(on_trap));
    check("bus error: nothing at the address", cause_of(0x30000000, false) == load_fault);
    check("bus error: store to a read-only place", cause_of(OB_SOC_SYSTEM_BASE + 0xf00, true) == store_fault);
    check("bus error: result and name of acryp", cause_of(OB_SOC_ACRYP_BASE + OB_ACRYP_DATA_OUT, false) == load_fault &&
                                                     cause_of(OB_SOC_ACRYP_BASE, true) == store_fault);
    check("no bus error: buffer RAM", cause_of(OB_SOC_BUFFER_BASE + OB_SOC_BUFFER_SIZE - 4, false) == 0);
    __asm__ volatile("csrw mtvec, %0" : : "r"(old));
}

/* ---- memory, timer, sleep ---- */

static void memory(void)
{
    size_t len;
    volatile uint8_t *bytes = ob_board_memory(&len);
    bool good = true;

    for (size_t i = 0; i < len; i += 997)
        bytes[i] = (uint8_t)(i ^ i >> 8);
    for (size_t i = 0; i < len; i += 997)
        good &= bytes[i] == (uint8_t)(i ^ i >> 8);
    *(volatile uint16_t *)(bytes + 2) = 0x1234;
    *(volatile uint32_t *)(bytes + 5) = 0x89abcdef; /* misaligned: two accesses */
    good &= *(volatile uint32_t *)(bytes + 5) == 0x89abcdef && bytes[3] == 0x12 && bytes[8] == 0x89;
    check("buffer RAM: bytes, halves, words", good);
}

/* Sleep until the given interrupt is pending; it needs no handler while mstatus.MIE is 0. */
static void sleep_until(unsigned irq)
{
    __asm__ volatile("csrw mie, %0" : : "r"(1u << irq));
    __asm__ volatile("wfi" : : : "memory");
    __asm__ volatile("csrw mie, zero");
}

static void timer(void)
{
    uint64_t begin = ob_board_cycles(), idle = ob_board_idle_cycles(), end;

    soc_write(OB_SOC_COMPARE_HI, (uint32_t)((begin + 1000) >> 32));
    soc_write(OB_SOC_COMPARE_LO, (uint32_t)(begin + 1000));
    sleep_until(IRQ_TIMER);
    end = ob_board_cycles();
    idle = ob_board_idle_cycles() - idle;
    check("timer wakes the core", soc_read(OB_SOC_IRQ) & OB_SOC_IRQ_TIMER && end >= begin + 1000 && end < begin + 1050);
    check("sleep is counted", idle > 850 && idle < end - begin);
    soc_write(OB_SOC_COMPARE_HI, OB_SOC_COMPARE_HI_RESET);
    check("timer's line falls", !(soc_read(OB_SOC_IRQ) & OB_SOC_IRQ_TIMER));
}

/* ---- the blocks by the CPU ---- */

static const uint8_t sha256_abc[32] = {
    /* FIPS 180-4, example */
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
    0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
};
static const uint32_t aes_key[4] = {0x16157e2b, 0xa6d2ae28, 0x8815f7ab, 0x3c4fcf09}; /* SP 800-38A, F.1.1 */
static const uint32_t aes_plain[4] = {0xe2bec16b, 0x969f402e, 0x117e3de9, 0x2a179373};
static const uint32_t aes_cipher[4] = {0xb47bd73a, 0x60367a0d, 0xf3ca9ea8, 0x97ef6624};

static bool idle(uint32_t status_register)
{
    for (unsigned i = 0; i < PATIENCE; i++)
        if (!(get(status_register) & 1))
            return true;
    return false;
}

static void load_key(void)
{
    for (unsigned i = 0; i < 4; i++)
        put(OB_SOC_CRYP_BASE + OB_CRYP_KEY + 4 * i, aes_key[i]);
}

static void by_cpu(void)
{
    uint32_t digest[8], out[4];
    bool good = idle(OB_SOC_HASHER_BASE + OB_HASHER_STATUS) && idle(OB_SOC_CRYP_BASE + OB_CRYP_STATUS);

    put(OB_SOC_HASHER_BASE + OB_HASHER_LEN, 3);
    put(OB_SOC_HASHER_BASE + OB_HASHER_CTRL, OB_HASHER_CTRL_ALG_SHA256 | OB_HASHER_CTRL_FIRST | OB_HASHER_CTRL_LAST);
    put(OB_SOC_HASHER_BASE + OB_HASHER_DATA, 'a' | 'b' << 8 | 'c' << 16);
    good &= idle(OB_SOC_HASHER_BASE + OB_HASHER_STATUS);
    for (unsigned i = 0; i < 8; i++)
        digest[i] = get(OB_SOC_HASHER_BASE + OB_HASHER_DIGEST + 4 * i);
    check("hasher by the CPU: SHA-256", good && memcmp(digest, sha256_abc, 32) == 0);

    load_key();
    put(OB_SOC_CRYP_BASE + OB_CRYP_LEN, 16);
    put(OB_SOC_CRYP_BASE + OB_CRYP_CTRL, OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_KEYLEN_K128 | OB_CRYP_CTRL_MODE_ECB);
    for (unsigned i = 0; i < 4; i++)
        put(OB_SOC_CRYP_BASE + OB_CRYP_DATA_IN + 4 * i, aes_plain[i]);
    for (unsigned i = 0; i < 4; i++)
        out[i] = get(OB_SOC_CRYP_BASE + OB_CRYP_DATA_OUT + 4 * i);
    check("cryp by the CPU: AES-128 ECB", memcmp(out, aes_cipher, 16) == 0);
}

/* ---- the blocks by DMA ---- */

static _Alignas(32) volatile uint32_t ring[2][8];

/* One descriptor on a block's DMA, with its interrupt; waits asleep. False if it was not completed as it should. */
static bool run(uint32_t base, unsigned irq, uint32_t load, uint32_t store, const uint32_t *image, void *stored,
                const void *in, uint32_t in_len, void *out, uint32_t out_len)
{
    const uint32_t words[8] = {
        load | 1u << 16,         store,  (uint32_t)(uintptr_t)image, (uint32_t)(uintptr_t)stored,
        (uint32_t)(uintptr_t)in, in_len, (uint32_t)(uintptr_t)out,   out_len,
    };
    bool good;

    for (unsigned i = 0; i < 8; i++)
        ring[0][i] = words[i];
    put(base + UDMA + OB_UDMA_RING_BASE, (uint32_t)(uintptr_t)ring);
    put(base + UDMA + OB_UDMA_RING_LAST, 1);
    put(base + UDMA + OB_UDMA_IRQ_EN, OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_BUS);
    put(base + UDMA + OB_UDMA_CONTROL, OB_UDMA_CONTROL_ENABLE);
    put(base + UDMA + OB_UDMA_HEAD, 1);
    sleep_until(irq);
    good = get(base + UDMA + OB_UDMA_EVENT) == (OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_IDLE) && ring[0][1] >> 29 == 4;
    put(base + UDMA + OB_UDMA_EVENT, ~0u);
    put(base + UDMA + OB_UDMA_CONTROL, 0);
    return good && idle(base + UDMA + OB_UDMA_STATUS);
}

/* An image's registers: first register and number of words, as the first words of a descriptor have them. */
#define REGS(first, count) ((first) / 4 | (uint32_t)(count) << 10)

static void hash_by_dma(const char *what, const void *in)
{
    static const uint32_t image[2] = {3, OB_HASHER_CTRL_ALG_SHA256 | OB_HASHER_CTRL_FIRST | OB_HASHER_CTRL_LAST |
                                             OB_HASHER_CTRL_STREAM};
    uint32_t digest[8] = {0};
    bool good = run(OB_SOC_HASHER_BASE, IRQ_HASHER, REGS(OB_HASHER_LEN, 2), REGS(OB_HASHER_DIGEST, 8), image, digest,
                    in, 3, NULL, 0);

    check(what, good && memcmp(digest, sha256_abc, 32) == 0);
}

static void by_dma(void)
{
    static const char text[] = "abc"; /* in code RAM, like the program's constants */
    static uint32_t image[7];         /* IV, AADLEN, LEN, CTRL */
    size_t len;
    uint8_t *buffer = ob_board_memory(&len);
    uint64_t slept = ob_board_idle_cycles();
    bool good = true;

    hash_by_dma("hasher by DMA from code RAM", text);
    memcpy(buffer + 1, "abc", 3);
    hash_by_dma("hasher by DMA from buffer RAM, misaligned", buffer + 1);
    check("the core slept meanwhile", ob_board_idle_cycles() - slept > 100);

    /* CBC with an IV of zeros: the first block is that of ECB. The key that is in the block serves ECB alone. */
    load_key();
    memcpy(buffer, aes_plain, 16);
    memset(buffer + 16, 0x5a, 4096 - 16);
    image[5] = 4096;
    image[6] = OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_KEYLEN_K128 | OB_CRYP_CTRL_MODE_CBC | OB_CRYP_CTRL_STREAM;
    good &= run(OB_SOC_CRYP_BASE, IRQ_CRYP, REGS(OB_CRYP_IV, 7), 0, image, NULL, buffer, 4096, buffer + 8192, 4096);
    good &= memcmp(buffer + 8192, aes_cipher, 16) == 0;
    image[6] |= OB_CRYP_CTRL_DECRYPT;
    load_key(); /* run() has switched the DMA off, which wipes the block */
    good &=
        run(OB_SOC_CRYP_BASE, IRQ_CRYP, REGS(OB_CRYP_IV, 7), 0, image, NULL, buffer + 8192, 4096, buffer + 8192, 4096);
    good &= memcmp(buffer + 8192, buffer, 4096) == 0;
    check("cryp by DMA: 4 KiB of CBC and back in place", good);
}

static void dma_error(void)
{
    static const uint32_t image[2] = {4, OB_HASHER_CTRL_ALG_SHA256 | OB_HASHER_CTRL_FIRST | OB_HASHER_CTRL_LAST |
                                             OB_HASHER_CTRL_STREAM};

    run(OB_SOC_HASHER_BASE, IRQ_HASHER, REGS(OB_HASHER_LEN, 2), REGS(OB_HASHER_DIGEST, 8), image, (void *)ring,
        (const void *)0x30000000u, 4, NULL, 0);
    check("a DMA error names the address", get(OB_SOC_HASHER_BASE + UDMA + OB_UDMA_ERROR_ADDR) == 0x30000000u);
}

int main(void)
{
    printf("%s at %lu kHz, buffer RAM %lu cycles\n", ob_board_name(), (unsigned long)ob_board_khz(),
           (unsigned long)((soc_read(OB_SOC_CONFIG) & OB_SOC_CONFIG_BUFFER_CYCLES) >> OB_SOC_CONFIG_BUFFER_CYCLES_LSB));
    check("names of the blocks", soc_read(OB_SOC_NAME) == OB_SOC_NAME_RESET &&
                                     get(OB_SOC_HASHER_BASE + OB_HASHER_NAME) == OB_HASHER_NAME_RESET &&
                                     get(OB_SOC_CRYP_BASE + OB_CRYP_NAME) == OB_CRYP_NAME_RESET &&
                                     get(OB_SOC_HASHER_BASE + UDMA + OB_UDMA_NAME) == OB_UDMA_NAME_RESET &&
                                     get(OB_SOC_CRYP_BASE + UDMA + OB_UDMA_NAME) == OB_UDMA_NAME_RESET);
    memory();
    bus_errors();
    timer();
    by_cpu();
    by_dma();
    dma_error();
    printf("%u failures\n", failures);
    return failures != 0;
}
