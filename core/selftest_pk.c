/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of the public-key rows: a row without known answers is not selectable. */
#include "core.h"

#if OB_WITH_PK
int obi_selftest_pk_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    (void)s;
    (void)e;
    (void)row;
    return OB_E_IO;
}
#endif
