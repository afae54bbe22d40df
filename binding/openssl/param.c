/* SPDX-License-Identifier: Apache-2.0 */
/* OSSL_PARAM(3) without libcrypto: finding a parameter, reading it and answering it. */
#include "binding/openssl/provider.h"

#include <string.h>

const OSSL_PARAM *obi_prov_param(const OSSL_PARAM *params, const char *name)
{
    for (; params && params->key; params++)
        if (params->key[0] == name[0] && strcmp(params->key, name) == 0)
            return params;
    return NULL;
}

bool obi_prov_param_number(const OSSL_PARAM *p, uint64_t *value)
{
    uint32_t v32;

    if (!p || !p->data || (p->data_type != OSSL_PARAM_UNSIGNED_INTEGER && p->data_type != OSSL_PARAM_INTEGER))
        return false;
    switch (p->data_size) {
    case sizeof(uint32_t):
        memcpy(&v32, p->data, sizeof v32);
        *value = v32;
        return p->data_type == OSSL_PARAM_UNSIGNED_INTEGER || v32 <= INT32_MAX;
    case sizeof(uint64_t):
        memcpy(value, p->data, sizeof *value);
        return p->data_type == OSSL_PARAM_UNSIGNED_INTEGER || *value <= INT64_MAX;
    default:
        return false;
    }
}

/* A request in p with the size of the answer set. The parameters are const for readers, but these ones are requests. */
static OSSL_PARAM *answer(const OSSL_PARAM *p, size_t len)
{
    OSSL_PARAM *request = (OSSL_PARAM *)(uintptr_t)p;

    request->return_size = len;
    return request;
}

bool obi_prov_param_set_octets(const OSSL_PARAM *p, const void *data, size_t len)
{
    OSSL_PARAM *request = answer(p, len);

    switch (request->data_type) {
    case OSSL_PARAM_OCTET_PTR:
        if (request->data)
            memcpy(request->data, &data, sizeof data);
        return true;
    case OSSL_PARAM_OCTET_STRING:
        if (!request->data)
            return true; /* only the size is asked for */
        if (request->data_size < len)
            return false;
        memcpy(request->data, data, len);
        return true;
    default:
        return false;
    }
}

bool obi_prov_param_set_number(const OSSL_PARAM *p, uint64_t value)
{
    OSSL_PARAM *request = answer(p, p->data_size);
    uint32_t v32 = (uint32_t)value;

    if (request->data_type != OSSL_PARAM_UNSIGNED_INTEGER && request->data_type != OSSL_PARAM_INTEGER)
        return false;
    if (!request->data)
        return true;
    if (request->data_size == sizeof v32 && value <= INT32_MAX)
        memcpy(request->data, &v32, sizeof v32);
    else if (request->data_size == sizeof value)
        memcpy(request->data, &value, sizeof value);
    else
        return false;
    return true;
}

bool obi_prov_param_set_text(const OSSL_PARAM *p, const char *text)
{
    OSSL_PARAM *request = answer(p, strlen(text));

    switch (request->data_type) {
    case OSSL_PARAM_UTF8_PTR:
        if (request->data)
            memcpy(request->data, &text, sizeof text);
        return true;
    case OSSL_PARAM_UTF8_STRING:
        if (!request->data)
            return true;
        if (request->data_size <= request->return_size)
            return false;
        memcpy(request->data, text, request->return_size + 1);
        return true;
    default:
        return false;
    }
}
