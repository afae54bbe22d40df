/* SPDX-License-Identifier: Apache-2.0 */
/* Makes capability rows from what the kernel lists. */
#include "offload/rows.h"
#include "offload/request.h"

#include <errno.h>
#include <string.h>

static void consider(const struct obi_crypto_driver *l, const struct obi_kernel_name *name, struct obi_row_driver *d,
                     bool named)
{
    enum obi_claim claim;

    if (l->untested || l->internal || strcmp(l->name, name->name) != 0 ||
        !obi_proc_crypto_fits(l, OB_ALG_CLASS(name->alg)))
        return;
    claim = obi_offload_claim(l->driver);
    if (named && claim < d->claim)
        return;
    if ((!named || claim == d->claim) && d->listed.name[0] && l->priority <= d->listed.priority)
        return;
    d->claim = claim;
    d->listed = *l;
}

int obi_rows_list(struct obi_row_driver driver[OBI_KERNEL_NAMES], bool named)
{
    FILE *f = obi_proc_crypto_open();
    struct obi_crypto_driver l;

    if (!f)
        return errno;
    while (obi_proc_crypto_next(f, &l))
        for (unsigned i = 0; i < OBI_KERNEL_NAMES; i++)
            consider(&l, &obi_kernel_names[i], &driver[i], named);
    (void)fclose(f);
    return 0;
}

static bool movable(uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER && alg != OB_AES_XTS;
}

bool obi_rows_make(struct ob_cap *cap, const struct obi_kernel_name *name, const struct obi_row_driver *d)
{
    /* The prices until outboard calibrate has measured the machine. */
    static const struct ob_price unknown = {OB_UPTO_ANY, 1000000, 1000000, 1000000, 1000000, 1000000};
    const struct obi_crypto_driver *l = &d->listed;
    unsigned cls = OB_ALG_CLASS(name->alg), min = name->key_min, max = name->key_max;

    if (l->key_max) { /* only ciphers list it; Triple DES with two keys is passed as three keys */
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
