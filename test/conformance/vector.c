/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the records of a converted vector file where they lie; test/vectors/README.md describes the layout. */
#include "vector.h"

#include <string.h>

enum { RECORD_GROUP, RECORD_VECTOR };

#define HEAD_LEN   16 /* magic, vectors, sources, bytes of their names */
#define VECTOR_LEN 20 /* of a vector's record before its fields */

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Read the fields between at and end: false if they do not end there. */
static bool read_fields(const struct vector_memory *m, size_t at, size_t end, struct ob_bytes *field)
{
    while (end - at >= 4) {
        uint32_t head = load32(m->data + at);
        size_t len = head >> 8;

        at += 4;
        if ((head & 255) == 0 || (head & 255) >= FIELDS || len > end - at)
            return false;
        field[head & 255].data = m->data + at;
        field[head & 255].len = len;
        at += len;
    }
    return at == end;
}

static int next(struct vector_source *source, struct vector *v)
{
    struct vector_memory *m = (struct vector_memory *)source;

    while (m->at < m->len) {
        const uint8_t *p;
        uint32_t head;
        size_t at, end;

        if (m->len - m->at < 4)
            return -1;
        head = load32(m->data + m->at);
        at = m->at + 4;
        if (head >> 4 > m->len - at)
            return -1;
        end = at + (head >> 4);
        m->at = end;
        if ((head & 15) == RECORD_GROUP) {
            memset(m->group, 0, sizeof m->group);
            if (!read_fields(m, at, end, m->group))
                return -1;
            continue;
        }
        if ((head & 15) != RECORD_VECTOR || end - at < VECTOR_LEN)
            return -1;
        p = m->data + at;
        v->alg = p[0];
        v->curve = p[1];
        v->hash = p[2];
        v->kind = p[3];
        v->expect = p[4];
        v->source = (uint16_t)(p[6] | p[7] << 8);
        v->number = load32(p + 8);
        v->rank = load32(p + 12);
        v->count = load32(p + 16);
        memcpy(v->field, m->group, sizeof v->field);
        return read_fields(m, at + VECTOR_LEN, end, v->field) && v->count ? 1 : -1;
    }
    return 0;
}

static void rewind_memory(struct vector_source *source)
{
    struct vector_memory *m = (struct vector_memory *)source;

    m->at = m->first;
    memset(m->group, 0, sizeof m->group);
}

static void name(const struct vector_source *source, unsigned number, char *text, size_t size)
{
    const struct vector_memory *m = (const struct vector_memory *)source;
    size_t at = m->names, len;

    text[0] = 0;
    if (number >= m->n_names)
        return;
    while (number--)
        at += 1u + m->data[at];
    len = m->data[at] < size ? m->data[at] : size - 1;
    memcpy(text, m->data + at + 1, len);
    text[len] = 0;
}

int vector_memory_open(struct vector_memory *m, const uint8_t *data, size_t len)
{
    size_t at = HEAD_LEN;

    memset(m, 0, sizeof *m);
    if (len < HEAD_LEN || memcmp(data, "OBV1", 4) != 0 || load32(data + 12) > len - HEAD_LEN)
        return OB_E_ARG;
    m->source.next = next;
    m->source.rewind = rewind_memory;
    m->source.name = name;
    m->data = data;
    m->len = len;
    m->total = load32(data + 4);
    m->names = HEAD_LEN;
    m->n_names = load32(data + 8);
    m->first = m->at = HEAD_LEN + load32(data + 12);
    for (size_t i = 0; i < m->n_names; i++) {
        if (at >= m->first)
            return OB_E_ARG;
        at += 1u + data[at];
    }
    return at == m->first ? OB_OK : OB_E_ARG;
}

uint64_t vector_number(const struct vector *v, enum vector_field field, size_t offset, size_t len)
{
    uint64_t value = 0;

    if (v->field[field].len < offset + len)
        return 0;
    for (size_t i = len; i--;)
        value = value << 8 | v->field[field].data[offset + i];
    return value;
}

unsigned vector_bits(const struct vector *v)
{
    struct ob_bytes n = v->field[FIELD_N];
    unsigned bits;

    if (v->curve)
        return 0;
    if (!n.data)
        return (unsigned)v->field[FIELD_KEY].len * 8;
    while (n.len && *n.data == 0) {
        n.data++;
        n.len--;
    }
    bits = (unsigned)n.len * 8;
    for (unsigned top = n.len ? n.data[0] : 0x80; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}
