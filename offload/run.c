/* SPDX-License-Identifier: Apache-2.0 */
/* Turns ops into requests to the kernel. The caller's input is untouched until the output is there. */
#include "offload/run.h"

#include <errno.h>
#include <string.h>

/* For copies into the helper's memory: memcpy and memset of the C library may use instructions that are slow to
 * start. */
#define PIECE 128
#define ONCE  (4 * PIECE)

static void copy(uint8_t *to, const uint8_t *from, size_t len)
{
    for (; len >= ONCE; len -= ONCE, to += ONCE, from += ONCE) {
        memcpy(to, from, PIECE);
        memcpy(to + PIECE, from + PIECE, PIECE);
        memcpy(to + 2 * PIECE, from + 2 * PIECE, PIECE);
        memcpy(to + 3 * PIECE, from + 3 * PIECE, PIECE);
        __asm__ volatile("" : : : "memory"); /* the compiler must not replace the loop by one call */
    }
    if (len)
        memcpy(to, from, len);
}

/* Copy in parts that the compiler turns into plain stores, not into an instruction that is slow to start. */
static inline void wipe_piece(uint8_t *at)
{
    for (unsigned i = 0; i < PIECE; i += 32)
        memset(at + i, 0, 32);
}

static void wipe(uint8_t *at, size_t len)
{
    for (; len >= ONCE; len -= ONCE, at += ONCE) {
        wipe_piece(at);
        wipe_piece(at + PIECE);
        wipe_piece(at + 2 * PIECE);
        wipe_piece(at + 3 * PIECE);
        __asm__ volatile("" : : : "memory");
    }
    if (len)
        memset(at, 0, len);
}

static int outcome(struct obi_lane *l, const struct obi_request *r)
{
    switch (r->status) {
    case 0:
        return OB_OK;
    case EBADMSG:
        return OB_E_AUTH;
    case EAFNOSUPPORT:
        obi_link_turn_off(l->link, "the kernel or a sandbox does not let this process use AF_ALG", "");
        return OB_E_DECLINED;
    case EACCES:
    case EPERM:
        if (r->backend != OBI_BACKEND_DEVCRYPTO || !r->at_open)
            return OB_E_IO;
        obi_link_turn_off(l->link, "/dev/crypto: ", strerror(r->status));
        return OB_E_DECLINED;
    case EINVAL:
    case EOPNOTSUPP:
    case ERANGE:
        return r->at_open ? OB_E_DECLINED : OB_E_IO; /* the kernel does not accept this key, tag or driver */
    case ENOMEM:
    case ENOBUFS:
    case EMFILE:
    case ENFILE:
        return r->at_open ? OB_E_BUSY : OB_E_IO;
    default:
        return OB_E_IO;
    }
}

static int call(struct obi_lane *l, const struct obi_request_data *d, uint64_t deadline_ns)
{
    int r = obi_lane_run(l, d, deadline_ns);

    return r == OB_OK ? outcome(l, obi_lane_request(l)) : r;
}

static void fill(struct obi_request *r, uint8_t backend, const char *name, const struct ob_session *s)
{
    r->backend = backend;
    r->alg = s->alg;
    strncpy(r->name, name, sizeof r->name - 1);
    r->key_len = s->key_len;
    memcpy(r->key, s->key, s->key_len);
    r->aad_len = 0;
    r->iv_len = 0;
    r->tag_len = 0;
    r->first = r->last = 1;
    if (s->alg >= OB_DES3_ECB && s->alg <= OB_DES3_CBC && s->key_len == 16) { /* K3 is K1 */
        memcpy(r->key + 16, s->key, 8);
        r->key_len = 24;
    }
}

/* ---- ciphers ---- */

/* Add n to a big-endian counter of 16 bytes. */
static void count(uint8_t counter[16], size_t n)
{
    for (unsigned i = 16; i-- && n;) {
        n += counter[i];
        counter[i] = (uint8_t)n;
        n >>= 8;
    }
}

static int cipher_call(struct obi_lane *l, uint8_t *out, const uint8_t *in, size_t len, uint64_t deadline_ns)
{
    struct obi_request_data d = {.in = in, .out = out};

    obi_lane_request(l)->in_len = (uint32_t)len;
    return call(l, &d, deadline_ns);
}

/* ECB, CBC and XTS: whole blocks, or an XTS data unit. */
static int blocks(struct obi_lane *l, struct ob_session *s, const struct ob_op *op)
{
    size_t block = ob_alg_block(s->alg), len = op->in_len;
    uint8_t next[16] = {0};
    bool chained = obi_lane_request(l)->iv_len && s->alg != OB_AES_XTS, encrypt = op->flags & OB_ENCRYPT;
    int r;

    if (chained && !encrypt)
        memcpy(next, op->in + len - block, block);
    if (l->slot) {
        copy(l->slot->data, op->in, len);
        r = cipher_call(l, NULL, NULL, len, op->deadline_ns);
        if (r == OB_OK)
            copy(op->out, l->slot->data, len);
    } else {
        r = cipher_call(l, op->out, op->in, len, op->deadline_ns);
    }
    if (r == OB_OK && chained)
        memcpy(s->mid.iv, encrypt ? op->out + len - block : next, block);
    return r;
}

static void mask(uint8_t *out, const uint8_t *in, const uint8_t *stream, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = in[i] ^ stream[i];
}

/* CTR: the head uses up the rest of the last keystream block. Zeros complete the tail to a block; they return as its
 * keystream. */
static int counter(struct obi_lane *l, struct ob_session *s, const struct ob_op *op)
{
    size_t used = op->flags & OB_FIRST ? 0 : (size_t)s->in_done & 15, head = used ? 16 - used : 0;
    size_t body, whole, tail;
    uint8_t last_in[16] = {0}, last_out[16], *iv = obi_lane_request(l)->iv;
    int r = OB_OK;

    head = head < op->in_len ? head : op->in_len;
    body = op->in_len - head;
    tail = body & 15;
    whole = body - tail;
    if (tail)
        memcpy(last_in, op->in + head + whole, tail);
    if (l->slot && body) {
        copy(l->slot->data, op->in + head, whole);
        memcpy(l->slot->data + whole, last_in, 16);
        r = cipher_call(l, NULL, NULL, whole + (tail ? 16 : 0), op->deadline_ns);
        memcpy(last_out, l->slot->data + whole, r == OB_OK ? 16 : 0);
    } else if (body) { /* write the tail first: the input stays intact until nothing can fail */
        count(iv, whole / 16);
        if (tail)
            r = cipher_call(l, last_out, last_in, 16, op->deadline_ns);
        memcpy(iv, op->flags & OB_FIRST ? op->iv : s->mid.iv, 16);
        if (r == OB_OK && whole)
            r = cipher_call(l, op->out + head, op->in + head, whole, op->deadline_ns);
    }
    if (r != OB_OK)
        return r;
    mask(op->out, op->in, s->mid.part + used, head);
    if (l->slot)
        copy(op->out + head, l->slot->data, whole);
    if (tail) {
        memcpy(op->out + head + whole, last_out, tail);
        mask(s->mid.part, last_in, last_out, 16);
    }
    if (op->flags & OB_FIRST)
        memcpy(s->mid.iv, op->iv, 16);
    count(s->mid.iv, (body + 15) / 16);
    ob_wipe(last_in, sizeof last_in);
    return r;
}

static int cipher(struct obi_lane *l, struct ob_session *s, const struct ob_op *op)
{
    struct obi_request *r = obi_lane_request(l);
    bool first = op->flags & OB_FIRST;

    r->kind = OBI_REQUEST_CIPHER;
    r->encrypt = (op->flags & OB_ENCRYPT) != 0;
    if (s->alg != OB_AES_ECB && s->alg != OB_DES_ECB && s->alg != OB_DES3_ECB && s->alg != OB_SM4_ECB) {
        r->iv_len = s->alg == OB_DES_CBC || s->alg == OB_DES3_CBC ? 8 : 16;
        memcpy(r->iv, first ? op->iv : s->mid.iv, r->iv_len);
    }
    if (op->in_len == 0) {
        if (first && r->iv_len)
            memcpy(s->mid.iv, op->iv, r->iv_len);
        return OB_OK;
    }
    return s->alg == OB_AES_CTR || s->alg == OB_SM4_CTR ? counter(l, s, op) : blocks(l, s, op);
}

/* ---- AEADs ---- */

static int aead(struct obi_lane *l, struct ob_session *s, const struct ob_op *op)
{
    struct obi_request *r = obi_lane_request(l);
    struct obi_request_data d = {.aad = op->aad, .in = op->in, .out = op->out};
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    int status;

    r->kind = OBI_REQUEST_AEAD;
    r->encrypt = (op->flags & OB_ENCRYPT) != 0;
    r->aad_len = (uint32_t)aad_len;
    r->in_len = (uint32_t)op->in_len;
    r->tag_len = (uint32_t)op->tag_len;
    r->iv_len = (uint32_t)op->iv_len;
    if (s->alg == OB_AES_CCM) { /* RFC 3610, section 2.3: length of the length field less 1, then the nonce */
        memset(r->iv, 0, 16);
        r->iv[0] = (uint8_t)(14 - op->iv_len);
        memcpy(r->iv + 1, op->iv, op->iv_len);
        r->iv_len = 16;
    } else {
        memcpy(r->iv, op->iv, op->iv_len);
    }
    if (!r->encrypt)
        memcpy(r->tag, op->tag, op->tag_len);
    if (l->slot) {
        if (aad_len)
            memcpy(l->slot->aad, op->aad, aad_len);
        if (op->in_len)
            copy(l->slot->data, op->in, op->in_len);
    }
    status = call(l, &d, op->deadline_ns);
    if (status != OB_OK)
        return status;
    if (l->slot && op->in_len)
        copy(op->out, l->slot->data, op->in_len);
    if (r->encrypt)
        memcpy(op->tag, r->tag, op->tag_len);
    return OB_OK;
}

/* ---- hashes and MACs ---- */

static int hash(struct obi_lane *l, const struct ob_session *s, struct ob_op *op)
{
    struct obi_request *r = obi_lane_request(l);
    struct obi_request_data d = {.in = op->in};
    size_t left = op->in_len, n;
    int status;

    r->kind = OBI_REQUEST_HASH;
    r->tag_len = (uint32_t)ob_alg_tag(s->alg);
    do {
        n = left < OBI_REQUEST_DATA_MAX ? left : OBI_REQUEST_DATA_MAX;
        r->in_len = (uint32_t)n;
        r->first = left == op->in_len;
        left -= n;
        r->last = left == 0;
        if (l->slot && n)
            copy(l->slot->data, d.in, n);
        status = call(l, &d, op->deadline_ns);
        if (n)
            d.in += n;
    } while (status == OB_OK && left);
    if (status != OB_OK)
        return status;
    if (op->flags & OB_VERIFY)
        return ob_differ(op->tag, r->tag, op->tag_len) ? OB_E_AUTH : OB_OK;
    memcpy(op->tag, r->tag, op->tag_len);
    return OB_OK;
}

/* ---- all classes ---- */

/* True if the kernel takes op: in one piece, and within its limits. The limit for AAD is also the page of
 * /dev/crypto. */
static bool takes(const struct ob_session *s, const struct ob_op *op)
{
    bool whole = (op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST);
    unsigned cls = OB_ALG_CLASS(s->alg);

    if (cls == OB_CLASS_CIPHER)
        return op->in_len <= OBI_REQUEST_DATA_MAX && (whole || s->alg != OB_AES_XTS);
    if (cls == OB_CLASS_AEAD)
        return whole && op->in_len <= OBI_REQUEST_DATA_MAX &&
               (!(op->flags & OB_AAD) || op->aad_len <= OBI_REQUEST_AAD_MAX) &&
               (op->iv_len == 12 || s->alg == OB_AES_CCM);
    return whole;
}

/* True if the shared memory contains only data that the caller received and that may be public. */
static bool only_ciphertext(const struct ob_session *s, const struct ob_op *op, int status)
{
    unsigned cls = OB_ALG_CLASS(s->alg);
    bool counter = s->alg == OB_AES_CTR || s->alg == OB_SM4_CTR; /* the last block is keystream */

    return status == OB_OK && op->flags & OB_ENCRYPT && !counter && (cls == OB_CLASS_CIPHER || cls == OB_CLASS_AEAD);
}

int obi_offload_run(struct obi_link *link, uint8_t backend, const char *name, struct obi_link_key *key,
                    struct ob_session *s, struct ob_op *op)
{
    struct obi_request *r;
    struct obi_lane *l;
    int status;

    if (!takes(s, op))
        return OB_E_DECLINED;
    status = obi_link_take(link, key, &l);
    if (status != OB_OK)
        return status;
    r = obi_lane_request(l);
    fill(r, backend, name, s);
    if (key->id == 0)
        key->id = OB_ALG_CLASS(s->alg) == OB_CLASS_HASH ? s->alg : obi_link_new_id();
    r->id = key->id;
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_CIPHER:
        status = cipher(l, s, op);
        break;
    case OB_CLASS_AEAD:
        status = aead(l, s, op);
        break;
    default:
        status = hash(l, s, op);
        break;
    }
    if (l->connected) {
        r = obi_lane_request(l);
        ob_wipe(r->key, r->key_len);
        ob_wipe(r->tag, r->tag_len);
        if (l->slot && op->in_len && !only_ciphertext(s, op, status))
            wipe(l->slot->data, op->in_len < OBI_REQUEST_DATA_MAX ? op->in_len : OBI_REQUEST_DATA_MAX);
    }
    obi_lane_release(l);
    return status;
}

void obi_offload_close(struct obi_link *link, struct obi_link_key *key)
{
    if (key->id >= OBI_REQUEST_FIRST_ID)
        obi_link_forget(link, key);
    memset(key, 0, sizeof *key);
}

int obi_offload_probe(struct obi_link *link, uint8_t backend, uint8_t alg, const char *name,
                      struct obi_offload_driver *driver)
{
    struct obi_link_key key = {0};
    struct obi_request *r;
    struct obi_lane *l;
    int status = obi_link_take(link, &key, &l);

    if (status != OB_OK)
        return status;
    r = obi_lane_request(l);
    memset(r, 0, sizeof *r);
    r->backend = backend;
    r->alg = alg;
    r->kind = OBI_REQUEST_PROBE;
    r->id = obi_link_new_id();
    strncpy(r->name, name, sizeof r->name - 1);
    r->key_len = alg == OB_DES_CBC ? 8 : alg == OB_DES3_CBC ? 24 : OB_ALG_CLASS(alg) == OB_CLASS_HASH ? 0 : 16;
    for (unsigned i = 0; i < r->key_len; i++) /* all bytes differ, so the key is not a weak one */
        r->key[i] = (uint8_t)(29 * i + 1);
    status = call(l, &(struct obi_request_data){.in = NULL}, 0);
    if (status == OB_E_IO && l->connected && obi_lane_request(l)->status == ENOENT)
        status = OB_E_DECLINED;
    if (status == OB_OK && driver) {
        memcpy(driver->name, obi_lane_request(l)->driver, sizeof driver->name);
        driver->name[sizeof driver->name - 1] = 0;
        driver->hardware = obi_lane_request(l)->hardware;
    }
    obi_lane_release(l);
    return status;
}
