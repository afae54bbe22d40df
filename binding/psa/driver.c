/* SPDX-License-Identifier: Apache-2.0 */
/* The driver of a secure element (psa/crypto_se_driver.h) whose keys are in key slots of an engine. PSA names a key by
 * a number; here each key gets one that no other key has had, so that a handle that PSA has not destroyed reaches no
 * later key. */
#include "binding/psa/internal.h"

#include "port/lock.h"
#include "port/thread.h"

#define OWNER 0x50534100u /* of all keys in slots that PSA has */

struct entry {
    uint32_t lock;  /* held while the session is used; number changes under it alone */
    int32_t number; /* that PSA has for the key; 0: no key */
    bool doomed;    /* PSA has destroyed the key, but its engine was in use */
    struct ob_key slot;
    struct ob_session session;
};

static struct entry entries[OB_PSA_KEYS];
static struct ob_engine *engine;
static uint32_t numbers_lock;
static int32_t numbers; /* given so far */

static void lock(uint32_t *word)
{
    while (!ob_port_trylock(word))
        ob_port_relax();
}

/* ---- entries ---- */

/* The key of this number, locked, or NULL. */
static struct entry *find(psa_key_slot_number_t number)
{
    for (unsigned i = 0; number != 0 && i < OB_PSA_KEYS; i++) {
        struct entry *e = &entries[i];

        if ((psa_key_slot_number_t)ob_port_load32(&e->number) != number)
            continue;
        lock(&e->lock);
        if ((psa_key_slot_number_t)e->number == number && !e->doomed)
            return e;
        ob_port_unlock(&e->lock);
    }
    return NULL;
}

/* Destroy the key of e, which the caller has locked: OB_OK, also if it is gone; OB_E_BUSY. */
static int destroy(struct entry *e)
{
    int err = engine && engine->dispatcher ? ob_slot_destroy(engine->dispatcher, &e->slot) : OB_OK;

    if (err == OB_E_BUSY) {
        e->doomed = true;
        return err;
    }
    e->slot = (struct ob_key){.kind = OB_KEY_NONE};
    e->doomed = false;
    ob_port_store32(&e->number, 0);
    return OB_OK;
}

/* An entry without a key, locked, or NULL. */
static struct entry *find_free(void)
{
    for (unsigned i = 0; i < OB_PSA_KEYS; i++) {
        struct entry *e = &entries[i];

        if (!ob_port_trylock(&e->lock))
            continue; /* it has a key, or is being given one */
        if (e->number == 0 || (e->doomed && destroy(e) == OB_OK))
            return e;
        ob_port_unlock(&e->lock);
    }
    return NULL;
}

int ob_psa_forget(void)
{
    int err = OB_OK;

    for (unsigned i = 0; i < OB_PSA_KEYS; i++) {
        lock(&entries[i].lock);
        if (entries[i].number != 0 && destroy(&entries[i]) != OB_OK)
            err = OB_E_BUSY;
        ob_port_unlock(&entries[i].lock);
    }
    return err;
}

/* ---- making keys ---- */

static psa_status_t allocate(psa_drv_se_context_t *context, void *persistent, const psa_key_attributes_t *attributes,
                             psa_key_creation_method_t method, psa_key_slot_number_t *number)
{
    struct entry *e;

    (void)context, (void)persistent;
    if (method != PSA_KEY_CREATION_IMPORT && method != PSA_KEY_CREATION_GENERATE)
        return PSA_ERROR_NOT_SUPPORTED;
    if (!PSA_KEY_LIFETIME_IS_VOLATILE(psa_get_key_lifetime(attributes)))
        return PSA_ERROR_NOT_SUPPORTED; /* the key ends with the process, PSA's record of it would not */
    e = find_free();
    if (!e)
        return PSA_ERROR_INSUFFICIENT_STORAGE;
    ob_port_unlock(&e->lock); /* nothing is reserved: PSA does not always say that it has given up */
    lock(&numbers_lock);
    *number = numbers < INT32_MAX ? (psa_key_slot_number_t)++numbers : 0;
    ob_port_unlock(&numbers_lock);
    return *number ? PSA_SUCCESS : PSA_ERROR_INSUFFICIENT_STORAGE;
}

/* Put a key into a slot: key, or a new one of this curve or bits if key is NULL. */
static psa_status_t make(psa_key_slot_number_t number, const struct ob_slot_policy *policy, const struct ob_key *key,
                         uint8_t curve, size_t bits)
{
    struct ob_slot_policy with_owner = *policy;
    struct entry *e = find_free();
    int err;

    if (!e)
        return PSA_ERROR_INSUFFICIENT_STORAGE;
    with_owner.owner = OWNER;
    if (key)
        err = ob_slot_import(&e->slot, &e->session, engine, &with_owner, key);
    else
        err = ob_slot_generate(&e->slot, &e->session, engine, &with_owner, curve, curve ? 0 : (unsigned)bits);
    if (err == OB_OK)
        ob_port_store32(&e->number, (int32_t)number);
    ob_port_unlock(&e->lock);
    return err == OB_E_BUSY ? PSA_ERROR_INSUFFICIENT_STORAGE : obi_psa_status(err);
}

static psa_status_t import(psa_drv_se_context_t *context, psa_key_slot_number_t number,
                           const psa_key_attributes_t *attributes, const uint8_t *data, size_t len, size_t *bits)
{
    struct ob_slot_policy policy;
    struct ob_key key;
    uint8_t curve;
    psa_status_t status = obi_psa_policy(&policy, &curve, attributes, len * 8);

    (void)context;
    if (status == PSA_SUCCESS)
        status = obi_psa_read_private(&key, curve, data, len);
    if (status == PSA_SUCCESS)
        status = make(number, &policy, &key, 0, 0);
    if (status == PSA_SUCCESS) {
        struct entry *e = find(number);

        *bits = curve ? ob_curve_bits(curve) : e->slot.bits;
        ob_port_unlock(&e->lock);
    }
    return status;
}

static psa_status_t generate(psa_drv_se_context_t *context, psa_key_slot_number_t number,
                             const psa_key_attributes_t *attributes, uint8_t *public_key, size_t size, size_t *len)
{
    size_t bits = psa_get_key_bits(attributes);
    struct ob_slot_policy policy;
    uint8_t curve;
    psa_status_t status = obi_psa_policy(&policy, &curve, attributes, bits);

    (void)context, (void)public_key, (void)size; /* the library asks for it by export_public alone */
    *len = 0;
    return status == PSA_SUCCESS ? make(number, &policy, NULL, curve, bits) : status;
}

static psa_status_t forget(psa_drv_se_context_t *context, void *persistent, psa_key_slot_number_t number)
{
    struct entry *e = find(number);
    int err;

    (void)context, (void)persistent;
    if (!e)
        return PSA_SUCCESS; /* it was never made */
    err = destroy(e);
    ob_port_unlock(&e->lock);
    return obi_psa_status(err);
}

/* ---- using keys ---- */

static psa_status_t export_public(psa_drv_se_context_t *context, psa_key_slot_number_t number, uint8_t *out,
                                  size_t size, size_t *len)
{
    struct entry *e = find(number);
    uint8_t memory[OB_SLOT_PUBLIC_MAX];
    struct ob_key key;
    psa_status_t status;

    (void)context;
    *len = 0;
    if (!e)
        return PSA_ERROR_DOES_NOT_EXIST;
    status = obi_psa_status(ob_slot_public(engine->dispatcher, &e->slot, &key, memory, sizeof memory));
    ob_port_unlock(&e->lock);
    return status == PSA_SUCCESS ? obi_psa_write_public(out, size, len, &key) : status;
}

/* The key of this number with its session open for alg; NULL, and why. */
static struct entry *open_key(psa_status_t *status, psa_key_slot_number_t number, psa_algorithm_t alg)
{
    struct entry *e = find(number);
    struct ob_slot_policy asked;
    int err;

    *status = PSA_ERROR_DOES_NOT_EXIST;
    if (!e)
        return NULL;
    err = ob_slot_open(&e->session, engine->dispatcher, &e->slot);
    *status = obi_psa_status(err);
    if (err == OB_OK && obi_psa_algorithm(&asked, alg) && asked.alg == e->session.alg &&
        (asked.hash == e->session.hash || e->session.hash == OB_ALG_NONE))
        return e;
    if (err == OB_OK) { /* PSA has checked it; what arrives here is checked again */
        ob_session_close(&e->session);
        *status = PSA_ERROR_NOT_PERMITTED;
    }
    ob_port_unlock(&e->lock);
    return NULL;
}

static psa_status_t close_key(struct entry *e, int err)
{
    ob_session_close(&e->session);
    ob_port_unlock(&e->lock);
    return obi_psa_status(err);
}

static psa_status_t sign(psa_drv_se_context_t *context, psa_key_slot_number_t number, psa_algorithm_t alg,
                         const uint8_t *hash, size_t hash_len, uint8_t *sig, size_t size, size_t *len)
{
    psa_status_t status;
    struct entry *e = open_key(&status, number, alg);
    int err;

    (void)context;
    *len = 0;
    if (!e)
        return status;
    if (size < ob_pk_signature_len(e->session.alg, e->session.curve, e->session.bits)) {
        (void)close_key(e, OB_OK);
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    if (PSA_ALG_IS_DETERMINISTIC_ECDSA(alg))
        err = ob_pk_sign_deterministic(&e->session, sig, size, len, hash, hash_len);
    else
        err = ob_pk_sign(&e->session, sig, size, len, hash, hash_len);
    return close_key(e, err);
}

static psa_status_t verify(psa_drv_se_context_t *context, psa_key_slot_number_t number, psa_algorithm_t alg,
                           const uint8_t *hash, size_t hash_len, const uint8_t *sig, size_t len)
{
    psa_status_t status;
    struct entry *e = open_key(&status, number, alg);

    (void)context;
    return e ? close_key(e, ob_pk_verify(&e->session, sig, len, hash, hash_len)) : status;
}

/* ---- the driver ---- */

static const psa_drv_se_key_management_t keys = {
    .p_allocate = allocate,
    .p_import = import,
    .p_generate = generate,
    .p_destroy = forget,
    .p_export_public = export_public,
};

static const psa_drv_se_asymmetric_t signatures = {.p_sign = sign, .p_verify = verify};

static const psa_drv_se_t driver = {
    .hal_version = PSA_DRV_SE_HAL_VERSION,
    .key_management = &keys,
    .asymmetric = &signatures,
};

int ob_psa_register(uint32_t location, struct ob_engine *e)
{
    unsigned n_free;

    if (!e || !e->dispatcher)
        return OB_E_ARG;
    if (ob_slot_count(e, &n_free) == 0)
        return OB_E_DECLINED;
    if (ob_psa_forget() != OB_OK)
        return OB_E_BUSY;
    switch (psa_register_se_driver(location, &driver)) {
    case PSA_SUCCESS:
        engine = e;
        return OB_OK;
    case PSA_ERROR_INVALID_ARGUMENT:
    case PSA_ERROR_NOT_SUPPORTED:
        return OB_E_ARG;
    default:
        return OB_E_STATE;
    }
}
