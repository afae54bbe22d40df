/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg: what the running kernel offers by AF_ALG, as rows that are made when the engine starts. */
#include "engine/afalg/state.h"
#include "offload/rows.h"
#include "offload/run.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct ob_afalg_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than afalg's state");

#define N_NAMES OBI_KERNEL_NAMES

static struct obi_link link = {.name = "afalg"};
static struct obi_row_driver drivers[N_NAMES];
static struct ob_cap caps[N_NAMES];
static const struct obi_row_driver *row_drivers[N_NAMES];

/* ---- the rows ---- */

/* Templates such as hmac(sha256) are only listed once somebody has asked for them. */
static void ask_for_all(void)
{
    for (unsigned i = 0; i < N_NAMES; i++)
        if (!drivers[i].listed.name[0]) {
            int r =
                obi_offload_probe(&link, OBI_BACKEND_AFALG, obi_kernel_names[i].alg, obi_kernel_names[i].name, NULL);

            if (r != OB_OK && obi_link_is_off(&link))
                break;
        }
}

static unsigned make_rows(void)
{
    unsigned n = 0;
    int err = obi_rows_list(drivers, true);

    if (err) {
        obi_link_turn_off(&link, "/proc/crypto: ", strerror(err));
        return 0;
    }
    if (ob_offload_settings.probe && obi_offload_claim("") == OBI_CLAIM_FORCED) {
        ask_for_all();
        (void)obi_rows_list(drivers, true);
    }
    for (unsigned i = 0; i < N_NAMES && !obi_link_is_off(&link); i++)
        if (drivers[i].claim != OBI_CLAIM_NONE && obi_rows_make(&caps[n], &obi_kernel_names[i], &drivers[i]))
            row_drivers[n++] = &drivers[i];
    if (n == 0 && !obi_link_is_off(&link))
        obi_link_turn_off(&link, "no driver in /proc/crypto is proven to be hardware (outboard probe)", "");
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
        obi_link_register(&link);
        ops.n_caps = (uint16_t)make_rows();
    }
    return ops.n_caps && !obi_link_is_off(&link) ? OB_OK : OB_E_IO;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    return obi_offload_run(&link, OBI_BACKEND_AFALG, row_drivers[s->row]->listed.driver,
                           &((struct ob_afalg_state *)ob_state(s))->key, s, op);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev;
    (void)src;
    memset(ob_state(dst), 0, sizeof(struct ob_afalg_state)); /* either may be closed first */
    return OB_OK;
}

static void close_session(void *dev, struct ob_session *s)
{
    (void)dev;
    obi_offload_close(&link, &((struct ob_afalg_state *)ob_state(s))->key);
}

static void stop(void *dev)
{
    (void)dev;
    obi_link_stop(&link);
}

static struct ob_engine_ops ops = {
    .name = "afalg",
    .caps = caps,
    .state_size = sizeof(struct ob_afalg_state),
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_INTACT,
    .start = start,
    .submit = submit,
    .clone = clone,
    .close = close_session,
    .stop = stop,
};

extern struct ob_engine ob_engine_afalg;
struct ob_engine ob_engine_afalg = {.ops = &ops};
