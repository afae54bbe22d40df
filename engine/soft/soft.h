/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of engine soft that are not in algo/: at most two functions for each family of algorithms. The open
 * functions expand s->key into the state; they cannot fail. The others implement the verb submit and return OB_OK or
 * OB_E_AUTH. */
#ifndef OUTBOARD_ENGINE_SOFT_SOFT_H
#define OUTBOARD_ENGINE_SOFT_SOFT_H

#include "outboard/engine.h"

void obi_soft_des_open(struct ob_session *s);
int obi_soft_des(struct ob_session *s, struct ob_op *op);

/* AES and SM4 in ECB, CBC and CTR, AES in XTS. */
void obi_soft_cipher_open(struct ob_session *s);
int obi_soft_cipher(struct ob_session *s, struct ob_op *op);

void obi_soft_cmac_open(struct ob_session *s);
int obi_soft_cmac(struct ob_session *s, struct ob_op *op);

void obi_soft_gcm_open(struct ob_session *s);
int obi_soft_gcm(struct ob_session *s, struct ob_op *op);

int obi_soft_ccm(struct ob_session *s, struct ob_op *op);

#endif
