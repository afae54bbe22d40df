/* SPDX-License-Identifier: Apache-2.0 */
/* What the drivers of all blocks share: identification, bounded waits, wiping. */
#include "port/block.h"

#include "port/clock.h"
#include "port/thread.h"

#define TIMEOUT_US 1000000u /* default of ob_device.timeout_us */

bool obi_wait_more(const struct ob_device *d, struct obi_wait *w)
{
    uint64_t now;

    if (d->wait)
        d->wait(d->user);
    if (++w->polls & 31)
        return true;
    ob_port_relax();
    now = ob_port_clock_ns();
    if (w->until == 0)
        w->until = now + (uint64_t)(d->timeout_us ? d->timeout_us : TIMEOUT_US) * 1000;
    return now < w->until;
}

int obi_block_idle(const struct ob_device *d, struct obi_wait *w)
{
    while (ob_port_read(d, OBI_BLOCK_STATUS) & OBI_BLOCK_BUSY)
        if (!obi_wait_more(d, w))
            return OB_E_IO;
    return OB_OK;
}

int obi_block_wait(const struct ob_device *d, uint64_t deadline_ns)
{
    struct obi_wait w = {deadline_ns, 0};

    return obi_block_idle(d, &w);
}

int obi_block_wipe(const struct ob_device *d)
{
    struct obi_wait w = {0, 0};

    ob_port_write(d, OBI_BLOCK_WIPE, 1);
    if (obi_block_idle(d, &w) == OB_OK)
        return OB_OK;
    if (!d->reset)
        return OB_E_IO;
    d->reset(d->user);
    w.until = 0;
    return obi_block_idle(d, &w);
}

int obi_block_start(const struct ob_device *d, uint32_t name, uint32_t version)
{
    if (ob_port_read(d, OBI_BLOCK_NAME) != name || ob_port_read(d, OBI_BLOCK_VERSION) >> 16 != version >> 16)
        return OB_E_IO;
    /* After reset the block erases itself, and would begin with WIPE only after that. A command that still runs may
     * never end: WIPE ends it. */
    for (unsigned polls = 0; polls < 64 && ob_port_read(d, OBI_BLOCK_STATUS) & OBI_BLOCK_BUSY; polls++)
        ;
    ob_port_write(d, OBI_BLOCK_IRQ_EN, 0);
    if (obi_block_wipe(d) != OB_OK)
        return OB_E_IO;
    ob_port_write(d, OBI_BLOCK_EVENT, 0xff);
    return ob_port_read(d, OBI_BLOCK_EVENT) == 0 ? OB_OK : OB_E_IO;
}
