/* SPDX-License-Identifier: Apache-2.0 */
/* Turns ops into requests to the kernel: what the engines afalg and devcrypto share. */
#ifndef OUTBOARD_OFFLOAD_RUN_H
#define OUTBOARD_OFFLOAD_RUN_H

#include "offload/link.h"

/* Run op of s on a lane of the link. backend is enum obi_backend. name: AF_ALG's name of the algorithm; for /dev/crypto
 * the driver that must serve, "" for any. *key: the session's key, all zero before its first op. Hashes, MACs, XTS and
 * AEADs are served in one op or declined, because the kernel does not export the state of a stream. An op that fails
 * has written nothing. */
int obi_offload_run(struct obi_link *l, uint8_t backend, const char *name, struct obi_link_key *key,
                    struct ob_session *s, struct ob_op *op);

/* Close the session's key. */
void obi_offload_close(struct obi_link *l, struct obi_link_key *key);

/* A driver of the kernel, as /dev/crypto describes it. */
struct obi_offload_driver {
    char name[64];
    bool hardware; /* the kernel says that it is neither software nor CPU instructions */
};

/* Ask the kernel whether it has an algorithm: OB_OK, OB_E_DECLINED if not, or another error. driver, or NULL, receives
 * the driver of /dev/crypto. */
int obi_offload_probe(struct obi_link *l, uint8_t backend, uint8_t alg, const char *name,
                      struct obi_offload_driver *driver);

#endif
