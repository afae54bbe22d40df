/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers on Linux UIO, with files in place of /dev/uio0 and /dev/udmabuf0: each load and store to the mapped
 * registers traps and is carried out on the Verilated block, whose DMA sees the mapped memory alone. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <outboard/cryp.h>
#include <outboard/hasher.h>
#include <outboard/outboard.h>
#include <outboard/uio.h>

#include "port/sim/sim.h"

#define REGISTERS  0x2000
#define MEMORY     0x4000
#define MEMORY_BUS 0x10000000u
#define PAGE_WRITE 2     /* bit of the page fault's error code (Intel SDM, volume 3, section 4.7) */
#define TRAP_FLAG  0x100 /* EFLAGS.TF: trap after one instruction */

extern struct ob_engine ob_engine_soft;

static struct ob_uio uio;
static struct ob_sim *sim;
static volatile uint32_t *at; /* the register that the trapped instruction touches */
static bool writes;
static unsigned trapped;
static char names[2][64];

static void protect(int how)
{
    if (mprotect(uio.mapped_registers, REGISTERS, how) != 0)
        abort();
}

/* An access to a register: lay out what a load reads, and let the instruction run alone. */
static void on_access(int signal_number, siginfo_t *info, void *context)
{
    ucontext_t *c = (ucontext_t *)context;
    uintptr_t offset = (uintptr_t)info->si_addr - (uintptr_t)uio.mapped_registers;

    (void)signal_number;
    if (offset >= REGISTERS || offset % 4)
        abort();
    trapped++;
    at = (volatile uint32_t *)info->si_addr;
    writes = (c->uc_mcontext.gregs[REG_ERR] & PAGE_WRITE) != 0;
    protect(PROT_READ | PROT_WRITE);
    if (!writes)
        *at = ob_sim_read(sim, (uint32_t)offset);
    c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* It has run: carry out what a store wrote, and wait for the next one. */
static void on_step(int signal_number, siginfo_t *info, void *context)
{
    ucontext_t *c = (ucontext_t *)context;

    (void)signal_number;
    (void)info;
    c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
    if (writes)
        ob_sim_write(sim, (uint32_t)((uintptr_t)at - (uintptr_t)uio.mapped_registers), *at);
    protect(PROT_NONE);
}

static void make_file(unsigned i, off_t len)
{
    int fd;

    strcpy(names[i], "outboard-uio-XXXXXX");
    fd = mkstemp(names[i]);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, len), 0);
    close(fd);
}

static void open_block(const char *name, struct ob_device *d)
{
    const char *folder = getenv("OB_RTL_DIR");
    struct sigaction access = {.sa_sigaction = on_access, .sa_flags = SA_SIGINFO | SA_NODEFER};
    struct sigaction step = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
    char path[512];

    snprintf(path, sizeof path, "%s/%s_udma/lib%s_udma.so", folder ? folder : "build/host/rtl", name, name);
    sim = ob_sim_open(path, 3);
    assert_non_null(sim);
    make_file(0, REGISTERS);
    make_file(1, MEMORY);
    memset(&uio, 0, sizeof uio);
    uio.registers = names[0];
    uio.memory = names[1];
    uio.memory_bus = MEMORY_BUS;
    uio.memory_len = MEMORY;
    assert_int_equal(ob_uio_open(&uio, d), OB_OK);
    ob_sim_show(sim, MEMORY_BUS, uio.mapped_memory, MEMORY);
    assert_int_equal(sigaction(SIGSEGV, &access, NULL), 0);
    assert_int_equal(sigaction(SIGTRAP, &step, NULL), 0);
    protect(PROT_NONE);
}

static void close_block(void)
{
    protect(PROT_READ | PROT_WRITE);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGTRAP, SIG_DFL);
    ob_uio_close(&uio);
    assert_int_equal(ob_sim_wrongs(sim), 0);
    ob_sim_close(sim);
    unlink(names[0]);
    unlink(names[1]);
}

/* A message through all rows of an engine's algorithm, against software. */
static void compare(struct ob_dispatcher *d, struct ob_engine *e, uint8_t alg, size_t key_len, size_t tag_len)
{
    static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 0, 1, 0}, dear = {OB_UPTO_ANY, 0, 1000, 0, 1000, 0};
    static const struct ob_price *prices[64];
    static struct ob_engine soft;
    static struct ob_dispatcher reference;
    static struct ob_session s, r;
    static uint8_t text[9001], out[9001], want[9001];
    uint8_t key[32] = "the key that UIO carries", tag[64], want_tag[64];

    memset(&soft, 0, sizeof soft);
    memset(&reference, 0, sizeof reference);
    soft.ops = ob_engine_soft.ops;
    assert_int_equal(ob_engine_add(&reference, &soft), OB_OK);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 73 + i / 251);
    for (uint8_t mode = OB_MODE_CPU; mode <= OB_MODE_DMA; mode++)
        for (size_t len = 0; len <= sizeof text; len = len * 6 + 17) {
            struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                               .iv = text,
                               .iv_len = tag_len == 16 ? 12 : 0,
                               .in = text + 1,
                               .in_len = len,
                               .out = tag_len == 16 ? out : NULL,
                               .out_size = len,
                               .tag = tag,
                               .tag_len = tag_len};

            for (unsigned row = 0; row < e->ops->n_caps; row++)
                prices[row] = e->ops->caps[row].mode == mode ? &cheap : &dear;
            e->prices = prices;
            assert_int_equal(ob_session_open(&s, d, alg, key, key_len), OB_OK);
            assert_int_equal(ob_session_open(&r, &reference, alg, key, key_len), OB_OK);
            assert_int_equal(ob_run(&s, &op), OB_OK);
            op.out = tag_len == 16 ? want : NULL;
            op.tag = want_tag;
            assert_int_equal(ob_run(&r, &op), OB_OK);
            assert_memory_equal(tag, want_tag, tag_len);
            if (tag_len == 16)
                assert_memory_equal(out, want, len);
            ob_session_close(&s);
            ob_session_close(&r);
        }
    ob_stop(&reference);
}

static void hasher_by_uio(void **state)
{
    static struct ob_hasher hasher;
    static struct ob_dispatcher d;

    (void)state;
    open_block("hasher", &hasher.device);
    assert_int_equal(ob_hasher_init(&hasher), OB_OK);
    assert_int_equal(ob_engine_add(&d, &hasher.engine), OB_OK);
    compare(&d, &hasher.engine, OB_SHA256, 0, 32);
    compare(&d, &hasher.engine, OB_HMAC_SHA512, 20, 64);
    ob_stop(&d);
    assert_true(trapped > 1000);
    close_block();
}

static void cryp_by_uio(void **state)
{
    static struct ob_cryp cryp;
    static struct ob_dispatcher d;

    (void)state;
    open_block("cryp", &cryp.device);
    assert_int_equal(ob_cryp_init(&cryp), OB_OK);
    assert_int_equal(ob_engine_add(&d, &cryp.engine), OB_OK);
    compare(&d, &cryp.engine, OB_AES_GCM, 32, 16);
    ob_stop(&d);
    close_block();
}

/* Another block than the driver's, or none. */
static void wrong_block(void **state)
{
    static struct ob_cryp cryp;
    static struct ob_dispatcher d;

    (void)state;
    open_block("hasher", &cryp.device);
    assert_int_equal(ob_cryp_init(&cryp), OB_OK);
    assert_int_equal(ob_engine_add(&d, &cryp.engine), OB_E_IO);
    close_block();
}

static void what_cannot_be_opened(void **state)
{
    struct ob_uio u = {.registers = "there-is-no-such-device"};
    struct ob_device d;

    (void)state;
    assert_int_equal(ob_uio_open(&u, &d), OB_E_IO);
    make_file(0, REGISTERS);
    u.registers = names[0];
    u.memory = "nor-such-memory";
    u.memory_len = MEMORY;
    assert_int_equal(ob_uio_open(&u, &d), OB_E_IO);
    u.memory_len = 100;
    assert_int_equal(ob_uio_open(&u, &d), OB_E_ARG);
    u.memory_len = MEMORY;
    u.memory_bus = 0xfffff000u;
    assert_int_equal(ob_uio_open(&u, &d), OB_E_ARG);
    u.memory = NULL;
    assert_int_equal(ob_uio_open(&u, &d), OB_OK);
    assert_null(d.work);
    ob_uio_close(&u);
    unlink(names[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hasher_by_uio),
        cmocka_unit_test(cryp_by_uio),
        cmocka_unit_test(wrong_block),
        cmocka_unit_test(what_cannot_be_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
