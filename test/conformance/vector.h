/* SPDX-License-Identifier: Apache-2.0 */
/* Test vectors and where they come from: the file that test/vectors/convert.py writes, read in place. No malloc, no
 * stdio: on a host the file is mapped, on a board it is linked as constant data. */
#ifndef OUTBOARD_TEST_VECTOR_H
#define OUTBOARD_TEST_VECTOR_H

#include <outboard/engine.h>

/* What is to be done; the same numbers as Kind in test/vectors/vector.py. */
enum vector_kind {
    VECTOR_HASH = 1, /* in -> tag */
    VECTOR_MONTE,    /* in is the seed of 1,000 chained hashes (SHAVS, section 6.4) -> tag */
    VECTOR_MAC,      /* key, in -> tag */
    VECTOR_CIPHER,   /* key, iv, in <-> out */
    VECTOR_AEAD,     /* key, iv, aad, in <-> out, tag */
    VECTOR_OPEN,     /* AEAD decryption alone: key, iv, aad, in, tag -> out */
    VECTOR_SIGN,     /* private key, in -> tag; without a tag the signature is verified instead */
    VECTOR_VERIFY,   /* public key, in, tag */
    VECTOR_PUBLIC,   /* encryption with the public key: in -> out; without out the private key decrypts it again */
    VECTOR_PRIVATE,  /* decryption with the private key: in -> out */
    VECTOR_DERIVE,   /* private key, in (the peer's point) -> out */
};

/* How it must end; the same numbers as Expect in test/vectors/vector.py. */
enum vector_expect {
    EXPECT_OK = 0,
    EXPECT_AUTH,
    EXPECT_ARG,
    EXPECT_EITHER,   /* OB_OK with the result, or OB_E_AUTH: the source calls it acceptable */
    EXPECT_IMPLICIT, /* PKCS#1 v1.5: OB_OK, with a result that depends on key and ciphertext alone */
    EXPECT_KEY,      /* the key is refused: OB_E_ARG from open */
};

/* The same numbers as FIELDS in test/vectors/vector.py. */
enum vector_field {
    FIELD_KEY = 1,
    FIELD_IV,
    FIELD_AAD,
    FIELD_IN,
    FIELD_OUT,
    FIELD_TAG,
    FIELD_N,
    FIELD_E,
    FIELD_D,
    FIELD_P,
    FIELD_Q,
    FIELD_DP,
    FIELD_DQ,
    FIELD_QINV,
    FIELD_X,
    FIELD_Y,
    FIELD_DONE,   /* two little-endian 64-bit numbers: bytes of AAD and data that count as done */
    FIELD_REPEAT, /* little-endian 32-bit number: how often in is repeated */
    FIELDS,
};

struct vector {
    uint8_t alg;    /* enum ob_alg */
    uint8_t curve;  /* enum ob_curve */
    uint8_t hash;   /* enum ob_alg: hash of a public-key algorithm */
    uint8_t kind;   /* enum vector_kind */
    uint8_t expect; /* enum vector_expect */
    uint16_t source;
    uint32_t number;               /* the source's own number, or the line there */
    uint32_t rank, count;          /* place in a random order of the vectors that are alike, and how many those are */
    struct ob_bytes field[FIELDS]; /* data is NULL where there is none */
};

struct vector_source {
    /* 1: *v is the next vector; its fields stay valid as long as the source. 0: there is no more. -1: the data are
     * damaged. */
    int (*next)(struct vector_source *source, struct vector *v);
    void (*rewind)(struct vector_source *source);
    /* The name of v->source in name, cut to size - 1 bytes and ended by a zero. */
    void (*name)(const struct vector_source *source, unsigned number, char *name, size_t size);
};

/* A source over the bytes of a converted file. */
struct vector_memory {
    struct vector_source source; /* first: a pointer to it is a pointer to the whole */
    const uint8_t *data;
    size_t len;
    size_t names, n_names; /* where the names of sources begin, and how many there are */
    size_t first, at;      /* of the first and of the next record */
    uint32_t total;        /* vectors */
    struct ob_bytes group[FIELDS];
};

/* OB_OK, or OB_E_ARG if the data do not begin as a converted file does. */
int vector_memory_open(struct vector_memory *m, const uint8_t *data, size_t len);

static inline bool vector_has(const struct vector *v, enum vector_field field)
{
    return v->field[field].data != NULL;
}

/* A field that is a little-endian number of 4 or 8 bytes at offset; 0 if it is not there. */
uint64_t vector_number(const struct vector *v, enum vector_field field, size_t offset, size_t len);

/* Key bits as capability rows count them: of the key, of the modulus, 0 on curves and for hashes. */
unsigned vector_bits(const struct vector *v);

#endif
