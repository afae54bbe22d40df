/* SPDX-License-Identifier: Apache-2.0 */
/* Ops of the contract as requests to the kernel: what engines afalg and devcrypto have in common. */
#ifndef OUTBOARD_OFFLOAD_RUN_H
#define OUTBOARD_OFFLOAD_RUN_H

#include "offload/link.h"

/* Run op of s on a link: backend is enum obi_backend, name what AF_ALG calls the algorithm, or for /dev/crypto the
 * driver that must serve it, "" for any. *id is the session's number for its key, 0 before its first op. Hashes, MACs,
 * XTS and AEADs are done in one op or declined, as the kernel does not give away a stream's state. A failed op has
 * written nothing. */
int obi_offload_run(struct obi_link *l, uint8_t backend, const char *name, uint64_t *id, struct ob_session *s,
                    struct ob_op *op);

/* The session's key is not needed any more. */
void obi_offload_close(struct obi_link *l, uint64_t *id);

/* A driver of the kernel, as /dev/crypto tells of it. */
struct obi_offload_driver {
    char name[64];
    bool hardware; /* the kernel says that it is neither software nor instructions of the CPU */
};

/* Ask the kernel whether there is an algorithm: OB_OK, OB_E_DECLINED: there is not, or another answer. driver is where
 * that of /dev/crypto goes, or NULL. */
int obi_offload_probe(struct obi_link *l, uint8_t backend, uint8_t alg, const char *name,
                      struct obi_offload_driver *driver);

#endif
