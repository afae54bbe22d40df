/* SPDX-License-Identifier: Apache-2.0 */
/* Starts Outboard under the library, and checks that the library's calls reach the binding. */
#include "binding/mbedtls/hash_view.h"

#include <mbedtls/cipher.h>
#include <mbedtls/md.h>

#include "port/lock.h"
#include "port/thread.h"

/* Only the link options of the target define this symbol, so a program that lost these options does not link. It is
 * read in a function that every program reaches, because the linker drops symbols that nothing uses. Where the compiler
 * knows SHF_GNU_RETAIN (gcc for bare Arm does not), the linker is also told to keep it. */
#if defined(MBEDTLS_AES_C)
#include <mbedtls/aes.h>

extern void __real_mbedtls_aes_free(mbedtls_aes_context *ctx);

#if defined(__linux__) && __has_attribute(retain)
__attribute__((used, retain))
#endif
static void (*const volatile witness)(mbedtls_aes_context *ctx) = __real_mbedtls_aes_free;
#define SEE_WITNESS() ((void)witness)
#else
#define SEE_WITNESS() ((void)0)
#endif

enum { NOT_STARTED, STARTED, FAILED };
static uint8_t state;
uint32_t obi_mbedtls_start_lock;
static uint32_t starter; /* the thread that starts, + 1 */

/* Start Outboard and keep the outcome. */
static int start(void)
{
    int n;

    obi_mbedtls_watch_forks();
    n = ob_start();
    if (n > 0 && OBI_FALLBACK && !OB_MBEDTLS_REPLACE && !ob_mbedtls_library.dispatcher)
        (void)ob_engine_add(NULL, &ob_mbedtls_library); /* if there is no room for it, core compares only the engines */
    ob_port_store8(&state, n > 0 ? STARTED : FAILED);
    return n > 0 ? OB_OK : OB_E_DECLINED;
}

/* Take obi_mbedtls_start_lock. While one thread starts Outboard, calls of other threads go to the library; without
 * fallback they wait. So do calls from within the start, which would wait for themselves. */
static bool lock_start(void)
{
    uint32_t me = ob_port_thread() + 1;

    while (!ob_port_trylock(&obi_mbedtls_start_lock)) {
        if (!OBI_WAIT || __atomic_load_n(&starter, __ATOMIC_RELAXED) == me)
            return false;
        ob_port_relax();
    }
    __atomic_store_n(&starter, me, __ATOMIC_RELAXED);
    return true;
}

static void unlock_start(void)
{
    __atomic_store_n(&starter, 0, __ATOMIC_RELAXED);
    ob_port_unlock(&obi_mbedtls_start_lock);
}

/* A start that has failed is not repeated: each attempt would cost the self-tests. */
bool obi_mbedtls_started(void)
{
    bool started;

    if (ob_port_load8(&state) == STARTED)
        return true;
    if (!__atomic_load_n(&ob_default.engine[0], __ATOMIC_RELAXED) &&
        (!OB_MBEDTLS_AUTOSTART || ob_port_load8(&state) == FAILED))
        return false; /* at once, as a message is many calls */
    if (!lock_start())
        return false;
    if (ob_default.engine[0]) { /* the application has started it, and may stop it */
        SEE_WITNESS();
        obi_mbedtls_watch_forks();
        ob_port_store8(&state, STARTED);
    } else if (OB_MBEDTLS_AUTOSTART && ob_port_load8(&state) == NOT_STARTED) {
        (void)start();
    }
    started = ob_port_load8(&state) == STARTED;
    unlock_start();
    return started;
}

int ob_mbedtls_status(void)
{
    if (ob_default.engine[0])
        return OB_OK;
    return ob_port_load8(&state) == NOT_STARTED ? OB_PENDING : OB_E_DECLINED;
}

/* ---- the check ---- */

/* Probes: they call the library functions that should reach the wrapped functions. */

#if defined(MBEDTLS_MD_C) && OBI_ANY_HASH
static void probe_hash(mbedtls_md_type_t type)
{
    uint8_t digest[OB_DIGEST_MAX];
    int ignored = mbedtls_md(mbedtls_md_info_from_type(type), digest, 0, digest); /* that the call arrives is enough */

    (void)ignored;
}
#endif

#if defined(MBEDTLS_CIPHER_C) && defined(MBEDTLS_AES_C)
static void probe_cipher(mbedtls_cipher_type_t type)
{
    static const uint8_t zero[32] = {0};
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_type(type);
    mbedtls_cipher_context_t ctx;
    uint8_t out[48];
    size_t len;

    mbedtls_cipher_init(&ctx);
    if (mbedtls_cipher_setup(&ctx, info) == 0 &&
        mbedtls_cipher_setkey(&ctx, zero, (int)mbedtls_cipher_info_get_key_bitlen(info), MBEDTLS_ENCRYPT) == 0 &&
        mbedtls_cipher_set_iv(&ctx, zero, mbedtls_cipher_info_get_iv_size(info)) == 0 &&
        mbedtls_cipher_reset(&ctx) == 0)
        (void)mbedtls_cipher_update(&ctx, zero, mbedtls_cipher_info_get_block_size(info), out, &len);
    mbedtls_cipher_free(&ctx);
}
#endif

/* One row: a function, if its switch is on, and the probe that must reach it. */
#define PROBE(function, call)                                                                                          \
    do {                                                                                                               \
        if (OBI_ON(function)) {                                                                                        \
            ob_port_store8(&obi_mbedtls_last, OBI_FN_COUNT);                                                           \
            call;                                                                                                      \
            if (ob_port_load8(&obi_mbedtls_last) != OBI_FN_##function)                                                 \
                return OB_E_STATE;                                                                                     \
        }                                                                                                              \
    } while (0)

int ob_mbedtls_check(void)
{
    for (unsigned i = 0; i < OBI_HINTS; i++) /* calls on the short path do not note that they arrived */
        __atomic_store_n(&obi_mbedtls_hints[i], NULL, __ATOMIC_RELAXED);
#if defined(MBEDTLS_MD_C)
#if defined(MBEDTLS_MD5_C)
    PROBE(md5, probe_hash(MBEDTLS_MD_MD5));
#endif
#if defined(MBEDTLS_SHA1_C)
    PROBE(sha1, probe_hash(MBEDTLS_MD_SHA1));
#endif
#if defined(MBEDTLS_SHA256_C)
    PROBE(sha256, probe_hash(MBEDTLS_MD_SHA256));
#elif defined(MBEDTLS_SHA224_C)
    PROBE(sha256, probe_hash(MBEDTLS_MD_SHA224));
#endif
#if defined(MBEDTLS_SHA512_C)
    PROBE(sha512, probe_hash(MBEDTLS_MD_SHA512));
#elif defined(MBEDTLS_SHA384_C)
    PROBE(sha512, probe_hash(MBEDTLS_MD_SHA384));
#endif
#endif
#if defined(MBEDTLS_CIPHER_C) && defined(MBEDTLS_AES_C)
    PROBE(aes_crypt_ecb, probe_cipher(MBEDTLS_CIPHER_AES_128_ECB));
#if defined(MBEDTLS_CIPHER_MODE_CBC)
    PROBE(aes_crypt_cbc, probe_cipher(MBEDTLS_CIPHER_AES_128_CBC));
#endif
#if defined(MBEDTLS_CIPHER_MODE_CTR)
    PROBE(aes_crypt_ctr, probe_cipher(MBEDTLS_CIPHER_AES_128_CTR));
#endif
#endif
    return OB_OK;
}

int ob_mbedtls_start(void)
{
    int r = ob_port_load8(&state) == STARTED && ob_default.engine[0] ? OB_OK : start();

    return r == OB_OK ? ob_mbedtls_check() : r;
}
