/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt of the Verilated blocks: each request has its own, and none is left for the next one. */
#include "blocks_rig.h"

#include "port/udma.h"

static struct ob_session s;
static uint8_t text[200], out[200], tag[64];
static unsigned handled;

/* What a port does: sleep until the interrupt or a tick, whose handler masks the interrupt. */
static void sleep_and_handle(void *user)
{
    ob_sim_idle((struct ob_sim *)user);
    if (ob_sim_irq((const struct ob_sim *)user)) {
        handled++;
        ob_device_mask(user == rig.hasher_sim ? &rig.hasher.device : &rig.cryp.device);
    }
}

static void begin(enum ob_sim_memory memory, bool async, unsigned latency)
{
    rig_open(memory, async);
    rig_mode(OB_MODE_DMA);
    rig_fill(text, sizeof text, 3);
    rig.hasher.device.irq = rig.cryp.device.irq = true;
    rig.hasher.device.wait = rig.cryp.device.wait = sleep_and_handle;
    ob_sim_pace(rig.hasher_sim, 0, latency);
    ob_sim_pace(rig.cryp_sim, 0, latency);
}

static void nothing_is_left(struct ob_sim *sim)
{
    for (unsigned i = 0; i < 40; i++)
        ob_sim_idle(sim);
    assert_false(ob_sim_irq(sim));
    assert_int_equal(ob_sim_read(sim, OBI_UDMA + OB_UDMA_EVENT), 0);
}

/* A request in one part and a stream of parts, whose ends are seen in memory before the block raises its events. */
static void an_event_does_not_outlive_its_request(void **state)
{
    (void)state;
    for (unsigned memory = OB_SIM_COHERENT; memory <= OB_SIM_CACHED; memory++)
        for (unsigned latency = 1; latency < 80; latency += 13) {
            begin((enum ob_sim_memory)memory, false, latency);
            for (unsigned turn = 0; turn < 6; turn++) {
                rig_session(&s, false, OB_SHA256, NULL, 0);
                assert_int_equal(rig_run(&s, OB_FIRST, NULL, 0, NULL, 0, text, 64, NULL, NULL, 0), OB_OK);
                nothing_is_left(rig.hasher_sim);
                assert_int_equal(rig_run(&s, OB_LAST, NULL, 0, NULL, 0, text, 100, NULL, tag, 32), OB_OK);
                nothing_is_left(rig.hasher_sim);
                ob_session_close(&s);
                rig_session(&s, false, OB_AES_CCM, text, 16);
                assert_int_equal(
                    rig_run(&s, OB_FIRST | OB_LAST | OB_ENCRYPT, text, 12, text, turn, text, 100, out, tag, 8), OB_OK);
                nothing_is_left(rig.cryp_sim);
                ob_session_close(&s);
            }
            assert_true(handled > 0);
            rig_close();
        }
}

/* A handler that runs when the next request has begun, on another processor: that request still has its interrupt. */
static void a_late_handler_masks_nothing(void **state)
{
    (void)state;
    begin(OB_SIM_COHERENT, true, 20);
    rig.cryp.device.wait = NULL;
    rig_session(&s, false, OB_AES_CTR, text, 16);
    for (unsigned turn = 0; turn < 20; turn++) {
        struct ob_op op = {
            .flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .iv = text, .iv_len = 16, .in = text, .in_len = 160};
        unsigned waited = 0;

        op.out = out;
        op.out_size = sizeof out;
        assert_int_equal(ob_submit(&s, &op), OB_PENDING);
        ob_device_mask(&rig.cryp.device);
        while (!ob_sim_irq(rig.cryp_sim)) {
            assert_true(waited++ < 1000);
            ob_sim_idle(rig.cryp_sim);
        }
        ob_device_mask(&rig.cryp.device);
        assert_false(ob_sim_irq(rig.cryp_sim));
        assert_int_equal(ob_wait(&op), OB_OK);
        nothing_is_left(rig.cryp_sim);
    }
    ob_session_close(&s);
    rig_close();
}

/* What the block stored for the driver, states and whole tags, does not stay in work memory. */
static void no_result_stays_in_work_memory(void **state)
{
    uint8_t want[64];

    (void)state;
    begin(OB_SIM_COHERENT, false, 3);
    rig_session(&s, false, OB_HMAC_SHA256, text, 20);
    assert_int_equal(rig_run(&s, OB_FIRST, NULL, 0, NULL, 0, text, 64, NULL, NULL, 0), OB_OK);
    memcpy(want, s.mid.h, 32);
    assert_true(want[0] | want[1] | want[2] | want[3]);
    for (size_t at = 0; at + 8 <= rig.hasher.device.work_len; at++)
        assert_memory_not_equal((uint8_t *)rig.hasher.device.work + at, want, 8);
    ob_session_close(&s);
    rig_session(&s, false, OB_AES_GCM, text, 16);
    assert_int_equal(rig_run(&s, OB_FIRST | OB_LAST | OB_ENCRYPT, text, 12, NULL, 0, text, 64, out, want, 16), OB_OK);
    assert_int_equal(rig_run(&s, OB_FIRST | OB_LAST | OB_ENCRYPT, text, 12, NULL, 0, text, 64, out, tag, 12), OB_OK);
    assert_memory_equal(tag, want, 12);
    for (size_t at = 0; at + 8 <= rig.cryp.device.work_len; at++)
        assert_memory_not_equal((uint8_t *)rig.cryp.device.work + at, want, 8);
    ob_session_close(&s);
    rig_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_does_not_outlive_its_request),
        cmocka_unit_test(a_late_handler_masks_nothing),
        cmocka_unit_test(no_result_stays_in_work_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
