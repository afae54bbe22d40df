/* SPDX-License-Identifier: Apache-2.0 */
/* Somebody else wipes a block, or gives it a command that it refuses, while its driver works: an op gives the right
 * result, or says that there is none. */
#include "blocks_rig.h"

#include "hw/cryp/cryp_regs.h"
#include "port/udma.h"

#define LONG 10000 /* bytes: several commands where the DMA reaches work memory alone */

static const uint8_t key[32] = "0123456789abcdefghijklmnopqrstuv", iv[16] = "initial vectors!";
static struct ob_session a, reference;
static uint8_t text[LONG], out[LONG], want[LONG];

static bool is_cipher(uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER || OB_ALG_CLASS(alg) == OB_CLASS_AEAD;
}

static void open_session(struct ob_session *s, bool soft, uint8_t alg)
{
    rig_session(s, soft, alg, key, OB_ALG_CLASS(alg) == OB_CLASS_HASH ? 0 : alg == OB_AES_XTS ? 32 : 16);
}

/* A message to `to` in one op; in CTR in two, of which the second begins within a block. Returns the status. */
static int message(struct ob_session *s, uint8_t alg, bool in_place, size_t len, uint8_t *to, uint8_t *tag)
{
    bool aead = OB_ALG_CLASS(alg) == OB_CLASS_AEAD, cipher = is_cipher(alg);
    size_t tag_len = cipher && !aead ? 0 : ob_alg_tag(alg), first = alg == OB_AES_CTR ? 37 : 0;
    uint32_t flags = OB_LAST | (cipher ? (uint32_t)OB_ENCRYPT : 0u);
    const uint8_t *in = in_place ? to : text;
    int r;

    if (in_place)
        memcpy(to, text, len);
    if (!first)
        return rig_run(s, flags | OB_FIRST, cipher ? iv : NULL,
                       aead     ? 12
                       : cipher ? 16
                                : 0,
                       NULL, 0, in, len, cipher ? to : NULL, tag_len ? tag : NULL, tag_len);
    r = rig_run(s, OB_FIRST | OB_ENCRYPT, iv, 16, NULL, 0, in, first, to, NULL, 0);
    return r == OB_OK ? rig_run(s, flags, NULL, 0, NULL, 0, in + first, len - first, to + first, NULL, 0) : r;
}

/* The rig has seen accesses that the block refused, so it is not asked for them. */
static void close_rig(void)
{
    ob_session_close(&a);
    ob_stop(&rig.blocks);
    ob_stop(&rig.reference);
    ob_sim_close(rig.hasher_sim);
    ob_sim_close(rig.cryp_sim);
}

static void expect(uint8_t alg, size_t len, uint8_t tag[64])
{
    memset(tag, 0, 64);
    open_session(&reference, true, alg);
    assert_int_equal(message(&reference, alg, false, len, want, tag), OB_OK);
    ob_session_close(&reference);
}

static struct ob_sim *sim_of(uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_HASH || OB_IS_HMAC(alg) ? rig.hasher_sim : rig.cryp_sim;
}

/* WIPE at some accesses of the op, and at each of the last. */
static void wiped(uint8_t alg, uint8_t mode)
{
    const size_t len = 160;
    uint8_t tag[64] = {0}, want_tag[64];
    unsigned right = 0, step;
    uint64_t accesses = 0, every; /* from this one on, every access is tried */
    struct ob_sim *sim;

    rig_open(OB_SIM_COHERENT, false);
    rig_mode(mode);
    sim = sim_of(alg);
    expect(alg, len, want_tag);
    open_session(&a, false, alg);
    for (unsigned i = 0; i < 2; i++) { /* the second one finds its key there */
        accesses = ob_sim_accesses(sim);
        assert_int_equal(message(&a, alg, false, len, out, tag), OB_OK);
        accesses = ob_sim_accesses(sim) - accesses;
    }
    step = accesses > 12 ? (unsigned)(accesses / 6) : 1;
    every = accesses > 5 ? accesses - 5 : 0;
    for (unsigned after = 0; after < accesses; after += after < every ? step : 1)
        for (unsigned in_place = 0; in_place < (is_cipher(alg) ? 2 : 1); in_place++) {
            int r;

            memset(tag, 0, sizeof tag);
            ob_sim_fail(sim, OB_SIM_WIPED, after);
            r = message(&a, alg, in_place, len, out, tag);
            ob_sim_fail(sim, OB_SIM_WELL, 0);
            if (r == OB_OK) {
                right++;
                assert_memory_equal(tag, want_tag, sizeof tag);
                if (is_cipher(alg))
                    assert_memory_equal(out, want, len);
            } else {
                assert_int_equal(r, OB_E_IO);
            }
            assert_int_equal(message(&a, alg, false, len, out, tag), OB_OK); /* and it is served again */
            assert_memory_equal(tag, want_tag, sizeof tag);
        }
    assert_true(right); /* at least after a wipe before the first access: the key is loaded again */
    close_rig();
}

static void a_wipe_in_mid_op(void **state)
{
    static const struct {
        uint8_t alg;
        bool cpu, dma;
    } ways[] = {{OB_SHA256, true, true},   {OB_HMAC_SHA256, true, true}, {OB_AES_CMAC, true, false},
                {OB_AES_CBC, false, true}, {OB_AES_CTR, true, true},     {OB_AES_GCM, true, true},
                {OB_AES_CCM, false, true}, {OB_AES_XTS, true, false}};

    (void)state;
    rig_fill(text, sizeof text, 5);
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (ways[i].cpu)
            wiped(ways[i].alg, OB_MODE_CPU);
        if (ways[i].dma)
            wiped(ways[i].alg, OB_MODE_DMA);
    }
}

/* The short path of whole messages. */
static int whole(uint8_t alg, uint8_t *tag)
{
    return alg == OB_SHA256 ? ob_hash_compute(&a, tag, 32, text, 64)
                            : ob_aead_encrypt(&a, out, 64, tag, 16, iv, 12, NULL, 0, text, 64);
}

/* WIPE at each access of the driver, also between the end of the command and the reading of its tag. */
static void wiped_whole(uint8_t alg, uint8_t mode)
{
    uint8_t tag[64] = {0}, want_tag[64];
    uint64_t accesses = 0;
    struct ob_sim *sim;

    rig_open(OB_SIM_COHERENT, false);
    rig_mode(mode);
    sim = sim_of(alg);
    expect(alg, 64, want_tag);
    open_session(&a, false, alg);
    for (unsigned i = 0; i < 3; i++) {
        accesses = ob_sim_accesses(sim);
        assert_int_equal(whole(alg, tag), OB_OK);
        accesses = ob_sim_accesses(sim) - accesses;
    }
    for (unsigned after = 0; after < accesses; after++) {
        int r;

        memset(tag, 0, sizeof tag);
        ob_sim_fail(sim, OB_SIM_WIPED, after);
        r = whole(alg, tag);
        ob_sim_fail(sim, OB_SIM_WELL, 0);
        if (r == OB_OK) {
            assert_memory_equal(tag, want_tag, sizeof tag);
            assert_true(!is_cipher(alg) || memcmp(out, want, 64) == 0);
        } else {
            assert_int_equal(r, OB_E_IO);
        }
        assert_int_equal(whole(alg, tag), OB_OK);
        assert_memory_equal(tag, want_tag, sizeof tag);
    }
    close_rig();
}

static void a_wipe_in_a_whole_message(void **state)
{
    (void)state;
    rig_fill(text, sizeof text, 5);
    wiped_whole(OB_AES_GCM, OB_MODE_DMA);
    wiped_whole(OB_SHA256, OB_MODE_CPU);
    wiped_whole(OB_SHA256, OB_MODE_DMA);
}

/* Calls of a device as they are, but a WIPE of somebody else comes before start number `before` of the DMA. */
static struct {
    struct ob_device_calls calls;
    const struct ob_device_calls *inner;
    struct ob_sim *sim;
    unsigned starts, before;
} between;

static void write_later(void *user, uint32_t offset, uint32_t value)
{
    if (offset == OBI_UDMA + OB_UDMA_HEAD && between.starts++ == between.before)
        ob_sim_wipe(between.sim);
    between.inner->write(user, offset, value);
}

/* WIPE between two commands of one op. */
static void wiped_between(uint8_t alg)
{
    uint8_t tag[64] = {0}, want_tag[64];
    struct ob_device *d;
    unsigned commands;

    rig_open(OB_SIM_APART, false);
    rig_mode(OB_MODE_DMA);
    between.sim = sim_of(alg);
    d = between.sim == rig.cryp_sim ? &rig.cryp.device : &rig.hasher.device;
    between.inner = d->calls;
    between.calls = *d->calls;
    between.calls.write = write_later;
    d->calls = &between.calls;
    expect(alg, LONG, want_tag);
    open_session(&a, false, alg);
    between.before = UINT32_MAX;
    for (unsigned i = 0; i < 2; i++) {
        between.starts = 0;
        assert_int_equal(message(&a, alg, false, LONG, out, tag), OB_OK);
    }
    commands = between.starts;
    assert_true(commands > 2);
    for (unsigned before = 0; before < commands; before++)
        for (unsigned in_place = 0; in_place < (is_cipher(alg) ? 2 : 1); in_place++) {
            int r;

            memset(tag, 0, sizeof tag);
            between.starts = 0;
            between.before = before;
            r = message(&a, alg, in_place, LONG, out, tag);
            between.before = UINT32_MAX;
            if (in_place && r != OB_OK) { /* the input is gone */
                assert_int_equal(r, OB_E_IO);
                continue;
            }
            assert_int_equal(r, OB_OK);
            assert_memory_equal(tag, want_tag, sizeof tag);
            assert_true(!is_cipher(alg) || memcmp(out, want, LONG) == 0);
        }
    close_rig();
}

static void a_wipe_between_commands(void **state)
{
    static const uint8_t algs[] = {OB_SHA256,  OB_SHA512,  OB_HMAC_SHA256, OB_AES_CMAC,
                                   OB_AES_CBC, OB_AES_CTR, OB_AES_GCM};

    (void)state;
    rig_fill(text, sizeof text, 5);
    for (unsigned i = 0; i < sizeof algs; i++)
        wiped_between(algs[i]);
}

/* The event of somebody's refused command is still there when an op in place ends: it is not that of the op, which
 * must not run once more on its own output. */
static void an_old_event_is_not_that_of_the_op(void **state)
{
    static const uint8_t algs[] = {OB_AES_CBC, OB_AES_CTR, OB_AES_GCM};

    (void)state;
    rig_fill(text, sizeof text, 5);
    for (unsigned i = 0; i < sizeof algs; i++)
        for (enum ob_sim_memory memory = OB_SIM_COHERENT; memory <= OB_SIM_CACHED; memory++) {
            uint8_t tag[64] = {0}, want_tag[64];

            rig_open(memory, false);
            rig_mode(OB_MODE_DMA);
            expect(algs[i], 160, want_tag);
            open_session(&a, false, algs[i]);
            for (unsigned k = 0; k < 3; k++) {
                assert_int_equal(message(&a, algs[i], true, 160, out, tag), OB_OK);
                assert_memory_equal(out, want, 160);
                assert_memory_equal(tag, want_tag, 64);
                ob_sim_write(rig.cryp_sim, OB_CRYP_LEN, 16);
                ob_sim_write(rig.cryp_sim, OB_CRYP_CTRL, OB_CRYP_CTRL_MODE_ECB); /* the key is for another mode */
                assert_int_equal(ob_sim_read(rig.cryp_sim, OB_CRYP_EVENT), OB_CRYP_EVENT_KEY);
            }
            close_rig();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wipe_in_mid_op),
        cmocka_unit_test(a_wipe_in_a_whole_message),
        cmocka_unit_test(a_wipe_between_commands),
        cmocka_unit_test(an_old_event_is_not_that_of_the_op),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
