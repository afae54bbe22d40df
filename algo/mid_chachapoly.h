/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20-Poly1305 over a session's mid-state (RFC 8439, section 2.8), for any engine on the functions of chacha20.h
 * and poly1305.h. The rows that it serves have no OB_CAP_MID. */
#ifndef OBI_MID_CHACHAPOLY_H
#define OBI_MID_CHACHAPOLY_H

#include "outboard/engine.h"

/* The submit verb for OB_CHACHA20_POLY1305. */
int obi_mid_chachapoly_submit(struct ob_session *s, struct ob_op *op);

#endif
