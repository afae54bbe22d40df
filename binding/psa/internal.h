/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the binding for PSA share. */
#ifndef OB_BINDING_PSA_INTERNAL_H
#define OB_BINDING_PSA_INTERNAL_H

#define MBEDTLS_ALLOW_PRIVATE_ACCESS
#include <psa/crypto.h>
#include <psa/crypto_se_driver.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <outboard/psa.h>

/* The algorithm and hash of Outboard for one of PSA; false if slots do not serve it through PSA. */
bool obi_psa_algorithm(struct ob_slot_policy *policy, psa_algorithm_t alg);

/* The policy of a key with these attributes, and its curve or for RSA 0: PSA_SUCCESS or PSA_ERROR_NOT_SUPPORTED. bits:
 * of the key, where the attributes have 0. */
psa_status_t obi_psa_policy(struct ob_slot_policy *policy, uint8_t *curve, const psa_key_attributes_t *attributes,
                            size_t bits);

/* Point key's components into the private key in PSA's format: PSA_SUCCESS, PSA_ERROR_NOT_SUPPORTED or
 * PSA_ERROR_INVALID_ARGUMENT. */
psa_status_t obi_psa_read_private(struct ob_key *key, uint8_t curve, const uint8_t *data, size_t len);

/* Write a public key in PSA's format: PSA_SUCCESS, PSA_ERROR_BUFFER_TOO_SMALL or PSA_ERROR_NOT_SUPPORTED. */
psa_status_t obi_psa_write_public(uint8_t *out, size_t size, size_t *len, const struct ob_key *key);

/* What PSA is told for an answer of Outboard. */
psa_status_t obi_psa_status(int err);

#endif
