/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions: clone, close, and the slots that hold the engines' expanded keys. key.c opens sessions. */
#include <string.h>

#include "core.h"

int ob_session_pin(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE || obi_is_busy(s))
        return OB_E_STATE;
    if (e && (e->dispatcher != s->dispatcher || s->rows[e->index] == OB_ROW_NONE))
        return OB_E_DECLINED;
    if (obi_key_is_in_slot(s) && (!e || s->pinned != e))
        return OB_E_DECLINED; /* the key cannot move */
    s->pinned = e;
    obi_forget_answers(s);
    return OB_OK;
}

int ob_session_avoid(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE || obi_is_busy(s))
        return OB_E_STATE;
    if (e && obi_key_is_in_slot(s) && s->pinned == e)
        return OB_E_DECLINED; /* no other engine has the key */
    s->avoided = e && e->dispatcher == s->dispatcher ? e : NULL;
    obi_forget_answers(s);
    return OB_OK;
}

int ob_session_require(struct ob_session *s, unsigned flags)
{
#if OB_WITH_PK
    uint8_t before = s->flags;

#endif
    if (s->stream != OB_STREAM_IDLE || obi_is_busy(s))
        return OB_E_STATE;
    if (flags > UINT8_MAX)
        return OB_E_ARG; /* not a flag of enum ob_session_flags */
    s->flags |= (uint8_t)flags;
    obi_forget_answers(s);
#if OB_WITH_PK
    if (s->pk && !obi_pk_may_serve(s)) {
        s->flags = before;
        return OB_E_DECLINED;
    }
#endif
    return OB_OK;
}

int ob_session_relax(struct ob_session *s, unsigned flags)
{
    if (s->stream != OB_STREAM_IDLE || obi_is_busy(s))
        return OB_E_STATE;
    if (s->dispatcher && flags & s->dispatcher->policy.session_flags & OB_SESSION_REQUIREMENTS)
        return OB_E_ARG;
    s->flags &= (uint8_t)~flags;
    obi_forget_answers(s);
    return OB_OK;
}

/* ---- slots ---- */

void obi_slot_close(struct ob_session *s, struct ob_engine *e, unsigned slot)
{
    uint8_t current = s->slot;

    s->owner[slot] = 0;
    obi_forget_answers(s); /* the open price counts again */
    if (e->ops->close) {
        s->slot = (uint8_t)slot;
        e->ops->close(e->dev, s);
        s->slot = current;
    }
    ob_wipe(s->state[slot], e->ops->state_size);
}

void obi_slot_release(struct ob_session *s, unsigned slot)
{
    struct ob_engine *e;

    if (s->owner[slot] == 0)
        return;
    e = s->dispatcher->engine[s->owner[slot] - 1];
    obi_enter(e);
    obi_slot_close(s, e, slot);
    obi_release(e);
}

void obi_slots_forget(struct ob_session *s)
{
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        if (s->owner[k]) {
            s->owner[k] = 0;
            ob_wipe(s->state[k], sizeof s->state[k]);
        }
}

void obi_slot_vacate(struct ob_session *s)
{
    unsigned slot = s->next_slot;

    s->next_slot = (uint8_t)((slot + 1) % OB_SESSION_SLOTS);
    obi_slot_release(s, slot);
}

/* The answer r of an engine's open or clone, or OB_E_IO if the contract does not allow it. */
static int allowed(const struct ob_session *s, int r)
{
    if (r == OB_OK || r == OB_E_DECLINED || r == OB_E_BUSY)
        return r;
    return OB_WITH_PK && r == OB_E_ARG && s->alg >= OB_RSA ? r : OB_E_IO;
}

int obi_slot_take(struct ob_session *s, unsigned engine, uint8_t row)
{
    struct ob_engine *e = s->dispatcher->engine[engine];
    unsigned slot = OB_SESSION_SLOTS;
    int r = OB_OK;

    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++) {
        if (s->owner[k] == engine + 1) {
            s->slot = (uint8_t)k;
            s->row = row;
            return OB_OK;
        }
        if (s->owner[k] == 0)
            slot = k;
    }
    if (slot == OB_SESSION_SLOTS)
        return OBI_NO_SLOT;
    s->row = row;
    s->slot = (uint8_t)slot;
    ob_wipe(s->state[slot], e->ops->state_size); /* not memset: see wipe.c */
    if (e->ops->open)
        r = e->ops->open(e->dev, s);
    if (r == OB_OK) {
        s->owner[slot] = (uint8_t)(engine + 1);
        s->credit[engine] = 0;
    } else {
        ob_wipe(s->state[slot], e->ops->state_size);
    }
    return allowed(s, r);
}

int ob_session_clone(struct ob_session *dst, const struct ob_session *src)
{
    if (!src->dispatcher || obi_is_busy(src))
        return OB_E_STATE;
    memcpy(dst, src, offsetof(struct ob_session, state));
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        dst->owner[k] = 0;
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++) {
        struct ob_engine *e;
        int r = OB_OK;

        if (src->owner[k] == 0 || src->generation != src->dispatcher->generation)
            continue;
        e = src->dispatcher->engine[src->owner[k] - 1];
        dst->slot = (uint8_t)k;
        memcpy(dst->state[k], src->state[k], e->ops->state_size);
        if (e->ops->clone) {
            struct ob_session *from = (struct ob_session *)(uintptr_t)src;
            uint8_t current = from->slot;

            obi_enter(e);
            from->slot = (uint8_t)k;
            r = e->ops->clone(e->dev, dst, from);
            from->slot = current;
            obi_release(e);
        }
        if (r != OB_OK) {
            ob_wipe(dst->state[k], e->ops->state_size);
            ob_session_close(dst);
            return allowed(src, r);
        }
        dst->owner[k] = src->owner[k];
    }
    dst->slot = src->slot;
    return OB_OK;
}

int ob_session_resume(struct ob_session *s, unsigned flags, uint64_t aad_done, uint64_t in_done)
{
    if (!s->dispatcher || obi_is_busy(s))
        return OB_E_STATE;
    if (!obi_has_mid(s->alg) || obi_key_is_in_slot(s))
        return OB_E_ARG; /* the state of a stream under a key slot's key does not leave the engine */
    if (s->generation != s->dispatcher->generation && !obi_match_rows(s))
        return OB_E_DECLINED;
    s->aad_done = aad_done;
    s->in_done = in_done;
    s->stream_flags = (uint8_t)(flags & (OB_ENCRYPT | OB_VERIFY));
    s->stream = in_done ? OB_STREAM_DATA : OB_STREAM_AAD;
    s->held_len = 0;
    s->resumed = 1;
    return OB_OK;
}

int ob_session_reset(struct ob_session *s)
{
    if (obi_is_busy(s))
        return OB_E_STATE;
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(&s->mid, sizeof s->mid);
    ob_wipe(s->held, sizeof s->held);
    return OB_OK;
}

void ob_session_close(struct ob_session *s)
{
    if (!s->dispatcher)
        return;
#if OB_ASYNC
    if (__atomic_load_n(&s->was_pending, __ATOMIC_RELAXED)) { /* a retry in another thread sets it again */
        obi_cancel(s);
        if (!s->dispatcher)
            return; /* the op's callback has closed the session */
    }
#endif
    if (s->generation != s->dispatcher->generation)
        obi_slots_forget(s);
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        if (s->owner[k])
            obi_slot_release(s, k);
#if OB_WITH_PK
    obi_pk_leave_cache(s);
#endif
    ob_wipe(s, offsetof(struct ob_session, state));
}
