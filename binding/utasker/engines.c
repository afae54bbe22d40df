/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: which engine comes first. LTC before mmCAU before software, unless one is disabled. */
#include "binding/utasker/internal.h"

#if !(UTASKER_AES_LTC || UTASKER_AES_MMCAU) || !(UTASKER_SHA_LTC || UTASKER_SHA_MMCAU)

#include <outboard/engine.h>

/* The place of the engine in its order; 0: not to be used. */
static unsigned rank(const struct ob_engine *e, int no_ltc, int no_mmcau)
{
    const char *name = e->ops->name;

    if (strcmp(name, "ltc") == 0)
        return no_ltc ? 0 : 4;
    if (strcmp(name, "mmcau") == 0)
        return no_mmcau ? 0 : 3;
    return strcmp(name, UTASKER_LIBRARY) == 0 ? 2 : 1;
}

struct ob_engine *obi_utasker_engine(unsigned place, int no_ltc, int no_mmcau)
{
    unsigned seen = 0;

    if (ob_default.n_engines == 0 && ob_start() < 0)
        return NULL;
    for (unsigned wanted = 4; wanted > 0; wanted--)
        for (unsigned i = 0; i < ob_default.n_engines; i++)
            if (rank(ob_default.engine[i], no_ltc, no_mmcau) == wanted && seen++ == place)
                return ob_default.engine[i];
    return NULL;
}

#endif
