/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of engine cryp share. */
#ifndef OUTBOARD_ENGINE_CRYP_INTERNAL_H
#define OUTBOARD_ENGINE_CRYP_INTERNAL_H

#include <string.h>

#include <outboard/cryp.h>

#include "engine/cryp/state.h"
#include "hw/cryp/cryp_regs.h"
#include "port/udma.h"

/* Rows of the table: for each algorithm and key length CPU mode, and after it DMA mode; without DMA the former alone.
 */
#define OBI_CRYP_KINDS 28
extern const struct ob_cap obi_cryp_caps[2 * OBI_CRYP_KINDS], obi_cryp_caps_cpu[OBI_CRYP_KINDS];

/* The word of a register in a session's image. */
#define OBI_CRYP_AT(reg) (((reg)-OB_CRYP_KEY2) / 4)
_Static_assert(OBI_CRYP_AT(OB_CRYP_CTRL) + 1 == sizeof((struct ob_cryp_state *)0)->image / 4,
               "the image ends with CTRL");

/* The words of RESULT. */
#define OBI_CRYP_TAG (OB_CRYP_RESULT)
#define OBI_CRYP_IV  (OB_CRYP_RESULT + 16)
#define OBI_CRYP_Y   (OB_CRYP_RESULT + 32)

/* An op and what belongs to it. */
struct obi_cryp_job {
    struct ob_cryp *c;
    struct ob_session *s;
    struct ob_op *op;
    struct ob_cryp_state *state;
    uint32_t ctrl; /* state->ctrl, and DECRYPT */
    bool dma, first, last;
};

static inline bool obi_cryp_by_dma(const struct ob_cryp *c, unsigned row)
{
    return c->device.work && row & 1;
}

static inline uint32_t obi_cryp_mode(uint32_t ctrl)
{
    return ctrl & OB_CRYP_CTRL_MODE;
}

/* Bytes of the op's data before it. */
static inline uint64_t obi_cryp_done(const struct obi_cryp_job *j)
{
    return j->first ? 0 : j->s->in_done;
}

/* Copy a block of 16 bytes, mostly between aligned places. */
static inline void obi_cryp_copy16(void *to, const void *from)
{
    if (((uintptr_t)to | (uintptr_t)from) & 3) {
        memcpy(to, from, 16);
    } else {
        uint32_t *t = (uint32_t *)to;
        const uint32_t *f = (const uint32_t *)from;
        uint32_t a = f[0], b = f[1], c = f[2], d = f[3];

        t[0] = a;
        t[1] = b;
        t[2] = c;
        t[3] = d;
    }
}

/* ---- run.c ---- */

/* Where a load has to begin that needs the registers from reg on: earlier if the block does not have the key. */
unsigned obi_cryp_from(const struct obi_cryp_job *j, unsigned reg);

/* Run one command with the registers from `from` on, whose values but for LEN, AADLEN and CTRL are in the image; input,
 * output and results are in r, data goes on `skip` bytes into a block. OB_OK, OB_E_AUTH, OB_E_IO; OB_E_STATE: the block
 * had lost the key. */
int obi_cryp_run(const struct obi_cryp_job *j, struct obi_request *r, unsigned from, size_t aad_len, size_t len,
                 uint32_t flags, unsigned skip, uint32_t *result);

/* Bytes of a stretch of data that one command takes for sure. */
size_t obi_cryp_room(const struct obi_cryp_job *j, const uint8_t *in, const uint8_t *out, size_t len);

/* ---- modes.c, aead.c, once.c ---- */

/* ECB, CBC and XTS; CTR; CMAC; GCM; CCM. */
int obi_cryp_blocks(const struct obi_cryp_job *j);
int obi_cryp_ctr(const struct obi_cryp_job *j);
int obi_cryp_cmac(const struct obi_cryp_job *j);
int obi_cryp_gcm(const struct obi_cryp_job *j);
int obi_cryp_ccm(const struct obi_cryp_job *j);

/* B0 and A0 of CCM in the image, from the op and the session's totals. */
void obi_cryp_ccm_begin(const struct obi_cryp_job *j);

/* The whole verb (whole.c). */
const struct ob_whole_ops *obi_cryp_whole(void *dev, const struct ob_session *s, const struct ob_whole *like);

/* The status of a command by DMA that has gone well; what any is to an op: OB_OK, OB_E_AUTH or OB_E_IO, OB_E_STATE if
 * the block had lost the key. */
#define OBI_CRYP_GOOD (OBI_UDMA_DONE | OB_CRYP_EVENT_DONE << 16)
int obi_cryp_outcome(uint32_t status);

/* The bytes 00 00 00 01 as a word of the block's memory order. */
#define OBI_CRYP_ONE_BE 0x01000000u

/* A whole message in one command by DMA where dma.plain: true if op is such a one, with its status. */
bool obi_cryp_once(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int *status);

/* The end of what obi_cryp_once has left pending. */
int obi_cryp_once_end(struct ob_cryp *c, struct ob_op *op);

/* ---- cryp.c ---- */

/* From the status of an op to that of the verb: run it again if the block has been reset behind our back (OB_E_STATE),
 * stop and wipe the block if it failed, and erase what a session that was closed meanwhile left. */
int obi_cryp_conclude(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int status);

int obi_cryp_failed(struct ob_cryp *c);

/* Erase what sessions left in the block; forget whose key it holds. */
void obi_cryp_wipe(struct ob_cryp *c);
void obi_cryp_forget(struct ob_cryp *c);

#endif
