/* SPDX-License-Identifier: Apache-2.0 */
/* Memories and devices of the parts, from their reference manuals: STM32F091xC RM0091, STM32L073xZ RM0367, STM32F103xE
 * RM0008, STM32F407xG RM0090, STM32H743xI RM0433, MK64FN1M0 K64P144M120SF5RM, MKL28Z512 MKL28ZRM, MK82FN256
 * K82P121M150SF5RM, MKL82Z128 KL82P121M72SF0RM. */
#include "sim/cortexm/part.h"

#include "sim/cortexm/device/ltc.h"
#include "sim/cortexm/device/mmcau.h"
#include "sim/cortexm/device/registers.h"

#include <algorithm>

namespace cortexm
{
namespace
{

constexpr uint32_t kib = 1024, mib = 1024 * kib;
constexpr uint32_t flash = 0x08000000, ram = 0x20000000;

using Sort = DeviceAt::Kind;
constexpr DeviceAt stm32_flash{Sort::registers, 0x40022000, 0};

/* Of Kinetis parts. The mmCAU is on the core's own peripheral bus. */
constexpr DeviceAt clock_gates{Sort::registers, 0x40048000, 0}, watchdog{Sort::registers, 0x40052000, 0};
constexpr DeviceAt mmcau_m4{Sort::mmcau, 0xe0081000, 2}, mmcau_m0plus{Sort::mmcau, 0xf0005000, 2};

const Part parts[] = {
    {"stm32f0", Core::m0, {{flash, 256 * kib}, {ram, 32 * kib}, {}}, {flash, 256 * kib, 4, 3, 0, 0}, {stm32_flash}},
    {"stm32l0", Core::m0plus, {{flash, 192 * kib}, {ram, 20 * kib}, {}}, {flash, 192 * kib, 4, 3, 0, 0}, {stm32_flash}},
    {"stm32f1", Core::m3, {{flash, 512 * kib}, {ram, 64 * kib}, {}}, {flash, 512 * kib, 8, 2, 0, 0}, {stm32_flash}},
    {"stm32f4",
     Core::m4,
     {{flash, 1 * mib}, {ram, 128 * kib}, {{0x10000000, 64 * kib}}},
     {flash, 1 * mib, 16, 2, 64, 8},
     {{Sort::registers, 0x40023000, 0}}},
    {"stm32h7",
     Core::m7,
     {{flash, 2 * mib}, {ram, 128 * kib}, {{0, 64 * kib}, {0x24000000, 512 * kib}, {0x30000000, 288 * kib}}},
     {},
     {{Sort::registers, 0x52002000, 0}}},
    /* RAM lies on both sides of 0x20000000, each side on a bus of its own. */
    {"k64f", Core::m4, {{0, 1 * mib}, {0x1fff0000, 256 * kib}, {}}, {}, {clock_gates, watchdog, mmcau_m4}},
    {"kl28z",
     Core::m0plus,
     {{0, 512 * kib}, {0x1fff8000, 128 * kib}, {}},
     {},
     {{Sort::registers, 0x40076000, 0}, mmcau_m0plus}},
    {"k82f",
     Core::m4,
     {{0, 256 * kib}, {0x1fff0000, 256 * kib}, {}},
     {},
     {clock_gates, watchdog, mmcau_m4, {Sort::ltc, 0x400d1000, 1}}},
    {"kl82z",
     Core::m0plus,
     {{0, 128 * kib}, {0x1fffa000, 96 * kib}, {}},
     {},
     {{Sort::registers, 0x40048000, 0}, {Sort::ltc, 0x40051000, 2}}},
};

/* Access, round, invert, des, sha, ghash. bench/ltc.py fits access and invert to published figures; the others are
 * assumed: a round of a cipher or a step of SHA takes a cycle of the core's clock, and so do 4 bits of GHASH. */
constexpr Ltc::Times k82_times{11, 1, 223, 16, 65, 32}, kl82_times{4, 1, 223, 16, 65, 32};

} // namespace

bool part_from_name(const std::string &name, Part *part)
{
    for (const Part &known : parts) {
        if (known.name == name) {
            *part = known;
            return true;
        }
    }
    Core core;
    if (!core_from_name(name, &core)) {
        return false;
    }
    *part = {name, core, default_memory(core), {}, {}};
    return true;
}

namespace
{

/* What the word NAME=N says; whether it is one. */
bool time_word(const std::string &word, Ltc::Times *times)
{
    const struct {
        const char *name;
        unsigned *field;
    } known[] = {{"access", &times->access}, {"round", &times->round}, {"invert", &times->invert},
                 {"des", &times->des},       {"sha", &times->sha},     {"ghash", &times->ghash}};
    const size_t at = word.find('=');
    for (const auto &k : known) {
        if (at != std::string::npos && word.substr(0, at) == k.name && at + 1 < word.size() && word.size() < at + 6 &&
            word.find_first_not_of("0123456789", at + 1) == std::string::npos) {
            *k.field = static_cast<unsigned>(std::stoul(word.substr(at + 1)));
            return true;
        }
    }
    return false;
}

} // namespace

bool is_device_word(const std::string &word)
{
    Ltc::Times times;
    return time_word(word, &times) || word == "preempted" || word == "stolen" || word == "silent" ||
           word == "lenient" || word == "version1" || word == "stuck" || word == "mended";
}

std::unique_ptr<Device> make_device(const DeviceAt &device, const Part &part, Bus *bus,
                                    const std::vector<std::string> &words)
{
    const auto has = [&](const char *word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    if (device.kind == Sort::registers) {
        return std::make_unique<Registers>();
    }
    if (device.kind == Sort::ltc) {
        Ltc::Options options;
        options.long_keys = options.des = options.gcm = device.variant != 0;
        options.pkha = device.variant != 0;
        options.sha = device.variant == 2;
        options.silent = has("silent");
        options.stuck = has("stuck");
        if (has("mended")) {
            options.errata = {false, false, false};
        }
        options.times = part.core == Core::m0plus ? kl82_times : k82_times;
        for (const std::string &word : words) {
            time_word(word, &options.times);
        }
        return std::make_unique<Ltc>(options, bus);
    }
    Mmcau::Options options;
    options.version = has("version1") ? 1 : device.variant;
    options.strict = !has("lenient");
    /* Behind the M4's bridge to its private peripherals (APB: two cycles an access); on the M0+ without. */
    options.access_wait = part.core == Core::m0plus ? 0 : 1;
    options.preempted = has("preempted");
    options.stolen = has("stolen");
    options.silent = has("silent");
    return std::make_unique<Mmcau>(bus, options);
}

} // namespace cortexm
