/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and wipes long texts in pieces: for larger sizes the C library may use instructions that are slow to start. */
#ifndef OUTBOARD_BINDING_OPENSSL_PIECES_H
#define OUTBOARD_BINDING_OPENSSL_PIECES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "binding/openssl/offers.h"

#define OB_PROV_PIECE ((size_t)1024)

static inline void obi_prov_copy_pieces(uint8_t *to, const uint8_t *from, size_t len)
{
    for (; len > OB_PROV_PIECE; len -= OB_PROV_PIECE, to += OB_PROV_PIECE, from += OB_PROV_PIECE) {
        memcpy(to, from, OB_PROV_PIECE);
        __asm__ volatile("" : : : "memory"); /* the compiler must not replace the loop by one call */
    }
    memcpy(to, from, len);
}

static inline void obi_prov_wipe_pieces(uint8_t *at, size_t len)
{
    for (; len > OB_PROV_PIECE; len -= OB_PROV_PIECE, at += OB_PROV_PIECE)
        obi_prov_wipe(at, OB_PROV_PIECE);
    if (len)
        obi_prov_wipe(at, len);
}

#endif
