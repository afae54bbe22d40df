/* SPDX-License-Identifier: Apache-2.0 */
/* Register accesses of a bench by AHB-Lite transfers (ARM IHI 0033A), some of them right after a transfer to another
 * subordinate. OKAY is code 0, ERROR code 2. */
#ifndef HW_LIB_TB_AHB_PORT_H
#define HW_LIB_TB_AHB_PORT_H

struct bench_port {
    bool ready = false, error = false, error_before = false;
    uint32_t read_data = 0;

    template <class Bench>
    void clear(Bench &b)
    {
        b.top->hsel_i = b.top->htrans_i = 0;
        b.top->hready_i = 1;
        error_before = false;
    }
    /* Whether an access runs, so that the block needs its clock. */
    template <class Bench>
    bool active(const Bench &b) const
    {
        return (b.top->hsel_i && b.top->htrans_i) || !b.top->hreadyout_o;
    }
    template <class Bench>
    void sample(Bench &b)
    {
        ready = b.top->hreadyout_o;
        error = b.top->hresp_o;
        read_data = b.top->hrdata_o;
        if (error && ready && !error_before)
            b.side.violation("AHB-Lite: ERROR of one cycle");
        if (error_before && !(error && ready))
            b.side.violation("AHB-Lite: ERROR without its second cycle");
        error_before = error && !ready;
    }
    /* One cycle in which hready_i is what the bus gives: this subordinate's own, as nobody else has a data phase. */
    template <class Bench>
    void cycle(Bench &b)
    {
        b.top->eval();
        b.top->hready_i = b.top->hreadyout_o;
        b.cycle();
    }
    template <class Bench>
    int access(Bench &b, uint32_t addr, bool write, uint32_t data, unsigned size)
    {
        b.pause();
        auto &t = *b.top;
        if (b.pauses()) { /* another subordinate's data phase: the address is here and is not yet taken */
            t.hready_i = 0;
            t.hsel_i = 1;
            t.htrans_i = 2;
            t.hwrite_i = !write;
            t.haddr_i = (uint16_t)addr;
            b.cycle();
            t.hready_i = 1;
        }
        t.hsel_i = 1;
        t.htrans_i = 2;
        t.hwrite_i = write;
        t.haddr_i = (uint16_t)addr;
        t.hsize_i = size & 7;
        b.cycle();
        t.hsel_i = b.pauses(); /* selected, but idle */
        t.htrans_i = 0;
        t.hwdata_i = data;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            cycle(b);
            if (ready) {
                t.hready_i = 1;
                t.hwdata_i = 0;
                return error ? 2 : 0;
            }
        }
        return TIMEOUT;
    }
    template <class Bench>
    int write(Bench &b, uint32_t addr, uint32_t data, uint8_t strobe)
    {
        unsigned lane = 0, size = strobe == 15 ? 2 : strobe == 3 || strobe == 12 ? 1 : 0;
        while (strobe && !(strobe >> lane & 1))
            lane++;
        return access(b, addr + lane, true, data, size);
    }
    template <class Bench>
    int read(Bench &b, uint32_t addr, uint32_t *data)
    {
        int code = access(b, addr, false, 0, 2);
        *data = read_data;
        return code;
    }
};

#endif
