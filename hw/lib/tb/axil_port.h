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
        b.top->s_axil_awvalid_i = b.top->s_axil_wvalid_i = b.top->s_axil_arvalid_i = 0;
        b.top->s_axil_bready_i = b.top->s_axil_rready_i = 1;
    }
    /* Whether an access runs, so that the block needs its clock. */
    template <class Bench>
    bool active(const Bench &b) const
    {
        const auto &t = *b.top;
        return t.s_axil_awvalid_i || t.s_axil_wvalid_i || t.s_axil_arvalid_i || t.s_axil_bvalid_o || t.s_axil_rvalid_o;
    }
    template <class Bench>
    void sample(Bench &b)
    {
        auto &t = *b.top;
        wrote = t.s_axil_awvalid_i && t.s_axil_awready_o && t.s_axil_wvalid_i && t.s_axil_wready_o;
        responded = t.s_axil_bvalid_o && t.s_axil_bready_i;
        addressed = t.s_axil_arvalid_i && t.s_axil_arready_o;
        answered = t.s_axil_rvalid_o && t.s_axil_rready_i;
        write_code = t.s_axil_bresp_o;
        read_code = t.s_axil_rresp_o;
        read_data = t.s_axil_rdata_o;
    }
    /* The response code, or TIMEOUT. Address and data may come apart. */
    template <class Bench>
    int write(Bench &b, uint32_t addr, uint32_t data, uint8_t strobe)
    {
        b.pause();
        auto &t = *b.top;
        bool address_first = b.pauses(), data_first = !address_first && b.pauses();
        t.s_axil_awvalid_i = !data_first;
        t.s_axil_wvalid_i = !address_first;
        t.s_axil_awaddr_i = (uint16_t)addr;
        t.s_axil_wdata_i = data;
        t.s_axil_wstrb_i = strobe;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            b.cycle();
            if (wrote)
                break;
            t.s_axil_awvalid_i = t.s_axil_wvalid_i = 1;
        }
        t.s_axil_awvalid_i = t.s_axil_wvalid_i = t.s_axil_wdata_i = 0;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            t.s_axil_bready_i = !b.pauses();
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
        t.s_axil_arvalid_i = 1;
        t.s_axil_araddr_i = (uint16_t)addr;
        for (uint64_t i = 0; i < WAIT_LIMIT; i++) {
            t.s_axil_rready_i = !b.pauses();
            b.cycle();
            if (addressed)
                t.s_axil_arvalid_i = 0;
            if (answered) {
                *data = read_data;
                return read_code;
            }
        }
        t.s_axil_arvalid_i = 0;
        return TIMEOUT;
    }
};

#endif
