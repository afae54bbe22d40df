/* SPDX-License-Identifier: Apache-2.0 */
/* ob_session_resume and ob_session_avoid of the core for one engine (single.c). */
#include "core.h"

/* The first row from s->row on that serves direction dir with the standard mid-state: true, and s->row. */
static bool find_mid_row(struct ob_session *s, uint8_t dir)
{
    const struct ob_engine_ops *ops = s->dispatcher->engine[0]->ops;

    for (unsigned row = s->row; row < ops->n_caps && ops->caps[row].alg == s->alg; row++)
        if (ops->caps[row].dirs & dir && ops->caps[row].flags & OB_CAP_MID &&
            obi_row_matches(&ops->caps[row], s->curve, s->bits)) {
            s->row = (uint8_t)row;
            return true;
        }
    return false;
}

int ob_session_avoid(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    return e && e->dispatcher == s->dispatcher ? OB_E_DECLINED : OB_OK;
}

int ob_session_resume(struct ob_session *s, unsigned flags, uint64_t aad_done, uint64_t in_done)
{
    const struct ob_engine *e;

    if (!s->dispatcher)
        return OB_E_STATE;
    if (!obi_has_mid(s->alg))
        return OB_E_ARG;
    s->stream = OB_STREAM_IDLE;
    if (!obi_match_rows(s) || !find_mid_row(s, obi_direction(s, flags)))
        return OB_E_DECLINED;
    e = s->dispatcher->engine[0];
    if (!obi_has_state(s)) { /* the engine does not have the key yet */
        int r = OB_OK;

        ob_wipe(s->state, sizeof s->state);
        if (e->ops->open)
            r = e->ops->open(e->dev, s);
        if (r != OB_OK)
            return r;
        s->last_epoch = s->dispatcher->epoch;
    }
    s->aad_done = aad_done;
    s->in_done = in_done;
    s->stream_flags = (uint8_t)(flags & (OB_ENCRYPT | OB_VERIFY));
    s->stream = s->alg;
    return OB_OK;
}
