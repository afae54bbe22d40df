/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg: what the running kernel offers by AF_ALG, as rows that are made when the engine starts. */
#include "engine/afalg/state.h"
#include "port/linux/offload/names.h"
#include "port/linux/offload/run.h"
#include "port/linux/proc_crypto.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct ob_afalg_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than afalg's state");

#define N_NAMES OBI_KERNEL_NAMES

/* Until outboard calibrate has measured the machine, a price at which nothing moves to the kernel. */
static const struct ob_price unknown = {OB_UPTO_ANY, 1000000, 1000000, 1000000, 1000000, 1000000};

static struct obi_link link = {.name = "afalg"};
static struct row_driver {
    enum obi_claim claim;
    struct obi_crypto_driver listed;
} drivers[N_NAMES];
static struct ob_cap caps[N_NAMES];
static const struct row_driver *row_drivers[N_NAMES];

/* ---- the rows ---- */

static bool movable(uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER && alg != OB_AES_XTS;
}

/* The row of a name that the kernel lists, false if no key length is left. */
static bool make_row(struct ob_cap *cap, const struct obi_kernel_name *name, const struct row_driver *d)
{
    const struct obi_crypto_driver *l = &d->listed;
    unsigned cls = OB_ALG_CLASS(name->alg), min = name->key_min, max = name->key_max;

    if (l->key_max) { /* of ciphers alone; Triple DES with two keys is given as three */
        min = l->key_min > min && name->alg != OB_DES3_ECB && name->alg != OB_DES3_CBC ? l->key_min : min;
        max = l->key_max < max ? l->key_max : max;
    }
    if (min > max)
        return false;
    cap->alg = name->alg;
    cap->dirs = cls == OB_CLASS_HASH ? OB_DIR_ENCRYPT : OB_DIR_BOTH;
    cap->mode = d->claim == OBI_CLAIM_HARDWARE      ? OB_MODE_DMA
                : d->claim == OBI_CLAIM_SYNCHRONOUS ? OB_MODE_CPU
                                                    : OB_MODE_SW;
    cap->flags =
        (uint16_t)((d->claim >= OBI_CLAIM_SYNCHRONOUS ? OB_CAP_HARDWARE : 0) | (movable(name->alg) ? OB_CAP_MID : 0));
    cap->bits_min = (uint16_t)(8 * min);
    cap->bits_max = OB_IS_HMAC(name->alg) ? UINT16_MAX : (uint16_t)(8 * max);
    cap->len_max = cls == OB_CLASS_CIPHER || cls == OB_CLASS_AEAD ? OBI_REQUEST_DATA_MAX : 0;
    cap->price = &unknown;
    return true;
}

static void consider(const struct obi_crypto_driver *l, const struct obi_kernel_name *name, struct row_driver *d)
{
    enum obi_claim claim;

    if (l->untested || l->internal || strcmp(l->name, name->name) != 0 ||
        !obi_proc_crypto_fits(l, OB_ALG_CLASS(name->alg)))
        return;
    claim = obi_offload_claim(l->driver);
    if (claim < d->claim || (claim == d->claim && d->listed.name[0] && l->priority <= d->listed.priority))
        return;
    d->claim = claim;
    d->listed = *l;
}

/* For each name the listed driver with the best claim, and of these the highest priority: 0, or an error of <errno.h>.
 */
static int list_drivers(void)
{
    FILE *f = obi_proc_crypto_open();
    struct obi_crypto_driver l;

    if (!f)
        return errno;
    while (obi_proc_crypto_next(f, &l))
        for (unsigned i = 0; i < N_NAMES; i++)
            consider(&l, &obi_kernel_names[i], &drivers[i]);
    (void)fclose(f);
    return 0;
}

/* Templates such as hmac(sha256) are only listed once somebody has asked for them. */
static void ask_for_all(void)
{
    for (unsigned i = 0; i < N_NAMES; i++)
        if (!drivers[i].listed.name[0]) {
            int r = obi_offload_probe(&link, OBI_BACKEND_AFALG, obi_kernel_names[i].alg, obi_kernel_names[i].name);

            if (r != OB_OK && link.off)
                break;
        }
}

static unsigned make_rows(void)
{
    unsigned n = 0;
    int err = list_drivers();

    if (err) {
        obi_link_turn_off(&link, "/proc/crypto: ", strerror(err));
        return 0;
    }
    if (ob_offload_settings.probe && obi_offload_claim("") == OBI_CLAIM_FORCED) {
        ask_for_all();
        (void)list_drivers();
    }
    for (unsigned i = 0; i < N_NAMES && !link.off; i++)
        if (drivers[i].claim != OBI_CLAIM_NONE && make_row(&caps[n], &obi_kernel_names[i], &drivers[i]))
            row_drivers[n++] = &drivers[i];
    if (n == 0 && !link.off)
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
    return ops.n_caps && !link.off ? OB_OK : OB_E_IO;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    return obi_offload_run(&link, OBI_BACKEND_AFALG, row_drivers[s->row]->listed.driver,
                           &((struct ob_afalg_state *)ob_state(s))->id, s, op);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev;
    (void)src;
    ((struct ob_afalg_state *)ob_state(dst))->id = 0; /* either may be closed first */
    return OB_OK;
}

static void close_session(void *dev, struct ob_session *s)
{
    (void)dev;
    obi_offload_close(&link, &((struct ob_afalg_state *)ob_state(s))->id);
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
