/* SPDX-License-Identifier: Apache-2.0 */
/* The source of random bytes for engines: the dispatcher's if it has one, else the platform's. */
#include "port/random.h"
#include "core.h"

int obi_random(struct ob_dispatcher *d, uint8_t *out, size_t len)
{
    int r = d->random ? d->random(d->random_user, out, len) : ob_port_random(out, len);

    if (r == OB_OK)
        return OB_OK;
    ob_wipe(out, len);
    __atomic_add_fetch(&d->random_failures, 1, __ATOMIC_RELAXED);
    return OB_E_IO;
}

int ob_random(struct ob_session *s, uint8_t *out, size_t len)
{
    int r = obi_random(s->dispatcher, out, len);

    if (r != OB_OK)
        s->excused = 1;
    return r;
}

#if OB_WITH_PK
int ob_random_ready(struct ob_session *s, const struct ob_op *op)
{
    uint8_t some[16];
    int r;

    if (obi_pk_plain_dirs(s->alg) & obi_direction(s, op->flags))
        return OB_OK;
    r = ob_random(s, some, sizeof some);
    ob_wipe(some, sizeof some);
    return r;
}
#endif
