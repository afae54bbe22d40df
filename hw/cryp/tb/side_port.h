/* SPDX-License-Identifier: Apache-2.0 */
/* A key manager at the cipher block's ports side_*, for the tests. */
#ifndef HW_CRYP_TB_SIDE_PORT_H
#define HW_CRYP_TB_SIDE_PORT_H

extern "C" {
/* Offer a word until it is taken, at most so many cycles: 0, or TIMEOUT. */
int tb_side_word(void *tb, unsigned addr, uint32_t data, int last, unsigned use, uint64_t most)
{
    auto &b = *static_cast<bench_t *>(tb);
    auto &t = *b.top;
    int code = TIMEOUT;
    t.side_valid_i = 1;
    t.side_addr_i = (uint8_t)addr;
    t.side_data_i = data;
    t.side_last_i = last != 0;
    t.side_use_i = (uint8_t)use;
    b.probe = &t.side_ready_o;
    for (uint64_t i = 0; i < most && code == TIMEOUT; i++) {
        b.cycle();
        if (b.probed)
            code = 0;
    }
    t.side_valid_i = 0;
    t.side_data_i = 0;
    return code;
}

/* The manager erases in `in` cycles, whatever the bench does then, for `cycles` of them. */
void tb_side_clear(void *tb, uint64_t in, uint64_t cycles)
{
    auto &b = *static_cast<bench_t *>(tb);
    static uint64_t end;
    b.event_at = b.cycles + in;
    end = b.event_at + cycles;
    b.event = [](bench_t &bench) {
        bench.top->side_clear_i = bench.cycles < end;
        if (bench.cycles >= end)
            bench.event = nullptr;
    };
}

int tb_side_locked(void *tb)
{
    auto &t = *static_cast<bench_t *>(tb)->top;
    t.eval();
    return t.side_locked_o;
}
}

#endif
