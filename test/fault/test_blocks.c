/* SPDX-License-Identifier: Apache-2.0 */
/* What published drivers of such blocks got wrong, one test for each group of defects (docs/driver-defects.md), on the
 * Verilated blocks in CPU mode and DMA mode. */
#include <sys/mman.h>

#include "blocks_rig.h"

extern struct ob_engine ob_engine_soft;

#define GUARD 0xa7

static struct ob_session a, b, c;
static const uint8_t key[32] = "0123456789abcdefghijklmnopqrstuv", key2[32] = "another key, another key, longer";
static const uint8_t iv[16] = "initial vectors!";
static uint8_t text[2048], out[2200], want[2200];

static void each_mode(void (*test)(void))
{
    rig_open(OB_SIM_COHERENT, false);
    rig_fill(text, sizeof text, 1);
    for (uint8_t mode = OB_MODE_CPU; mode <= OB_MODE_DMA; mode++) {
        rig_mode(mode);
        test();
    }
    rig_close();
}

static bool all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

/* ---- 1: CCM decryption accepts forged data ---- */

static void ccm_forgery(void)
{
    uint8_t tag[16], sent[16];

    rig_session(&a, false, OB_AES_CCM, key, 16);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 12, text, 20, text, 100, out, tag, 16), OB_OK);
    for (unsigned bit = 0; bit < 128; bit += 9) {
        memcpy(sent, tag, 16);
        sent[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memcpy(want, sent, 16);
        memcpy(want + 16, out, 100);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, iv, 12, text, 20, want + 16, 100, out + 1000, sent, 16),
                         OB_E_AUTH);
        assert_memory_equal(sent, want, 16); /* the caller's tag is only read */
        assert_true(all(out + 1000, 100, 0));
    }
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, iv, 12, text, 20, out, 100, out + 1000, tag, 16), OB_OK);
    assert_memory_equal(out + 1000, text, 100);
    ob_session_close(&a);
}

static void defect_01_ccm_compares_the_tag(void **state)
{
    (void)state;
    each_mode(ccm_forgery);
}

/* ---- 2 and 3: what a stream needs from its last call ---- */

/* A stream in the given parts against software in one. */
static void in_parts(uint8_t alg, size_t key_len, const size_t *parts, unsigned n)
{
    size_t at = 0, total = 0, iv_len = ob_alg_block(alg) == 8 ? 8 : 16;

    for (unsigned i = 0; i < n; i++)
        total += parts[i];
    rig_session(&b, true, alg, key, key_len);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, iv_len, NULL, 0, text, total, want, NULL, 0),
                     OB_OK);
    rig_session(&a, false, alg, key, key_len);
    memset(out, GUARD, sizeof out);
    for (unsigned i = 0; i < n; at += parts[i++]) {
        uint32_t flags = OB_ENCRYPT | (i == 0 ? OB_FIRST : 0u) | (i == n - 1 ? OB_LAST : 0u);

        assert_int_equal(rig_run(&a, flags, iv, iv_len, NULL, 0, text + at, parts[i], out + at, NULL, 0), OB_OK);
        assert_true(all(out + at + parts[i], 40, GUARD));
    }
    assert_memory_equal(out, want, total);
    ob_session_close(&a);
    ob_session_close(&b);
}

static void ctr_parts(void)
{
    in_parts(OB_AES_CTR, 16, (const size_t[]){1, 15, 17, 33, 0, 14, 64, 5}, 8);
    in_parts(OB_AES_CTR, 32, (const size_t[]){16, 3, 2, 1, 26}, 5);
    in_parts(OB_SM4_CTR, 16, (const size_t[]){7, 7, 7, 100}, 4);
}

static void defect_02_ctr_goes_on_in_mid_block(void **state)
{
    (void)state;
    each_mode(ctr_parts);
}

static void cbc_parts(void)
{
    in_parts(OB_AES_CBC, 24, (const size_t[]){64, 16, 48, 160}, 4);
    in_parts(OB_SM4_CBC, 16, (const size_t[]){32, 32}, 2);
    in_parts(OB_DES_CBC, 8, (const size_t[]){24, 8, 40}, 3);
    in_parts(OB_DES3_CBC, 24, (const size_t[]){16, 64}, 2);
}

static void defect_03_cbc_chains_over_many_blocks(void **state)
{
    (void)state;
    each_mode(cbc_parts);
}

/* ---- 4: a key that lives in the block alone ---- */

static void two_keys(void)
{
    rig_session(&a, false, OB_AES_CBC, key, 16);
    rig_session(&b, false, OB_AES_GCM, key2, 32);
    rig_session(&c, true, OB_AES_CBC, key, 16);
    for (unsigned i = 0; i < 4; i++) {
        uint8_t tag[16];

        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 64, out, NULL, 0), OB_OK);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 12, NULL, 0, text, 50, out + 100, tag, 16),
                         OB_OK);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, iv, 16, NULL, 0, out, 64, out + 200, NULL, 0), OB_OK);
        assert_memory_equal(out + 200, text, 64);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST, iv, 12, NULL, 0, out + 100, 50, out + 300, tag, 16), OB_OK);
        assert_memory_equal(out + 300, text, 50);
        assert_int_equal(rig_run(&c, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 64, want, NULL, 0), OB_OK);
        assert_memory_equal(out, want, 64);
    }
    ob_session_close(&a);
    ob_session_close(&b);
    ob_session_close(&c);
    /* And in the middle of two streams. */
    for (unsigned i = 0; i < 2; i++) {
        rig_session(&a, i, OB_AES_CBC, key, 16);
        rig_session(&b, i, OB_AES_CBC, key2, 16);
        for (unsigned k = 0; k < 3; k++) {
            uint32_t flags = OB_ENCRYPT | (k == 0 ? OB_FIRST : 0u) | (k == 2 ? OB_LAST : 0u);
            uint8_t *to = i ? want : out;

            assert_int_equal(rig_run(&a, flags, iv, 16, NULL, 0, text, 32, to + 64 * k, NULL, 0), OB_OK);
            assert_int_equal(rig_run(&b, flags, iv, 16, NULL, 0, text, 32, to + 64 * k + 32, NULL, 0), OB_OK);
        }
        ob_session_close(&a);
        ob_session_close(&b);
    }
    assert_memory_equal(out, want, 3 * 64);
}

static void defect_04_two_keys_in_turn(void **state)
{
    (void)state;
    each_mode(two_keys);
}

/* ---- 5: hash state in the block alone ---- */

static void hashes_at_once(void)
{
    static struct ob_session dropped;
    uint8_t tag[64];

    /* A stream that is never ended must not reach the next one. */
    rig_session(&dropped, false, OB_SHA512, NULL, 0);
    assert_int_equal(rig_run(&dropped, OB_FIRST, NULL, 0, NULL, 0, text, 300, NULL, NULL, 0), OB_OK);
    memset(&dropped, 0, sizeof dropped); /* abandoned, as freed memory is */
    /* Two algorithms in turn, and a clone in mid-stream that goes another way. */
    rig_session(&a, false, OB_SHA256, NULL, 0);
    rig_session(&b, false, OB_SHA1, NULL, 0);
    assert_int_equal(rig_run(&a, OB_FIRST, NULL, 0, NULL, 0, text, 100, NULL, NULL, 0), OB_OK);
    assert_int_equal(rig_run(&b, OB_FIRST, NULL, 0, NULL, 0, text, 200, NULL, NULL, 0), OB_OK);
    assert_int_equal(ob_session_clone(&c, &a), OB_OK);
    assert_int_equal(rig_run(&a, 0, NULL, 0, NULL, 0, text + 100, 77, NULL, NULL, 0), OB_OK);
    assert_int_equal(rig_run(&b, OB_LAST, NULL, 0, NULL, 0, text + 200, 1, NULL, tag, 20), OB_OK);
    rig_digest(want, OB_SHA1, NULL, 0, text, 201);
    assert_memory_equal(tag, want, 20);
    assert_int_equal(rig_run(&c, OB_LAST, NULL, 0, NULL, 0, text, 0, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_SHA256, NULL, 0, text, 100);
    assert_memory_equal(tag, want, 32);
    assert_int_equal(rig_run(&a, OB_LAST, NULL, 0, NULL, 0, text, 0, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_SHA256, NULL, 0, text, 177);
    assert_memory_equal(tag, want, 32);
    ob_session_close(&a);
    ob_session_close(&b);
    ob_session_close(&c);
    /* HMAC, whose key is in the block as well. */
    rig_session(&a, false, OB_HMAC_SHA256, key, 32);
    rig_session(&b, false, OB_HMAC_SHA256, key2, 20);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(rig_run(&a, i ? 0 : OB_FIRST, NULL, 0, NULL, 0, text + 50 * i, 50, NULL, NULL, 0), OB_OK);
        assert_int_equal(rig_run(&b, i ? 0 : OB_FIRST, NULL, 0, NULL, 0, text + 70 * i, 70, NULL, NULL, 0), OB_OK);
    }
    assert_int_equal(rig_run(&a, OB_LAST, NULL, 0, NULL, 0, text, 0, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_HMAC_SHA256, key, 32, text, 250);
    assert_memory_equal(tag, want, 32);
    assert_int_equal(rig_run(&b, OB_LAST, NULL, 0, NULL, 0, text, 0, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_HMAC_SHA256, key2, 20, text, 350);
    assert_memory_equal(tag, want, 32);
    ob_session_close(&a);
    ob_session_close(&b);
}

static void defect_05_hashes_interleaved_cloned_abandoned(void **state)
{
    (void)state;
    each_mode(hashes_at_once);
}

/* ---- 6: more bytes than the digest has ---- */

static void digest_lengths(void)
{
    for (uint8_t alg = OB_MD5; alg <= OB_SM3; alg++) {
        size_t len = ob_alg_tag(alg);

        for (unsigned hmac = 0; hmac < 2; hmac++) {
            uint8_t which = hmac ? OB_HMAC(alg) : alg;

            memset(out, GUARD, 200);
            rig_session(&a, false, which, key, hmac ? 16 : 0);
            assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 150, NULL, out + 64, len), OB_OK);
            ob_session_close(&a);
            rig_digest(want, which, key, hmac ? 16 : 0, text, 150);
            assert_memory_equal(out + 64, want, len);
            assert_true(all(out, 64, GUARD) && all(out + 64 + len, 64, GUARD));
        }
    }
}

static void defect_06_digest_has_its_own_length(void **state)
{
    (void)state;
    each_mode(digest_lengths);
}

/* ---- 7 and 14: errors and silence ---- */

/* A block that fails in this way in mid-op: the op ends with OB_E_IO at the deadline and no tag; after a reset the
 * engine passes its self-test again. */
static void failing(enum ob_sim_fault fault, uint8_t mode, unsigned after)
{
    uint8_t tag[32];
    uint64_t before;

    rig_open(OB_SIM_COHERENT, false);
    rig_fill(text, sizeof text, 1);
    rig_mode(mode);
    rig_session(&a, false, OB_HMAC_SHA256, key, 32);
    rig_session(&b, false, OB_AES_CBC, key, 16);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 10, NULL, tag, 32), OB_OK);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 16, out, NULL, 0), OB_OK);
    rig.hasher.device.timeout_us = rig.cryp.device.timeout_us = 20000;
    memset(tag, 0x11, sizeof tag);
    memset(out, 0x11, sizeof out);
    ob_sim_fail(rig.hasher_sim, fault, after);
    ob_sim_fail(rig.cryp_sim, fault, after);
    before = ob_port_clock_ns();
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 2000, NULL, tag, 32), OB_E_IO);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 2000, out, NULL, 0), OB_E_IO);
    assert_true(ob_port_clock_ns() - before < 60000000000u);
    assert_true(all(tag, 32, 0)); /* wiped, not left to be taken for a tag */
    assert_true(all(out, 2000, 0) && all(out + 2000, 100, 0x11));
    ob_sim_fail(rig.hasher_sim, OB_SIM_WELL, 0);
    ob_sim_fail(rig.cryp_sim, OB_SIM_WELL, 0);
    rig.hasher.device.timeout_us = rig.cryp.device.timeout_us = 120000000;
    rig.hasher.device.reset(rig.hasher_sim);
    rig.cryp.device.reset(rig.cryp_sim);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 700, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_HMAC_SHA256, key, 32, text, 700);
    assert_memory_equal(tag, want, 32);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 64, out, NULL, 0), OB_OK);
    ob_session_close(&a);
    ob_session_close(&b);
    if (fault == OB_SIM_STUCK || fault == OB_SIM_GONE) { /* accesses that reach nothing are not the driver's fault */
        ob_stop(&rig.blocks);
        ob_stop(&rig.reference);
        ob_sim_close(rig.hasher_sim);
        ob_sim_close(rig.cryp_sim);
    } else {
        rig_close();
    }
}

static void defect_07_hmac_reports_failure(void **state)
{
    (void)state;
    failing(OB_SIM_STUCK, OB_MODE_CPU, 0);
    failing(OB_SIM_GONE, OB_MODE_DMA, 0);
}

static void defect_14_silence_ends_at_the_deadline(void **state)
{
    (void)state;
    failing(OB_SIM_STUCK, OB_MODE_DMA, 2);
    failing(OB_SIM_STUCK, OB_MODE_CPU, 200);
    failing(OB_SIM_BUS_HANGS, OB_MODE_DMA, 0);
}

static void bus_error_is_reported(void **state)
{
    (void)state;
    failing(OB_SIM_BUS_ERROR, OB_MODE_DMA, 0);
}

/* ---- 8: GCM ---- */

static void gcm_lengths(void)
{
    static const uint8_t tag_lens[] = {4, 8, 12, 13, 14, 15, 16};

    for (unsigned i = 0; i < 21; i++) {
        size_t len = i * 5 % 83, aad_len = i * 7 % 41, iv_len = i % 3 ? 1 + i * 11 % 60 : 12;
        size_t tag_len = tag_lens[i % sizeof tag_lens];
        uint8_t tag[16 + 16];

        rig_session(&a, false, OB_AES_GCM, key, 16);
        rig_session(&b, true, OB_AES_GCM, key, 16);
        memset(out, GUARD, sizeof out);
        memset(tag, GUARD, sizeof tag);
        rig_fill(out + 1000, aad_len, 3);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, text + 500, iv_len, out + 1000, aad_len, text,
                                 len, want, want + 1000, tag_len),
                         OB_OK);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, text + 500, iv_len, out + 1000, aad_len, text,
                                 len, out + 16, tag, tag_len),
                         OB_OK);
        assert_memory_equal(out + 16, want, len);
        assert_memory_equal(tag, want + 1000, tag_len);
        assert_true(all(out, 16, GUARD) && all(out + 16 + len, 32, GUARD) && all(tag + tag_len, 16, GUARD));
        ob_session_close(&a);
        ob_session_close(&b);
    }
}

static void defect_08_gcm_any_length_of_tag_iv_and_text(void **state)
{
    (void)state;
    each_mode(gcm_lengths);
}

/* ---- 9: CCM ---- */

static void ccm_lengths(void)
{
    static uint8_t long_aad[0xff00 + 3];

    rig_fill(long_aad, sizeof long_aad, 9);
    for (unsigned i = 0; i < 22; i++) {
        size_t aad_len = i < 20 ? i * 3 : 0xff00 - 1 + (i - 20), len = i * 9 % 75, nonce = 7 + i % 7,
               tag_len = 4 + 2 * (i % 7);
        uint8_t tag[16 + 16];

        rig_session(&a, false, OB_AES_CCM, key, 32);
        rig_session(&b, true, OB_AES_CCM, key, 32);
        memset(out, GUARD, sizeof out);
        memset(tag, GUARD, sizeof tag);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, text + 500, nonce, long_aad, aad_len, text, len,
                                 want, want + 1000, tag_len),
                         OB_OK);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, text + 500, nonce, long_aad, aad_len, text, len,
                                 out + 16, tag, tag_len),
                         OB_OK);
        assert_memory_equal(out + 16, want, len);
        assert_memory_equal(tag, want + 1000, tag_len);
        assert_true(all(out, 16, GUARD) && all(out + 16 + len, 32, GUARD) && all(tag + tag_len, 16, GUARD));
        ob_session_close(&a);
        ob_session_close(&b);
    }
    /* A tag or nonce length that the standard has not. */
    rig_session(&a, false, OB_AES_CCM, key, 32);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, text, 14, NULL, 0, text, 16, out, out + 100, 16),
                     OB_E_ARG);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, text, 12, NULL, 0, text, 16, out, out + 100, 5),
                     OB_E_ARG);
    ob_session_close(&a);
}

static void defect_09_ccm_any_length_of_aad_tag_and_nonce(void **state)
{
    (void)state;
    each_mode(ccm_lengths);
}

/* ---- 15: alignment and caches ---- */

static void unaligned(void)
{
    for (unsigned from = 0; from < 4; from++)
        for (unsigned to = 0; to < 4; to++) {
            rig_session(&a, false, OB_AES_CTR, key, 16);
            rig_session(&b, true, OB_AES_CTR, key, 16);
            memset(out, GUARD, sizeof out);
            assert_int_equal(
                rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text + from, 203, want, NULL, 0), OB_OK);
            assert_int_equal(
                rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text + from, 203, out + 64 + to, NULL, 0),
                OB_OK);
            assert_memory_equal(out + 64 + to, want, 203);
            assert_true(all(out, 64 + to, GUARD) && all(out + 64 + to + 203, 64, GUARD));
            ob_session_close(&a);
            ob_session_close(&b);
            rig_session(&a, false, OB_SHA384, NULL, 0);
            assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text + from, 301, NULL, out + to, 48),
                             OB_OK);
            rig_digest(want, OB_SHA384, NULL, 0, text + from, 301);
            assert_memory_equal(out + to, want, 48);
            ob_session_close(&a);
        }
}

static void defect_15_unaligned_and_cached(void **state)
{
    static const enum ob_sim_memory memories[] = {OB_SIM_APART, OB_SIM_CACHED};

    (void)state;
    each_mode(unaligned);
    for (unsigned i = 0; i < 2; i++) {
        rig_open(memories[i], false);
        rig_fill(text, sizeof text, 1);
        rig_mode(OB_MODE_DMA);
        unaligned();
        rig_close();
    }
}

/* ---- 16: DES by itself and chained ---- */

static void des(void)
{
    in_parts(OB_DES_CBC, 8, (const size_t[]){8, 64}, 2);
    for (unsigned i = 0; i < 3; i++) {
        uint8_t alg = i == 0 ? OB_DES_ECB : OB_DES3_ECB;
        size_t key_len = i == 0 ? 8 : i == 1 ? 16 : 24;

        rig_session(&a, false, alg, key, key_len);
        rig_session(&b, true, alg, key, key_len);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, NULL, 0, NULL, 0, text, 40, want, NULL, 0),
                         OB_OK);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, NULL, 0, NULL, 0, text, 40, out, NULL, 0), OB_OK);
        assert_memory_equal(out, want, 40);
        assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, out, 40, out, NULL, 0), OB_OK);
        assert_memory_equal(out, text, 40);
        ob_session_close(&a);
        ob_session_close(&b);
    }
}

static void defect_16_des_in_every_mode_with_one_key(void **state)
{
    (void)state;
    each_mode(des);
}

/* ---- 17: wiping, locks, long messages ---- */

static void wiped(void)
{
    uint8_t tag[32];

    rig_session(&a, false, OB_AES_CBC, key, 32);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_ENCRYPT, iv, 16, NULL, 0, text, 64, out, NULL, 0), OB_OK);
    assert_true(ob_sim_shows(rig.cryp_sim, out + 48, 16)); /* the stream's IV is there while it goes on, */
    ob_session_close(&a);
    assert_false(ob_sim_shows(rig.cryp_sim, out + 48, 16)); /* and not afterwards */
    assert_true(rig.cryp.key_owner == 0);
    for (size_t i = 0; i + 8 <= sizeof a; i++)
        assert_memory_not_equal((uint8_t *)&a + i, key, 8);
    rig_session(&a, false, OB_SHA256, NULL, 0);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 64, NULL, tag, 32), OB_OK);
    assert_true(ob_sim_shows(rig.hasher_sim, tag, 32));
    ob_session_close(&a);
    assert_false(ob_sim_shows(rig.hasher_sim, tag, 32));
    /* Work memory keeps nothing of a key, either. */
    for (size_t i = 0; i + 8 <= rig.cryp.device.work_len; i++)
        assert_memory_not_equal((uint8_t *)rig.cryp.device.work + i, key, 8);
}

static void defect_17_nothing_is_left_behind(void **state)
{
    (void)state;
    each_mode(wiped);
    rig_open(OB_SIM_APART, false); /* where keys and text pass through work */
    rig_fill(text, sizeof text, 1);
    rig_mode(OB_MODE_DMA);
    wiped();
    rig_close();
}

static void beyond_4_gib(void)
{
    uint8_t tag[32] = {0};

    /* 2^32 + 64 bytes of which software and the block see the same state: the padding holds the length. */
    for (unsigned i = 0; i < 2; i++) {
        struct ob_session *s = i ? &b : &a;

        rig_session(s, i, OB_SHA256, NULL, 0);
        assert_int_equal(rig_run(s, OB_FIRST, NULL, 0, NULL, 0, text, 64, NULL, NULL, 0), OB_OK);
        s->in_done += (uint64_t)1 << 32;
        assert_int_equal(rig_run(s, OB_LAST, NULL, 0, NULL, 0, text, 5, NULL, i ? want : tag, 32), OB_OK);
        ob_session_close(s);
    }
    assert_memory_equal(tag, want, 32);
}

static void defect_17_messages_beyond_4_gib(void **state)
{
    (void)state;
    each_mode(beyond_4_gib);
}

/* GCM's IV goes into the block in one command, whose length has 32 bits: a longer one is left to software. */
static void iv_of_4_gib(void)
{
    const size_t len = (size_t)1 << 32;
    void *long_iv = mmap(NULL, len, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint8_t tag[16];

    assert_ptr_not_equal(long_iv, MAP_FAILED);
    rig_session(&a, false, OB_AES_GCM, key, 16);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, long_iv, len, NULL, 0, text, 16, out, tag, 16),
                     OB_E_DECLINED);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 12, NULL, 0, text, 16, out, tag, 16), OB_OK);
    ob_session_close(&a);
    assert_int_equal(munmap(long_iv, len), 0);
}

static void defect_17_iv_of_4_gib(void **state)
{
    (void)state;
    each_mode(iv_of_4_gib);
}

/* A session may use the block while another one's op is pending there: it is told so, and nothing is mixed up. */
static void defect_17_one_op_at_a_time(void **state)
{
    uint8_t tag[32], other[32];
    struct ob_op op;

    (void)state;
    rig_open(OB_SIM_COHERENT, true);
    rig_fill(text, sizeof text, 1);
    rig_mode(OB_MODE_DMA);
    rig_session(&a, false, OB_SHA256, NULL, 0);
    rig_session(&b, false, OB_SHA256, NULL, 0);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 5, NULL, other, 32), OB_OK);
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST;
    op.in = text;
    op.in_len = 1000;
    op.tag = tag;
    op.tag_len = 32;
    assert_int_equal(ob_submit(&a, &op), OB_PENDING);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 5, NULL, other, 32), OB_E_BUSY);
    ob_session_close(&b); /* must not erase what runs */
    while (op.status == OB_PENDING)
        ob_sim_idle(rig.hasher_sim), ob_poll(&rig.blocks);
    assert_int_equal(op.status, OB_OK);
    rig_digest(want, OB_SHA256, NULL, 0, text, 1000);
    assert_memory_equal(tag, want, 32);
    /* Closing a session ends its pending op, and the block can't write any more. */
    memset(tag, 0x22, sizeof tag);
    assert_int_equal(ob_submit(&a, &op), OB_PENDING);
    ob_session_close(&a);
    assert_int_equal(op.status, OB_E_IO);
    for (unsigned i = 0; i < 1000; i++)
        ob_sim_idle(rig.hasher_sim);
    assert_true(all(tag, 32, 0));
    rig_close();
}

/* ---- 18: self-tests that cannot fail ---- */

static void defect_18_selftest_sees_one_wrong_bit(void **state)
{
    static struct ob_fault wrong[2];
    static struct ob_dispatcher d;

    (void)state;
    rig_open(OB_SIM_COHERENT, false);
    ob_stop(&rig.blocks);
    for (unsigned i = 0; i < 2; i++) {
        memset(&wrong[i], 0, sizeof wrong[i]);
        wrong[i].target = i ? rig.cryp.engine.ops : rig.hasher.engine.ops;
        wrong[i].dev = i ? (void *)&rig.cryp : (void *)&rig.hasher;
        wrong[i].wrong_selftest = 1;
        assert_int_equal(ob_fault_init(&wrong[i]), OB_OK);
        assert_int_equal(ob_engine_add(&d, &wrong[i].engine), OB_OK);
        assert_int_equal(ob_selftest(&wrong[i].engine, 0), OB_E_IO);
        wrong[i].wrong_selftest = 0;
        assert_int_equal(ob_selftest(&wrong[i].engine, 0), OB_OK);
    }
    ob_stop(&d);
    rig_close();
}

/* ---- whole messages, aligned, as the drivers' short ways take them ---- */

static void whole_messages(void)
{
    static const uint8_t algs[] = {OB_AES_ECB, OB_AES_CBC, OB_AES_CTR, OB_DES_CBC, OB_DES3_ECB, OB_DES3_CBC,
                                   OB_SM4_CBC, OB_AES_XTS, OB_AES_GCM, OB_AES_CCM, OB_SM4_GCM};
    static const uint8_t keys[] = {24, 16, 32, 8, 24, 24, 16, 32, 24, 32, 16};
    static const size_t lens[] = {16, 32, 48, 1024, 1, 13, 300};
    static _Alignas(16) uint8_t tags[3][16];

    for (unsigned i = 0; i < sizeof algs; i++) {
        bool aead = OB_ALG_CLASS(algs[i]) == OB_CLASS_AEAD, any = aead || algs[i] == OB_AES_CTR;
        size_t iv_len = aead ? 12 : algs[i] == OB_AES_ECB || algs[i] == OB_DES3_ECB ? 0 : ob_alg_block(algs[i]);

        rig_session(&a, false, algs[i], key, keys[i]);
        rig_session(&b, true, algs[i], key, keys[i]);
        for (unsigned k = 0; k < (any ? 7u : 4u); k++) {
            const uint32_t flags = OB_FIRST | OB_LAST;
            size_t len = lens[k], tag_len = aead ? 16 : 0;

            memset(out, GUARD, sizeof out);
            assert_int_equal(rig_run(&b, flags | OB_ENCRYPT, iv, iv_len, NULL, 0, text, len, want, tags[0], tag_len),
                             OB_OK);
            assert_int_equal(rig_run(&a, flags | OB_ENCRYPT, iv, iv_len, NULL, 0, text, len, out, tags[1], tag_len),
                             OB_OK);
            assert_memory_equal(out, want, len);
            assert_memory_equal(tags[0], tags[1], tag_len);
            assert_true(all(out + len, 64, GUARD));
            assert_int_equal(rig_run(&a, flags, iv, iv_len, NULL, 0, out, len, out, tags[1], tag_len), OB_OK);
            assert_memory_equal(out, text, len);
        }
        ob_session_close(&a);
        ob_session_close(&b);
    }
}

static void whole_messages_are_those_of_software(void **state)
{
    (void)state;
    each_mode(whole_messages);
}

/* ---- sleep, and a reset that nobody announced ---- */

static void sleep_and_go_on(void)
{
    uint8_t tag[32];

    /* Keys and states are in the sessions, so they outlive the block's. */
    rig_session(&a, false, OB_AES_CTR, key, 16);
    rig_session(&b, false, OB_HMAC_SHA256, key, 16);
    rig_session(&c, true, OB_AES_CTR, key, 16);
    assert_int_equal(rig_run(&c, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 100, want, NULL, 0), OB_OK);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_ENCRYPT, iv, 16, NULL, 0, text, 37, out, NULL, 0), OB_OK);
    assert_int_equal(rig_run(&b, OB_FIRST, NULL, 0, NULL, 0, text, 100, NULL, NULL, 0), OB_OK);
    rig.cryp.device.reset(rig.cryp_sim);
    rig.hasher.device.reset(rig.hasher_sim);
    assert_int_equal(rig.cryp.engine.ops->start(&rig.cryp), OB_OK);
    assert_int_equal(rig.hasher.engine.ops->start(&rig.hasher), OB_OK);
    assert_int_equal(rig_run(&a, OB_ENCRYPT | OB_LAST, iv, 16, NULL, 0, text + 37, 63, out + 37, NULL, 0), OB_OK);
    assert_memory_equal(out, want, 100);
    assert_int_equal(rig_run(&b, OB_LAST, NULL, 0, NULL, 0, text + 100, 10, NULL, tag, 32), OB_OK);
    rig_digest(want, OB_HMAC_SHA256, key, 16, text, 110);
    assert_memory_equal(tag, want, 32);
    ob_session_close(&a);
    ob_session_close(&b);
    ob_session_close(&c);
}

static void sessions_survive_sleep(void **state)
{
    (void)state;
    each_mode(sleep_and_go_on);
}

static void sessions_survive_stop_and_start(void **state)
{
    uint8_t tag[32];

    (void)state;
    rig_open(OB_SIM_COHERENT, false);
    rig_fill(text, sizeof text, 1);
    rig_session(&a, false, OB_SHA256, NULL, 0);
    rig_session(&b, false, OB_AES_ECB, key, 16);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, NULL, 0, NULL, 0, text, 32, want, NULL, 0), OB_OK);
    ob_stop(&rig.blocks);
    assert_int_equal(ob_engine_add(&rig.blocks, &rig.cryp.engine), OB_OK);
    assert_int_equal(ob_engine_add(&rig.blocks, &rig.hasher.engine), OB_OK);
    assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST | OB_ENCRYPT, NULL, 0, NULL, 0, text, 32, out, NULL, 0), OB_OK);
    assert_memory_equal(out, want, 32);
    assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 9, NULL, tag, 32), OB_OK);
    ob_session_close(&a);
    ob_session_close(&b);
    rig_close();
}

/* The block loses its keys between two ops, as by a power switch that the driver was not told about. */
static void lost_keys(uint8_t mode)
{
    uint8_t tag[32] = {0};

    rig_open(OB_SIM_COHERENT, false);
    rig_fill(text, sizeof text, 1);
    rig_mode(mode);
    rig_session(&a, false, OB_AES_CBC, key, 16);
    rig_session(&b, false, OB_HMAC_SHA1, key, 16);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            rig_run(&a, OB_FIRST | OB_LAST | OB_ENCRYPT, iv, 16, NULL, 0, text, 48, i ? out : want, NULL, 0), OB_OK);
        assert_int_equal(rig_run(&b, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 300, NULL, i ? tag : want + 100, 20),
                         OB_OK);
        ob_sim_wipe(rig.cryp_sim);
        ob_sim_wipe(rig.hasher_sim);
    }
    assert_memory_equal(out, want, 48);
    assert_memory_equal(tag, want + 100, 20);
    ob_session_close(&a);
    ob_session_close(&b);
    rig_close();
}

static void lost_keys_are_loaded_again(void **state)
{
    (void)state;
    lost_keys(OB_MODE_CPU);
    lost_keys(OB_MODE_DMA);
}

/* A reset at every tenth access of an op: an error or the right answer, never a wrong one. */
static void reset_in_mid_op(void **state)
{
    (void)state;
    for (uint8_t mode = OB_MODE_CPU; mode <= OB_MODE_DMA; mode++)
        for (unsigned after = 0; after < 60; after += mode == OB_MODE_CPU ? 13 : 1) {
            uint8_t tag[32];
            int r;

            rig_open(OB_SIM_COHERENT, false);
            rig_fill(text, sizeof text, 1);
            rig_mode(mode);
            rig_session(&a, false, OB_SHA256, NULL, 0);
            assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 10, NULL, tag, 32), OB_OK);
            rig.hasher.device.timeout_us = 20000;
            ob_sim_fail(rig.hasher_sim, OB_SIM_RESET, after);
            r = rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 130, NULL, tag, 32);
            rig_digest(want, OB_SHA256, NULL, 0, text, 130);
            if (r == OB_OK)
                assert_memory_equal(tag, want, 32);
            else
                assert_int_equal(r, OB_E_IO);
            rig.hasher.device.timeout_us = 120000000;
            ob_sim_fail(rig.hasher_sim, OB_SIM_WELL, 0);
            assert_int_equal(rig_run(&a, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, text, 130, NULL, tag, 32), OB_OK);
            assert_memory_equal(tag, want, 32);
            ob_session_close(&a);
            ob_stop(&rig.blocks); /* a bus error or two is what a reset in mid-op brings */
            ob_stop(&rig.reference);
            ob_sim_close(rig.hasher_sim);
            ob_sim_close(rig.cryp_sim);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defect_01_ccm_compares_the_tag),
        cmocka_unit_test(defect_02_ctr_goes_on_in_mid_block),
        cmocka_unit_test(defect_03_cbc_chains_over_many_blocks),
        cmocka_unit_test(defect_04_two_keys_in_turn),
        cmocka_unit_test(defect_05_hashes_interleaved_cloned_abandoned),
        cmocka_unit_test(defect_06_digest_has_its_own_length),
        cmocka_unit_test(defect_07_hmac_reports_failure),
        cmocka_unit_test(defect_08_gcm_any_length_of_tag_iv_and_text),
        cmocka_unit_test(defect_09_ccm_any_length_of_aad_tag_and_nonce),
        cmocka_unit_test(defect_14_silence_ends_at_the_deadline),
        cmocka_unit_test(defect_15_unaligned_and_cached),
        cmocka_unit_test(defect_16_des_in_every_mode_with_one_key),
        cmocka_unit_test(defect_17_nothing_is_left_behind),
        cmocka_unit_test(defect_17_messages_beyond_4_gib),
        cmocka_unit_test(defect_17_iv_of_4_gib),
        cmocka_unit_test(defect_17_one_op_at_a_time),
        cmocka_unit_test(defect_18_selftest_sees_one_wrong_bit),
        cmocka_unit_test(whole_messages_are_those_of_software),
        cmocka_unit_test(bus_error_is_reported),
        cmocka_unit_test(sessions_survive_sleep),
        cmocka_unit_test(sessions_survive_stop_and_start),
        cmocka_unit_test(lost_keys_are_loaded_again),
        cmocka_unit_test(reset_in_mid_op),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
