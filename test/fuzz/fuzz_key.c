/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: keys and signatures in DER and PEM, which come from outside. What is accepted lies within the input;
 * what is written of it is read as the same key, and as the same bytes when it is written again. */
#include <stdlib.h>
#include <string.h>

#include <outboard/key.h>

#include "fuzz.h"
#include "planted.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 0;

static void must(bool good)
{
    if (!good)
        abort();
}

static struct ob_bytes *parts_of(struct ob_key *key, struct ob_bytes part[10])
{
    const struct ob_bytes all[10] = {key->n,  key->e,  key->d,    key->p, key->q,
                                     key->dp, key->dq, key->qinv, key->x, key->y};

    memcpy(part, all, sizeof all);
    return part;
}

/* The same number: leading zeros are of no account, but for RFC 8410's strings, which have the same length. */
static bool same(struct ob_bytes a, struct ob_bytes b)
{
    while (a.len && *a.data == 0) {
        a.data++;
        a.len--;
    }
    while (b.len && *b.data == 0) {
        b.data++;
        b.len--;
    }
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* key, which lies in the len bytes at der, written and read again. */
static void round_trip(struct ob_key *key, const uint8_t *der, size_t len)
{
    static uint8_t first[OB_KEY_DER_MAX], second[OB_KEY_DER_MAX], work[OB_KEY_DER_MAX];
    static char pem[OB_KEY_PEM_MAX];
    struct ob_bytes part[10], again[10];
    struct ob_key other;
    size_t n, m, pem_len;

    parts_of(key, part);
    for (unsigned i = 0; i < 10; i++)
        must(!part[i].len || (part[i].data >= der && part[i].data + part[i].len <= der + len));
    if (ob_key_to_der(first, sizeof first, &n, key) != OB_OK)
        return; /* longer than any key that is used */
    if (planted_wanted() && key->kind == OB_KEY_EC_PRIVATE && key->x.len) {
        planted_shows();
        first[n - 1] ^= 1; /* of the point, or the private key */
    }
    must(ob_key_from_der(&other, first, n) == OB_OK);
    must(other.kind == key->kind && other.curve == key->curve);
    parts_of(&other, again);
    for (unsigned i = 0; i < 10; i++) /* the point of RFC 8410's private keys is not written */
        must(same(part[i], again[i]) || (i == 8 && !again[i].len && key->kind == OB_KEY_EC_PRIVATE));
    must(ob_key_to_der(second, sizeof second, &m, &other) == OB_OK && m == n && memcmp(first, second, n) == 0);
    must(ob_key_to_pem(pem, sizeof pem, &pem_len, work, sizeof work, &other) == OB_OK);
    must(ob_key_from_pem(&other, second, sizeof second, &m, pem, pem_len) == OB_OK);
    must(m == n && memcmp(first, second, n) == 0);
}

/* A signature that is read is written as the same bytes. */
static void signature(const uint8_t *der, size_t len)
{
    uint8_t raw[132], again[OB_SIGNATURE_DER_MAX];
    size_t n;

    for (size_t raw_len = 48; raw_len <= sizeof raw; raw_len += 4)
        if (ob_signature_from_der(raw, raw_len, der, len) == OB_OK) {
            must(ob_signature_to_der(again, sizeof again, &n, raw, raw_len) == OB_OK);
            must(n == len && memcmp(again, der, n) == 0);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Of exactly their size, so that the sanitizer sees what goes beyond. */
    uint8_t *copy = (uint8_t *)malloc(size ? size : 1), *der = (uint8_t *)malloc(size ? size : 1);
    struct ob_key key;
    size_t len;

    if (!copy || !der)
        abort();
    memcpy(copy, data, size);
    signature(copy, size);
    if (ob_key_from_der(&key, copy, size) == OB_OK)
        round_trip(&key, copy, size);
    if (ob_key_from_pem(&key, der, size, &len, (const char *)copy, size) == OB_OK)
        round_trip(&key, der, len);
    else
        must(len == 0 && key.kind == OB_KEY_NONE && !key.n.data && !key.d.data);
    free(der);
    free(copy);
    return 0;
}
