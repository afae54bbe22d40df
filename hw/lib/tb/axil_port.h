/* SPDX-License-Identifier: Apache-2.0 */
/* Register accesses of a bench on AXI4-Lite (AMBA AXI, part B). */
#ifndef HW_LIB_TB_AXIL_PORT_H
#define HW_LIB_TB_AXIL_PORT_H

struct bench_port {
    /* What the last edge of the clock transferred. */
    bool wrote = false, responded = false, addressed = false, answered = false;
    int write_code = 0, read_code = 0;
    uint32_t read_data = 0;

    template <class Bench>
    void clear(Bench &b)
    {
        b.top->aw_valid_i = b.top->w_valid_i = b.top->ar_valid_i = 0;
        b.top->b_ready_i = b.top->r_ready_i = 1;
    }
    template <class Bench>
    void sample(Bench &b)
    {
        auto &t = *b.top;
        wrote = t.aw_valid_i && t.aw_ready_o && t.w_valid_i && t.w_ready_o;
        responded = t.b_valid_o && t.b_ready_i;
        addressed = t.ar_valid_i && t.ar_ready_o;
        answered = t.r_valid_o && t.r_ready_i;
        write_code = t.b_resp_o;
        read_code = t.r_resp_o;
        read_data = t.r_data_o;
    }
    /* The response code, or TIMEOUT. Address and data may come apart. */
    template <class Bench>
    int write(Bench &b, uint32_t addr, uint32_t data, uint8_t strobe)
    {
        b.pause();
        auto &t = *b.top;
        bool address_first = b.pauses(), data_first = !address_first && b.pauses();
        t.aw_valid_i = !data_first;
        t.w_valid_i = !address_first;
        t.aw_addr_i = (uint16_t)addr;
        t.w_data_i = data;
        t.w_strb_i = strobe;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            b.cycle();
            if (wrote)
                break;
            t.aw_valid_i = t.w_valid_i = 1;
        }
        t.aw_valid_i = t.w_valid_i = 0;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            t.b_ready_i = !b.pauses();
            b.cycle();
            if (responded)
                return write_code;
        }
        return TIMEOUT;
    }
    template <class Bench>
    int read(Bench &b, uint32_t addr, uint32_t *data)
    {
        b.pause();
        auto &t = *b.top;
        t.ar_valid_i = 1;
        t.ar_addr_i = (uint16_t)addr;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            t.r_ready_i = !b.pauses();
            b.cycle();
            if (addressed)
                t.ar_valid_i = 0;
            if (answered) {
                *data = read_data;
                return read_code;
            }
        }
        t.ar_valid_i = 0;
        return TIMEOUT;
    }
};

#endif
