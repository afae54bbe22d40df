/* SPDX-License-Identifier: Apache-2.0 */
/* The end of an op of a MAC or an AEAD. */
#ifndef OBI_MID_TAG_H
#define OBI_MID_TAG_H

#include "outboard/engine.h"

/* Write op->tag, or compare it (compare) and answer OB_E_AUTH if it differs. */
static inline int obi_mid_tag(struct ob_op *op, const uint8_t *tag, bool compare)
{
    if (compare)
        return ob_differ(op->tag, tag, op->tag_len) ? OB_E_AUTH : OB_OK;
    for (size_t i = 0; i < op->tag_len; i++)
        op->tag[i] = tag[i];
    return OB_OK;
}

#endif
