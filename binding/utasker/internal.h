/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: what its files share. */
#ifndef OUTBOARD_BINDING_UTASKER_INTERNAL_H
#define OUTBOARD_BINDING_UTASKER_INTERNAL_H

#include <outboard/dispatch.h>
#include <outboard/secret.h>
#include <string.h>

#include "binding/utasker/settings.h"
#include "outboard/utasker.h"

/* The engine at this place of the order, from 0 on; NULL: there are no more. Starts the linked engines at first. */
struct ob_engine *obi_utasker_engine(unsigned place, int no_ltc, int no_mmcau);

/* The block of direct calls; NULL: not given yet. */
extern struct ob_ltc *obi_utasker_ltc;

#define SHA256_DIGEST_LENGTH 32

void obi_utasker_forget_aes(void);
void obi_utasker_forget_sha(void);

#endif
