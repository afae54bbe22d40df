/* SPDX-License-Identifier: Apache-2.0 */
/* TLS handshakes and bytes through the provider, client and server in one process: soak HANDSHAKES MEBIBYTES [FILE].
 * Every byte is compared, descriptors and memory must not grow, and no error may be left in libcrypto's queue. With
 * FILE, what is done is noted there, and a later run goes on from it. */
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#define RECORD    16384
#define NOTE_EACH 50 /* handshakes between two notes in the file */

static const char *const suites[] = {
    "AES128-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "AES256-CCM", "ECDHE-RSA-CHACHA20-POLY1305",
    NULL /* TLS 1.3 */};
#define N_SUITES (sizeof suites / sizeof suites[0])

static uint8_t data[RECORD], got[RECORD];

static void fail(const char *what)
{
    fprintf(stderr, "soak: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

/* A certificate for a key, signed by itself. */
static X509 *certificate(EVP_PKEY *key)
{
    X509 *x = X509_new();
    X509_NAME *name = X509_NAME_new();

    if (!x || !name || !X509_set_version(x, 2) || !ASN1_INTEGER_set(X509_get_serialNumber(x), 1) ||
        !X509_gmtime_adj(X509_getm_notBefore(x), 0) || !X509_gmtime_adj(X509_getm_notAfter(x), 86400) ||
        !X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const uint8_t *)"localhost", -1, -1, 0) ||
        !X509_set_subject_name(x, name) || !X509_set_issuer_name(x, name) || !X509_set_pubkey(x, key) ||
        !X509_sign(x, key, EVP_sha256()))
        fail("no certificate");
    X509_NAME_free(name);
    return x;
}

static SSL_CTX *context(OSSL_LIB_CTX *lib, const SSL_METHOD *method, const char *suite)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(lib, NULL, method);
    char list[80];

    snprintf(list, sizeof list, "%s:@SECLEVEL=0", suite ? suite : "ALL");
    if (!ctx || !SSL_CTX_set_cipher_list(ctx, list) || !SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) ||
        !SSL_CTX_set_max_proto_version(ctx, suite ? TLS1_2_VERSION : TLS1_3_VERSION))
        fail("no context");
    return ctx;
}

static void pass(SSL *from, SSL *to)
{
    int n = 0;

    if (SSL_write(from, data, RECORD) != RECORD)
        fail("no record went out");
    while (n < RECORD) {
        int part = SSL_read(to, got + n, RECORD - n);

        if (part <= 0)
            fail("no record came in");
        n += part;
    }
    if (memcmp(data, got, RECORD) != 0)
        fail("a wrong byte");
}

/* One handshake, and so many records in both directions. */
static void connect_once(SSL_CTX *server_ctx, SSL_CTX *client_ctx, long records)
{
    SSL *server = SSL_new(server_ctx), *client = SSL_new(client_ctx);
    BIO *a = NULL, *b = NULL;
    int done = 0;

    if (!server || !client || !BIO_new_bio_pair(&a, 2 * RECORD, &b, 2 * RECORD))
        fail("no connection");
    SSL_set_bio(server, a, a);
    SSL_set_bio(client, b, b);
    SSL_set_accept_state(server);
    SSL_set_connect_state(client);
    for (int i = 0; i < 20 && !done; i++) {
        int client_done = SSL_do_handshake(client) == 1, server_done = SSL_do_handshake(server) == 1;

        done = client_done && server_done;
    }
    if (!done)
        fail("no handshake");
    for (long i = 0; i < records; i++) {
        pass(server, client);
        pass(client, server);
    }
    SSL_free(server);
    SSL_free(client);
}

static int descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    int n = 0;

    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

/* Bytes of heap in use; 0 under a sanitizer, whose own check tells of leaks. */
static size_t heap(void)
{
#ifdef __SANITIZE_ADDRESS__
    return 0;
#else
    return mallinfo2().uordblks;
#endif
}

static long number(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);

    if (*end || n < 0)
        fail("soak takes HANDSHAKES MEBIBYTES [FILE]");
    return n;
}

static void note(const char *path, long done)
{
    char temporary[4096];
    FILE *f;

    snprintf(temporary, sizeof temporary, "%s.new", path);
    f = fopen(temporary, "w");
    if (!f || fprintf(f, "%ld\n", done) < 0 || fclose(f) != 0 || rename(temporary, path) != 0)
        fail("cannot note what is done");
}

static long noted(const char *path)
{
    char line[32] = "";
    FILE *f = fopen(path, "r");

    if (!f)
        return 0;
    if (!fgets(line, sizeof line, f))
        line[0] = 0;
    fclose(f);
    line[strcspn(line, "\n")] = 0;
    return number(line);
}

int main(int argc, char **argv)
{
    long wanted = argc > 1 ? number(argv[1]) : 60, mebibytes = argc > 2 ? number(argv[2]) : 60, done, first, records;
    const char *file = argc > 3 ? argv[3] : NULL;
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *outboard, *base;
    SSL_CTX *server[N_SUITES], *client[N_SUITES];
    size_t heap_before = 0;
    int open_before = 0;
    EVP_PKEY *key;
    X509 *x;

    if (!lib || !OSSL_PROVIDER_set_default_search_path(lib, getenv("OB_TEST_PROVIDER_DIR")) ||
        !(outboard = OSSL_PROVIDER_load(lib, "outboard_test")) || !(base = OSSL_PROVIDER_load(lib, "default")) ||
        !EVP_set_default_properties(lib, "?provider=outboard"))
        fail("no provider");
    key = EVP_PKEY_Q_keygen(lib, NULL, "RSA", (size_t)2048);
    if (!key)
        fail("no key");
    x = certificate(key);
    for (size_t i = 0; i < N_SUITES; i++) {
        server[i] = context(lib, TLS_server_method(), suites[i]);
        client[i] = context(lib, TLS_client_method(), suites[i]);
        if (!SSL_CTX_use_certificate(server[i], x) || !SSL_CTX_use_PrivateKey(server[i], key))
            fail("no certificate in the server");
    }
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 31 % 249);
    records = wanted ? (mebibytes * 1048576 / wanted + 2 * RECORD - 1) / (2 * RECORD) : 0;
    first = done = file ? noted(file) : 0;
    for (; done < wanted; done++) {
        size_t i = (size_t)done % N_SUITES;

        connect_once(server[i], client[i], records);
        if (ERR_peek_error())
            fail("an error is left in the queue");
        if (done - first == 2 * (long)N_SUITES) { /* all that is allocated once is there */
            heap_before = heap();
            open_before = descriptors();
        }
        if (open_before && descriptors() != open_before)
            fail("the number of descriptors grows");
        if (file && (done + 1) % NOTE_EACH == 0) {
            note(file, done + 1);
            printf("%ld of %ld handshakes\n", done + 1, wanted);
            fflush(stdout);
        }
    }
    if (heap_before && heap() > heap_before + (1 << 20))
        fail("the heap grows");
    for (size_t i = 0; i < N_SUITES; i++) {
        SSL_CTX_free(server[i]);
        SSL_CTX_free(client[i]);
    }
    X509_free(x);
    EVP_PKEY_free(key);
    OSSL_PROVIDER_unload(outboard);
    OSSL_PROVIDER_unload(base);
    OSSL_LIB_CTX_free(lib);
    printf("%ld handshakes, %ld records of %d bytes in each, every byte right, nothing grew\n", done, 2 * records,
           RECORD);
    return 0;
}
