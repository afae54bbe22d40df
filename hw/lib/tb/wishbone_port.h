/* SPDX-License-Identifier: Apache-2.0 */
/* Register accesses of a bench by Wishbone B4 classic cycles. Now and then a cycle is given up before its answer, and
 * another one follows: its answer must be its own. ACK is code 0, ERR code 2. */
#ifndef HW_LIB_TB_WISHBONE_PORT_H
#define HW_LIB_TB_WISHBONE_PORT_H

struct bench_port {
    bool acked = false, failed = false; /* by the last edge of the clock */
    uint32_t read_data = 0;

    template <class Bench>
    void clear(Bench &b)
    {
        b.top->wb_cyc_i = b.top->wb_stb_i = b.top->wb_dat_i = 0;
    }
    /* Whether an access runs, so that the block needs its clock. */
    template <class Bench>
    bool active(const Bench &b) const
    {
        return b.top->wb_cyc_i && b.top->wb_stb_i;
    }
    template <class Bench>
    void sample(Bench &b)
    {
        acked = b.top->wb_ack_o;
        failed = b.top->wb_err_o;
        read_data = b.top->wb_dat_o;
        if ((acked || failed) && !(b.top->wb_cyc_i && b.top->wb_stb_i))
            b.side.violation("Wishbone: an answer that nobody waits for");
        if (acked && failed)
            b.side.violation("Wishbone: ACK and ERR");
    }
    template <class Bench>
    void offer(Bench &b, uint32_t addr, bool write, uint32_t data, uint8_t select)
    {
        b.top->wb_cyc_i = b.top->wb_stb_i = 1;
        b.top->wb_we_i = write;
        b.top->wb_adr_i = (uint16_t)(addr / 4);
        b.top->wb_dat_i = data;
        b.top->wb_sel_i = select;
    }
    template <class Bench>
    int access(Bench &b, uint32_t addr, bool write, uint32_t data, uint8_t select)
    {
        b.pause();
        if (b.pauses() && b.pauses()) { /* a read of NAME, which has no effect, given up */
            offer(b, 0, false, 0, 15);
            b.cycle();
            clear(b);
            b.cycle();
        }
        offer(b, addr, write, data, select);
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            b.cycle();
            if (acked || failed) {
                clear(b);
                return failed ? 2 : 0;
            }
        }
        clear(b);
        return TIMEOUT;
    }
    template <class Bench>
    int write(Bench &b, uint32_t addr, uint32_t data, uint8_t strobe)
    {
        return access(b, addr, true, data, strobe);
    }
    template <class Bench>
    int read(Bench &b, uint32_t addr, uint32_t *data)
    {
        int code = access(b, addr, false, 0, 15);
        *data = read_data;
        return code;
    }
};

#endif
