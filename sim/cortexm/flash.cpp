/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of flash lines, one at a time: each takes one cycle and the wait states. The model prefetches as many lines as
 * there are buffers. A prefetch that has begun ends before another read begins. */
#include "sim/cortexm/flash.h"

#include <algorithm>

namespace cortexm
{

void Flash::restart()
{
    run_ = 0;
    line_ = 0;
    there_ = free_ = 0;
    begun_.clear();
}

/* Whether the cache has the line. The line becomes the most recently used one; if it is new, it replaces the least
 * recently used one. */
bool Flash::hit(std::vector<uint32_t> *cache, size_t size, uint32_t line)
{
    const auto at = std::find(cache->begin(), cache->end(), line);
    const bool found = at != cache->end();
    if (found) {
        cache->erase(at);
    } else if (cache->size() == size && size != 0) {
        cache->pop_back();
    }
    if (size != 0) {
        cache->insert(cache->begin(), line);
    }
    return found;
}

/* When the read of the line after the current one may begin: a buffer is free once the line before it is left. */
int64_t Flash::ahead_from() const
{
    const size_t back = std::min<size_t>({kind_.buffers - 1, begun_.size(), run_});
    return std::max(free_, begun_[back - 1] + 1);
}

int64_t Flash::fetch(uint32_t address, int64_t time)
{
    const uint32_t line = address / kind_.line_bytes;
    if (run_ != 0 && line == line_) {
        return std::max(time, there_);
    }
    const bool ahead = run_ != 0 && kind_.buffers > 1;
    const bool cached = hit(&code_, kind_.code_lines, line);
    int64_t start;
    if (ahead && line == line_ + 1) {
        start = std::max(free_, std::min(ahead_from(), time));
        run_++;
    } else {
        start = std::max(time, free_);
        if (!cached && ahead && ahead_from() < time) {
            start = std::max(time, ahead_from() + wait_ + 1);
        }
        run_ = 1;
    }
    line_ = line;
    if (cached) {
        there_ = time;
    } else {
        there_ = start + wait_;
        free_ = there_ + 1;
    }
    const int64_t now = std::max(time, there_);
    begun_.insert(begun_.begin(), now);
    begun_.resize(std::min<size_t>(begun_.size(), kind_.buffers));
    return now;
}

int64_t Flash::load(uint32_t address, int64_t time)
{
    if (hit(&data_, kind_.data_lines, address / kind_.line_bytes)) {
        return time;
    }
    free_ = std::max(time, free_) + wait_ + 1;
    return free_ - 1;
}

} // namespace cortexm
