/* SPDX-License-Identifier: Apache-2.0 */
/* Flash with wait states: prefetched lines, and caches of lines. Times are cycles of the core. Data that needs no wait
 * is ready at the time of the request. */
#ifndef OB_SIM_CORTEXM_FLASH_H
#define OB_SIM_CORTEXM_FLASH_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cortexm
{

struct FlashKind {
    uint32_t base, size;
    uint32_t line_bytes; /* read at once */
    unsigned buffers;    /* lines that can be held, the current one included; 1: nothing is read ahead */
    size_t code_lines;   /* of the cache for instructions; 0: none */
    size_t data_lines;   /* of the cache for constants; 0: none */
};

struct WaitStates {
    FlashKind flash{};
    unsigned flash_cycles = 0;
    unsigned ram_cycles = 0; /* of each access to data in RAM */
};

class Flash
{
  public:
    explicit Flash(const WaitStates &wait) : kind_(wait.flash), wait_(wait.flash_cycles)
    {
    }

    bool holds(uint32_t address) const
    {
        return wait_ != 0 && address - kind_.base < kind_.size;
    }
    /* Time starts anew; the caches keep what they hold. */
    void restart();
    /* When an instruction word that is asked for at this time is there; words are asked for in the order of time. */
    int64_t fetch(uint32_t address, int64_t time);
    /* The same for a constant. */
    int64_t load(uint32_t address, int64_t time);

  private:
    static bool hit(std::vector<uint32_t> *cache, size_t size, uint32_t line);
    int64_t ahead_from() const;

    const FlashKind kind_;
    const int64_t wait_;
    std::vector<uint32_t> code_, data_; /* the most recently used line first */
    uint32_t line_ = 0;                 /* the current one */
    unsigned run_ = 0;                  /* lines read in a row until it, itself included */
    int64_t there_ = 0;                 /* when it was there */
    int64_t free_ = 0;                  /* when the next read may begin */
    std::vector<int64_t> begun_;        /* when the last lines became the current one, newest first */
};

} // namespace cortexm

#endif
