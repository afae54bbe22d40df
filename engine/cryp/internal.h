/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of engine cryp share. */
#ifndef OUTBOARD_ENGINE_CRYP_INTERNAL_H
#define OUTBOARD_ENGINE_CRYP_INTERNAL_H

#include <string.h>

#include <outboard/cryp.h>

#include "engine/cryp/state.h"
#include "hw/cryp/cryp_regs.h"
#include "port/udma.h"

/* The rows of the table: for each algorithm and key length one in CPU mode, then one in DMA mode. Without DMA only the
 * first of each pair. */
#define OBI_CRYP_KINDS 28
extern const struct ob_cap obi_cryp_caps[2 * OBI_CRYP_KINDS], obi_cryp_caps_cpu[OBI_CRYP_KINDS];

/* The index of a register's word in a session's image. */
#define OBI_CRYP_AT(reg) (((reg)-OB_CRYP_KEY2) / 4)
_Static_assert(OBI_CRYP_AT(OB_CRYP_CTRL) + 1 == sizeof((struct ob_cryp_state *)0)->image / 4,
               "the image ends with CTRL");

/* Addresses in RESULT of the tag, the IV and y. */
#define OBI_CRYP_TAG (OB_CRYP_RESULT)
#define OBI_CRYP_IV  (OB_CRYP_RESULT + 16)
#define OBI_CRYP_Y   (OB_CRYP_RESULT + 32)

/* An op with its engine, session and state. */
struct obi_cryp_job {
    struct ob_cryp *c;
    struct ob_session *s;
    struct ob_op *op;
    struct ob_cryp_state *state;
    uint32_t ctrl; /* state->ctrl, with DECRYPT if the op decrypts */
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

/* Bytes of data in the stream before this op. */
static inline uint64_t obi_cryp_done(const struct obi_cryp_job *j)
{
    return j->first ? 0 : j->s->in_done;
}

/* Copy 16 bytes; quicker if both addresses are aligned. */
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

/* The first register to load, if the command needs the registers from reg on: a lower one if the block lacks the
 * key. */
unsigned obi_cryp_from(const struct obi_cryp_job *j, unsigned reg);

/* Run one command that loads the registers from `from` on. Their values are in the image, except LEN, AADLEN and CTRL.
 * r has input, output and results; the data begins `skip` bytes into a block. OB_OK, OB_E_AUTH, OB_E_IO, or OB_E_STATE
 * if the block no longer had the key. */
int obi_cryp_run(const struct obi_cryp_job *j, struct obi_request *r, unsigned from, size_t aad_len, size_t len,
                 uint32_t flags, unsigned skip, uint32_t *result);

/* Bytes of in and out that one command can always take. */
size_t obi_cryp_room(const struct obi_cryp_job *j, const uint8_t *in, const uint8_t *out, size_t len);

/* ---- modes.c, aead.c, once.c ---- */

/* Run an op: ECB, CBC and XTS; CTR; CMAC; GCM; CCM. */
int obi_cryp_blocks(const struct obi_cryp_job *j);
int obi_cryp_ctr(const struct obi_cryp_job *j);
int obi_cryp_cmac(const struct obi_cryp_job *j);
int obi_cryp_gcm(const struct obi_cryp_job *j);
int obi_cryp_ccm(const struct obi_cryp_job *j);

/* Write B0 and A0 of CCM into the image, from the op and the session's totals. */
void obi_cryp_ccm_begin(const struct obi_cryp_job *j);

/* The whole verb (whole.c). */
const struct ob_whole_ops *obi_cryp_whole(void *dev, const struct ob_session *s, const struct ob_whole *like);

/* GOOD is the status of a successful DMA command. obi_cryp_outcome translates a status: OB_OK, OB_E_AUTH, OB_E_IO, or
 * OB_E_STATE if the block no longer had the key, and no data was moved. */
#define OBI_CRYP_GOOD (OBI_UDMA_DONE | OB_CRYP_EVENT_DONE << 16)
int obi_cryp_outcome(uint32_t status);

/* The bytes 00 00 00 01 as a word in the block's byte order. */
#define OBI_CRYP_ONE_BE 0x01000000u

/* Run a whole message as one DMA command, which needs dma.plain: false if op does not allow this, else *status is its
 * result. */
bool obi_cryp_once(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int *status);

/* Finish an op that obi_cryp_once has left pending. Returns its status. */
int obi_cryp_once_end(struct ob_cryp *c, struct ob_op *op);

/* ---- cryp.c ---- */

/* The answer of submit or poll for an op with this status. Runs the op again if the block was wiped by someone else
 * (OB_E_STATE) and the op's input is still there, stops and wipes the block after a failure, and erases what a session
 * that was closed meanwhile left. */
int obi_cryp_conclude(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int status);

int obi_cryp_failed(struct ob_cryp *c);

/* obi_cryp_wipe erases what sessions left in the block; obi_cryp_forget only marks the block as holding no key. */
void obi_cryp_wipe(struct ob_cryp *c);
void obi_cryp_forget(struct ob_cryp *c);

#endif
