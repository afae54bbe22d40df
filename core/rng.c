/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC_DRBG with SHA-256 (SP 800-90A Rev. 1, section 10.1.2) on the dispatcher's own HMAC. */
#include <outboard/rng.h>

#include <string.h>

#include <outboard/mac.h>

#include "core.h"
#include "port/process.h"

#define ENTROPY_LEN  48                  /* instantiation: 256 bits of entropy and a nonce of 128 (section 8.6.7) */
#define RESEED_LEN   32                  /* 256 bits */
#define INTERVAL     10000               /* default requests between two reseedings */
#define INTERVAL_MAX ((uint64_t)1 << 48) /* table 2 */

static int hmac(struct ob_rng *r, uint8_t out[32], const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    int e = ob_mac_open(&r->mac, r->dispatcher, OB_HMAC_SHA256, r->key, sizeof r->key);

    if (e != OB_OK)
        return e;
    e = ob_session_require(&r->mac, OB_SESSION_WAIT);
    if (e == OB_OK)
        e = ob_mac_update(&r->mac, a, a_len);
    if (e == OB_OK && b_len)
        e = ob_mac_update(&r->mac, b, b_len);
    if (e == OB_OK)
        e = ob_mac_final(&r->mac, out, 32);
    ob_session_close(&r->mac);
    return e;
}

/* HMAC_DRBG_Update (section 10.1.2.2); the provided data are entropy followed by more. */
static int update(struct ob_rng *r, const uint8_t *entropy, size_t entropy_len, const uint8_t *more, size_t more_len)
{
    uint8_t block[33 + ENTROPY_LEN];
    int e = OB_OK;

    for (uint8_t round = 0; round < 2 && e == OB_OK; round++) {
        if (round == 1 && entropy_len + more_len == 0)
            break;
        memcpy(block, r->v, 32);
        block[32] = round;
        if (entropy_len)
            memcpy(block + 33, entropy, entropy_len);
        e = hmac(r, r->key, block, 33 + entropy_len, more, more_len);
        if (e == OB_OK)
            e = hmac(r, r->v, r->v, 32, NULL, 0);
    }
    ob_wipe(block, sizeof block);
    return e;
}

static int get_entropy(struct ob_rng *r, uint8_t *out, size_t len)
{
    return r->entropy ? r->entropy(r->entropy_user, out, len) : obi_random(obi_dispatcher(r->dispatcher), out, len);
}

static int seed(struct ob_rng *r, size_t len, const uint8_t *more, size_t more_len)
{
    uint8_t entropy[ENTROPY_LEN];
    uint32_t process = OB_PORT_FORKS ? ob_port_process() : 0;
    int e = get_entropy(r, entropy, len);

    if (e == OB_OK)
        e = update(r, entropy, len, more, more_len);
    ob_wipe(entropy, sizeof entropy);
    if (e == OB_OK) {
        r->reseed_counter = 1;
        if (OB_PORT_FORKS)
            r->process = process;
    }
    return e == OB_OK ? OB_OK : OB_E_IO;
}

int ob_rng_open(struct ob_rng *r, struct ob_dispatcher *d, const uint8_t *personal, size_t personal_len)
{
    int e;

    r->dispatcher = d;
    r->live = 0;
    if (r->reseed_interval == 0)
        r->reseed_interval = INTERVAL;
    if (r->reseed_interval > INTERVAL_MAX || (personal_len && !personal))
        return OB_E_ARG;
    memset(r->key, 0, sizeof r->key);
    memset(r->v, 1, sizeof r->v);
    e = seed(r, ENTROPY_LEN, personal, personal_len);
    r->live = e == OB_OK;
    return e;
}

int ob_rng_reseed(struct ob_rng *r, const uint8_t *more, size_t more_len)
{
    if (!r->live)
        return OB_E_STATE;
    return seed(r, RESEED_LEN, more, more_len);
}

static int request(struct ob_rng *r, uint8_t *out, size_t len)
{
    int e = OB_OK;

    if (r->reseed_counter > r->reseed_interval || (OB_PORT_FORKS && r->process != ob_port_process()))
        e = seed(r, RESEED_LEN, NULL, 0);
    while (len && e == OB_OK) {
        size_t n = len < 32 ? len : 32;

        e = hmac(r, r->v, r->v, 32, NULL, 0);
        memcpy(out, r->v, n);
        out += n;
        len -= n;
    }
    if (e == OB_OK)
        e = update(r, NULL, 0, NULL, 0);
    r->reseed_counter++;
    return e == OB_OK ? OB_OK : OB_E_IO;
}

int ob_rng_bytes(struct ob_rng *r, uint8_t *out, size_t len)
{
    if (!r->live)
        return OB_E_STATE;
    for (size_t done = 0; done < len;) {
        size_t n = len - done < OB_RNG_REQUEST_MAX ? len - done : OB_RNG_REQUEST_MAX;

        if (request(r, out + done, n) != OB_OK) {
            ob_wipe(out, len);
            return OB_E_IO;
        }
        done += n;
    }
    return OB_OK;
}

void ob_rng_close(struct ob_rng *r)
{
    r->live = 0;
    ob_wipe(r->key, sizeof r->key);
    ob_wipe(r->v, sizeof r->v);
    ob_session_close(&r->mac);
}
