/* SPDX-License-Identifier: Apache-2.0 */
/* TLS records in CBC, TLS 1.0 to 1.2 (RFC 2246, RFC 4346, RFC 5246, each section 6.2.3.2): padding is added on
 * encryption; on decryption padding and MAC are removed, and neither time nor addresses reveal where they were (Lucky
 * Thirteen).
 *
 * provider-cipher(7): once tls-version is set, each update is a record in place. Encryption adds the padding; the
 * record already has the MAC. Decryption returns the length of the content, skips the explicit IV of TLS 1.1 and later,
 * and keeps the MAC for tls-mac. With tls-mac-size 0, as with Encrypt-then-MAC (RFC 7366), only the padding is
 * removed. */
#include "binding/openssl/cipher.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define TLS1_0  0x0301u
#define TLS1_1  0x0302u
#define TLS1_2  0x0303u
#define DTLS1   0xfeffu
#define DTLS1_2 0xfefdu

#define PADDING_MAX 256 /* bytes, its length byte included */

/* All ones if a < b, else 0; for values below 2^31. */
static uint32_t mask_less(uint32_t a, uint32_t b)
{
    return 0u - ((a - b) >> 31);
}

static uint32_t mask_equal(uint32_t a, uint32_t b)
{
    uint32_t d = a ^ b;

    return ((d | (0u - d)) >> 31) - 1u;
}

static bool random_bytes(uint8_t *out, size_t len)
{
    size_t done = 0;

    while (done < len) {
        ssize_t n = getrandom(out + done, len - done, 0);

        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            return false;
    }
    return true;
}

/* Copy the mac_len bytes before text + end to mac. end is secret; its range, len - 256 - mac_len <= end <= len, is not.
 * Every byte that may belong to the MAC is read into a ring of mac_len bytes. Then the ring is rotated by the offset,
 * one bit of the offset after the other. */
static void copy_mac(uint8_t *mac, size_t mac_len, const uint8_t *text, size_t len, size_t end)
{
    size_t first = len > mac_len + PADDING_MAX ? len - mac_len - PADDING_MAX : 0;
    uint32_t start = (uint32_t)(end - mac_len), stop = (uint32_t)end, turn = 0, at = 0;
    uint8_t ring[2][OB_PROV_MAC_MAX] = {{0}};

    for (size_t i = first; i < len; i++) {
        uint32_t inside = ~mask_less((uint32_t)i, start) & mask_less((uint32_t)i, stop);

        ring[0][at] |= text[i] & (uint8_t)inside;
        turn |= at & mask_equal((uint32_t)i, start);
        if (++at == mac_len)
            at = 0;
    }
    for (unsigned bit = 0; (size_t)1 << bit < mac_len; bit++) {
        uint8_t take = (uint8_t)(0u - (turn >> bit & 1u));

        for (size_t i = 0; i < mac_len; i++) {
            size_t from = (i + ((size_t)1 << bit)) % mac_len; /* only public values */

            ring[1][i] = (uint8_t)((ring[0][from] & take) | (ring[0][i] & (uint8_t)~take));
        }
        memcpy(ring[0], ring[1], mac_len);
    }
    memcpy(mac, ring[0], mac_len);
    obi_prov_wipe(ring, sizeof ring);
}

/* Remove padding and MAC from the len bytes of a decrypted record without its explicit IV. False only for errors that
 * the public length shows, or for bad padding if there is no MAC that will fail. Otherwise bad padding gives a random
 * MAC, and the time depends on len and mac_len alone. */
static bool unpad(struct ob_prov_cipher *c, const uint8_t *text, size_t len, size_t *content_len)
{
    uint8_t random[OB_PROV_MAC_MAX];
    uint32_t padding, good, check = len < PADDING_MAX ? (uint32_t)len : PADDING_MAX;
    size_t end;

    if (len < c->mac_len + 1)
        return false;
    padding = text[len - 1];
    good = ~mask_less((uint32_t)len, padding + 1 + (uint32_t)c->mac_len);
    for (uint32_t i = 0; i < check; i++)
        good &= ~((mask_less(i, padding + 1)) & ~mask_equal(text[len - 1 - i], padding));
    end = len - (good & (padding + 1));
    if (c->mac_len == 0) {
        *content_len = end;
        return good != 0;
    }
    if (!random_bytes(random, c->mac_len))
        return false;
    copy_mac(c->mac, c->mac_len, text, len, end);
    for (size_t i = 0; i < c->mac_len; i++)
        c->mac[i] = (uint8_t)((c->mac[i] & good) | (random[i] & ~good));
    *content_len = end - c->mac_len;
    return true;
}

static bool explicit_iv(const struct ob_prov_cipher *c)
{
    return c->tls_version != TLS1_0;
}

/* Run the default provider on blocks in the middle of a record. EVP_Cipher's function does not treat them as
 * records. */
static bool whole_blocks(struct ob_prov_cipher *c, uint8_t *data, size_t len)
{
    OSSL_FUNC_cipher_cipher_fn *cipher = (OSSL_FUNC_cipher_cipher_fn *)c->base->fn[OSSL_FUNC_CIPHER_CIPHER];
    size_t n;

    return cipher(c->inner, data, &n, len, data, len);
}

static bool known_version(unsigned version)
{
    return version == TLS1_0 || version == TLS1_1 || version == TLS1_2 || version == DTLS1 || version == DTLS1_2;
}

int obi_prov_tls_update(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                        size_t in_len)
{
    size_t padding = c->block - in_len % c->block, skip = explicit_iv(c) ? c->block : 0, len = in_len, content, done;
    unsigned num;

    c->has_mac = false;
    if (c->encrypt)
        len += padding;
    if (in != out || !in || in_len == 0 || len > out_size || !c->padding || len % c->block || len < c->block + skip ||
        c->mac_len > OB_PROV_MAC_MAX || c->held || !known_version(c->tls_version) ||
        !obi_prov_use_pays(&c->use, c->encrypt ? 0 : 1, len) || !obi_prov_cipher_take(c, &num)) {
        int ok = obi_prov_cipher_sync(c) && c->update(c->inner, out, out_len, out_size, in, in_len);

        c->use.aside++;
        obi_prov_use_aside(&c->use);
        return ok;
    }
    if (c->encrypt)
        memset(out + in_len, (int)(padding - 1), padding);
    done = obi_prov_cipher_run(c, out, out, len);
    if (done == 0) { /* only the padding was written, and the default provider writes it again */
        c->use.aside++;
        return obi_prov_cipher_sync(c) && c->update(c->inner, out, out_len, out_size, in, in_len);
    }
    if (done < len && !(obi_prov_cipher_sync(c) && whole_blocks(c, out + done, len - done)))
        return 0;
    if (c->encrypt) {
        *out_len = len;
        return 1;
    }
    if (!unpad(c, out + skip, len - skip, &content)) {
        obi_prov_error(c->prov, "a TLS record is not padded as it should");
        return 0;
    }
    c->has_mac = c->mac_len != 0;
    *out_len = content;
    return 1;
}
