/* SPDX-License-Identifier: Apache-2.0 */
/* Engine devcrypto: what the running kernel offers by /dev/crypto, as rows that are made when the engine starts. */
#include "engine/devcrypto/state.h"
#include "offload/cryptodev.h"
#include "offload/rows.h"
#include "offload/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Static_assert(sizeof(struct ob_devcrypto_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than devcrypto's state");

#define N_NAMES OBI_KERNEL_NAMES

static struct obi_link way = {.name = "devcrypto"};
static struct obi_row_driver drivers[N_NAMES];
static struct ob_cap caps[N_NAMES];
static const char *row_driver[N_NAMES]; /* "": any */

/* ---- the rows ---- */

/* Opening it is the first question to the system, which a sandbox only refuses. */
static bool device_opens(void)
{
    int fd = obi_cryptodev_open();

    if (fd >= 0) {
        (void)close(fd);
        return true;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
        return true; /* it may later */
    obi_link_turn_off(&way, CRYPTODEV_PATH ": ", strerror(errno));
    return false;
}

/* The device itself chooses the driver. The kernel's software may be forced to serve, but no setting makes it count as
 * hardware. */
static void ask_device(void)
{
    for (unsigned i = 0; i < N_NAMES && !obi_link_is_off(&way); i++) {
        struct obi_offload_driver found = {0};
        struct obi_row_driver *d = &drivers[i];
        int r = OB_E_DECLINED;

        if (obi_devcrypto_has(obi_kernel_names[i].alg))
            r = obi_offload_probe(&way, OBI_BACKEND_DEVCRYPTO, obi_kernel_names[i].alg, "", &found);
        if (r != OB_OK || strcmp(d->listed.driver, found.name) != 0)
            memset(d, 0, sizeof *d);
        if (r != OB_OK)
            continue;
        snprintf(d->listed.driver, sizeof d->listed.driver, "%s", found.name);
        d->claim = obi_offload_claim(d->listed.driver);
        if (d->claim >= OBI_CLAIM_SYNCHRONOUS && !found.hardware)
            d->claim = obi_offload_claim("");
    }
}

static unsigned make_rows(void)
{
    unsigned n = 0;
    int err;

    if (!device_opens())
        return 0;
    err = obi_rows_list(drivers, false);
    if (err && !ob_offload_settings.probe) {
        obi_link_turn_off(&way, "/proc/crypto: ", strerror(err));
        return 0;
    }
    if (ob_offload_settings.probe)
        ask_device();
    for (unsigned i = 0; i < N_NAMES && !obi_link_is_off(&way); i++)
        if (drivers[i].claim != OBI_CLAIM_NONE && obi_devcrypto_has(obi_kernel_names[i].alg) &&
            obi_rows_make(&caps[n], &obi_kernel_names[i], &drivers[i]))
            row_driver[n++] = drivers[i].claim >= OBI_CLAIM_SYNCHRONOUS ? drivers[i].listed.driver : "";
    if (n == 0 && !obi_link_is_off(&way))
        obi_link_turn_off(&way, "no driver behind /dev/crypto is proven to be hardware (outboard probe)", "");
    return n;
}

/* ---- the verbs ---- */

static struct ob_engine_ops ops;

/* Rows keep their numbers for the life of the process. */
static int start(void *dev)
{
    static bool made;

    (void)dev;
    if (!made) {
        made = true;
        obi_link_register(&way);
        ops.n_caps = (uint16_t)make_rows();
    }
    return ops.n_caps && !obi_link_is_off(&way) ? OB_OK : OB_E_IO;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    return obi_offload_run(&way, OBI_BACKEND_DEVCRYPTO, row_driver[s->row],
                           &((struct ob_devcrypto_state *)ob_state(s))->key, s, op);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev;
    (void)src;
    memset(ob_state(dst), 0, sizeof(struct ob_devcrypto_state)); /* either may be closed first */
    return OB_OK;
}

static void close_session(void *dev, struct ob_session *s)
{
    (void)dev;
    obi_offload_close(&way, &((struct ob_devcrypto_state *)ob_state(s))->key);
}

static void stop(void *dev)
{
    (void)dev;
    obi_link_stop(&way);
}

static struct ob_engine_ops ops = {
    .name = "devcrypto",
    .caps = caps,
    .state_size = sizeof(struct ob_devcrypto_state),
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_INTACT,
    .start = start,
    .submit = submit,
    .clone = clone,
    .close = close_session,
    .stop = stop,
};

extern struct ob_engine ob_engine_devcrypto;
struct ob_engine ob_engine_devcrypto = {.ops = &ops};
