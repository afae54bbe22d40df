/* SPDX-License-Identifier: Apache-2.0 */
/* An accelerator for tests: engine soft under the name accel, with rows that say hardware, and on request with the
 * faults of engine fault. OUTBOARD_TEST_FAULT is a list as in "io:20,busy:5", per mille of the ops; with
 * OUTBOARD_TEST_WHOLE set, no row keeps the standard mid-state; with OUTBOARD_TEST_NAP_US each op takes so long more,
 * while others may have the processor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <outboard/fault.h>

#include "binding/openssl/provider.h"

#define ROWS_MAX 128

extern struct ob_engine ob_engine_soft;

static struct ob_cap caps[ROWS_MAX];
static struct ob_engine_ops ops;
static struct ob_fault fault;
static struct ob_engine accel;
static unsigned nap_us;

struct ob_engine *const obi_prov_engines[] = {&ob_engine_soft, &accel, NULL};
struct ob_engine *const ob_linked_engines[] = {NULL};

static void set_rates(const char *list)
{
    static const struct {
        const char *name;
        enum ob_fault_kind kind;
    } kinds[] = {
        {"busy", OB_FAULT_BUSY}, {"declined", OB_FAULT_DECLINED}, {"late", OB_FAULT_LATE},
        {"io", OB_FAULT_IO},     {"late-io", OB_FAULT_LATE_IO},   {"short", OB_FAULT_SHORT},
    };

    while (list) {
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            size_t len = strlen(kinds[i].name);

            if (strncmp(list, kinds[i].name, len) == 0 && list[len] == ':')
                fault.rate[kinds[i].kind] = (uint16_t)strtoul(list + len + 1, NULL, 10);
        }
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
}

static int submit_and_nap(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)usleep(nap_us);
    return ob_engine_soft.ops->submit(dev, s, op);
}

/* The list of engines is read after this. */
__attribute__((constructor)) static void make(void)
{
    const char *faults = getenv("OUTBOARD_TEST_FAULT"), *nap = getenv("OUTBOARD_TEST_NAP_US");

    ops = *ob_engine_soft.ops;
    if (ops.n_caps > ROWS_MAX)
        abort();
    memcpy(caps, ops.caps, ops.n_caps * sizeof caps[0]);
    for (unsigned i = 0; i < ops.n_caps; i++) {
        caps[i].flags |= OB_CAP_HARDWARE;
        caps[i].mode = OB_MODE_DMA;
        if (getenv("OUTBOARD_TEST_WHOLE"))
            caps[i].flags &= (uint16_t)~OB_CAP_MID;
    }
    ops.name = "accel";
    ops.caps = caps;
    if (nap) {
        nap_us = (unsigned)strtoul(nap, NULL, 10);
        ops.submit = submit_and_nap;
        ops.whole = NULL;
    }
    accel.ops = &ops;
    if (!faults)
        return;
    fault.target = &ops;
    fault.seed = 1;
    fault.late_polls = 3;
    set_rates(faults);
    if (ob_fault_init(&fault) != OB_OK)
        abort();
    accel = fault.engine;
}
