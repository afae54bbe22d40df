/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator's LTC behind the calls of struct ob_device. */
#include "test/nxp/ltc_model.h"

#include "sim/cortexm/device/ltc.h"

#include <cstdio>

struct ltc_model {
    cortexm::Ltc block;
    unsigned wrongs;
};

namespace
{

void refused(ltc_model *m, const cortexm::Fault &fault)
{
    std::fprintf(stderr, "%s\n", fault.what());
    m->wrongs++;
}

uint32_t read_register(void *user, uint32_t offset)
{
    auto *m = static_cast<ltc_model *>(user);
    try {
        return m->block.read(offset, 4);
    } catch (const cortexm::Fault &fault) {
        refused(m, fault);
        return 0;
    }
}

void write_register(void *user, uint32_t offset, uint32_t value)
{
    auto *m = static_cast<ltc_model *>(user);
    try {
        m->block.write(offset, 4, value);
    } catch (const cortexm::Fault &fault) {
        refused(m, fault);
    }
}

const ob_device_calls calls = {read_register, write_register, nullptr, nullptr};

} // namespace

ltc_model *ltc_model_open(unsigned kind)
{
    cortexm::Ltc::Options options;
    options.long_keys = options.des = options.gcm = kind != 0;
    options.pkha = kind != 0;
    options.sha = kind == 2;
    options.key_readable = kind != 0;
    return new ltc_model{cortexm::Ltc(options), 0};
}

void ltc_model_close(ltc_model *m)
{
    delete m;
}

void ltc_model_device(ltc_model *m, ob_device *d)
{
    d->calls = &calls;
    d->user = m;
}

void ltc_model_fail(ltc_model *m, bool silent, bool stuck, unsigned error)
{
    m->block.options().silent = silent;
    m->block.options().stuck = stuck;
    m->block.options().error = error;
}

unsigned ltc_model_wrongs(const ltc_model *m)
{
    return m->wrongs;
}

bool ltc_model_holds_secrets(const ltc_model *m)
{
    return m->block.holds_secrets();
}

unsigned ltc_model_masks(const ltc_model *m)
{
    return m->block.masks();
}
