/* SPDX-License-Identifier: Apache-2.0 */
/* Word streams of a bench: a queue that feeds a block's input, and one that collects its output, with pauses. */
#ifndef HW_LIB_TB_STREAM_H
#define HW_LIB_TB_STREAM_H

#include <cstdint>
#include <deque>

struct source {
    std::deque<uint32_t> words;
    bool taken = false;

    template <class Bench>
    void clear(Bench &b)
    {
        words.clear();
        taken = false;
        b.top->in_valid_i = 0;
    }
    template <class Bench>
    void drive(Bench &b)
    {
        if (taken) {
            words.pop_front();
            b.top->in_valid_i = 0;
        }
        if (!b.top->in_valid_i)
            b.top->in_valid_i = !words.empty() && !b.random.chance(b.pause_percent);
        b.top->in_data_i = words.empty() ? 0 : words.front();
    }
    template <class Bench>
    void sample(Bench &b)
    {
        taken = b.top->in_valid_i && b.top->in_ready_o && b.top->rst_ni;
    }
    size_t pending() const
    {
        return words.size() - (taken ? 1 : 0);
    }
};

struct sink {
    std::deque<uint32_t> words;

    template <class Bench>
    void clear(Bench &b)
    {
        words.clear();
        b.top->out_ready_i = 0;
    }
    template <class Bench>
    void drive(Bench &b)
    {
        b.top->out_ready_i = !b.random.chance(b.pause_percent);
    }
    template <class Bench>
    void sample(Bench &b)
    {
        if (b.top->out_valid_o && b.top->out_ready_i && b.top->rst_ni)
            words.push_back(b.top->out_data_o);
    }
};

#endif
