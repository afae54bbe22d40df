/* SPDX-License-Identifier: Apache-2.0 */
/* Verilated blocks as engines to test. */
#include "blocks.h"

#include <outboard/acryp.h>
#include <outboard/cryp.h>
#include <outboard/hasher.h>
#include <outboard/ltc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/sim/sim.h"
#include "test/conformance/acryp_iss.h"
#include "test/conformance/acryp_model.h"
#include "test/nxp/ltc_model.h"

static struct ob_sim *sim;
static struct ltc_model *ltc_block;

unsigned block_wrongs(void)
{
    return (sim ? ob_sim_wrongs(sim) : 0) + acryp_model_wrongs() + acryp_iss_wrongs() +
           (ltc_block ? ltc_model_wrongs(ltc_block) : 0);
}

/* How the memory of a target NAME:MEMORY looks; -1 for an unknown word. */
static int memory_of(const char *word)
{
    static const char *const names[] = {"none", "coherent", "apart", "cached"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(word, names[i]) == 0)
            return (int)i;
    return -1;
}

static struct ob_engine *make_acryp(struct ob_dispatcher *d, const char *folder, const char *kind)
{
    static struct ob_acryp acryp;
    static uint8_t work[OB_ACRYP_WORK_LEN];
    char path[512];

    snprintf(path, sizeof path, "%s/acryp/libacryp.so", folder);
    if (strcmp(kind, ":model") == 0) {
        acryp_model_device(&acryp.device);
    } else if (strcmp(kind, ":async") == 0) { /* and every private result confirmed */
        acryp_model_device(&acryp.device);
        acryp.device.work = work;
        acryp.device.work_len = sizeof work;
        acryp.async = acryp.confirm = true;
    } else if (strcmp(kind, ":iss") == 0) {
        if (!acryp_iss_device(&acryp.device))
            return NULL;
    } else if (*kind) {
        return NULL;
    } else {
        sim = ob_sim_open(path, 1);
        if (!sim)
            return NULL;
        ob_sim_device(sim, &acryp.device, OB_SIM_NONE);
    }
    return ob_acryp_init(&acryp) == OB_OK && ob_engine_add(d, &acryp.engine) == OB_OK ? &acryp.engine : NULL;
}

/* kind: what follows "ltc:", as parts have the block. */
static struct ob_engine *make_ltc(struct ob_dispatcher *d, const char *kind)
{
    static const char *const kinds[] = {[OB_LTC_KW] = "kw", [OB_LTC_K82] = "k82", [OB_LTC_KL82] = "kl82"};
    static struct ob_ltc ltc;

    for (uint8_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0) {
            ltc.kind = i;
            ltc_block = ltc_model_open(i);
            ltc_model_device(ltc_block, &ltc.device);
            return (i == OB_LTC_KW ? ob_ltc_init(&ltc) : ob_ltc_init_pk(&ltc)) == OB_OK &&
                           ob_engine_add(d, &ltc.engine) == OB_OK
                       ? &ltc.engine
                       : NULL;
        }
    return NULL;
}

/* The name alone is the block with DMA into coherent memory; ":async" the same, answering when it is polled. */
struct ob_engine *block_make(struct ob_dispatcher *d, const char *name)
{
    static struct ob_hasher hasher;
    static struct ob_cryp cryp;
    bool is_cryp = strncmp(name, "cryp", 4) == 0;
    struct ob_device *device = is_cryp ? &cryp.device : &hasher.device;
    struct ob_engine *engine = is_cryp ? &cryp.engine : &hasher.engine;
    const char *folder = getenv("OB_RTL_DIR") ? getenv("OB_RTL_DIR") : "build/host/rtl", *word = strchr(name, ':');
    bool async = word && strcmp(word, ":async") == 0;
    int memory = word && !async ? memory_of(word + 1) : OB_SIM_COHERENT, len = word ? (int)(word - name) : 64;
    char path[512];

    if (strncmp(name, "acryp", 5) == 0)
        return make_acryp(d, folder, name + 5);
    if (strncmp(name, "ltc:", 4) == 0)
        return make_ltc(d, name + 4);
    if (memory < 0)
        return NULL;
    snprintf(path, sizeof path, "%s/%.*s_udma/lib%.*s_udma.so", folder, len, name, len, name);
    sim = ob_sim_open(path, 1);
    if (!sim)
        return NULL;
    ob_sim_device(sim, device, (enum ob_sim_memory)memory);
    hasher.async = cryp.async = async;
    if ((is_cryp ? ob_cryp_init(&cryp) : ob_hasher_init(&hasher)) != OB_OK || ob_engine_add(d, engine) != OB_OK)
        return NULL;
    return engine;
}
