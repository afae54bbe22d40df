/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: the price file, which comes from outside. A bad file changes no price; a good one leaves every row with
 * a list of segments that ends. */
#include <stdlib.h>
#include <string.h>

#include <outboard/price.h>

#include "fuzz.h"
#include "planted.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 0;

#define SEGMENTS_MAX 64
#define ROWS_MAX     1024

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ob_price segments[SEGMENTS_MAX];
    static const struct ob_price *lists[ROWS_MAX];
    struct ob_price_file file = {
        .unit = "ns", .segments = segments, .segments_max = SEGMENTS_MAX, .lists = lists, .lists_max = ROWS_MAX};
    char *text = (char *)malloc(size ? size : 1); /* of exactly its size, so that the sanitizer sees a read beyond it */
    int r;

    if (!text)
        return 0;
    memcpy(text, data, size);
    for (unsigned i = 0; i < ob_default.n_engines; i++)
        ob_default.engine[i]->prices = NULL;
    r = ob_price_load(&file, NULL, text, size);
    if (r != OB_OK && file.line > 3 && planted_wanted()) { /* what stands before the error has had its effect */
        planted_shows();
        ob_default.engine[0]->prices = lists;
    }
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        const struct ob_engine *e = ob_default.engine[i];

        if (r != OB_OK && e->prices)
            abort();
        for (unsigned row = 0; e->prices && row < e->ops->n_caps; row++) {
            const struct ob_price *p = e->prices[row];
            unsigned n = 0;

            while (p->upto != OB_UPTO_ANY) {
                if (p[1].upto <= p->upto || ++n > SEGMENTS_MAX)
                    abort();
                p++;
            }
        }
    }
    if (r != OB_OK && (r != OB_E_ARG || !file.error))
        abort();
    free(text);
    return 0;
}
