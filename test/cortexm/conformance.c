/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite on engine cortexm, on a simulated core or QEMU: says what failed and ends with 0 if nothing
 * did. The vectors are linked in; engine soft is the partner that streams move to. */
#include "test/conformance/internal.h"
#include "test/conformance/suite.h"
#include "test/cortexm/semihosting.h"

#define ARENA_LEN 32768

extern void start(void);
extern struct ob_engine ob_engine_cortexm, ob_engine_soft;
extern struct ob_engine *const ob_linked_engines[];
extern const uint8_t test_vectors[], test_vectors_end[];

__attribute__((section(".vectors"), used)) static const uintptr_t reset[2] = {STACK_TOP, (uintptr_t)start};

__asm__(".section .rodata.test_vectors, \"a\"\n"
        ".balign 4\n"
        ".global test_vectors, test_vectors_end\n"
        "test_vectors: .incbin \"" VECTORS "\"\n"
        "test_vectors_end:\n"
        ".previous\n");

struct ob_engine *const ob_linked_engines[] = {&ob_engine_cortexm, &ob_engine_soft, NULL};

static struct ob_dispatcher dispatcher;
static struct ob_session sessions[SUITE_SESSIONS];
static struct suite_count counts[SUITE_ROWS_MAX];
static struct vector_memory source;
static struct suite suite;
static uint8_t memory[ARENA_LEN] __attribute__((aligned(8)));

/* There are no public keys in this program. */
bool pk_run(struct suite *t)
{
    (void)t;
    return false;
}

void pk_generate(struct suite *t)
{
    (void)t;
}

static void print_number(uint32_t n)
{
    char text[11];
    unsigned at = sizeof text - 1;

    text[at] = 0;
    do {
        text[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    print(text + at);
}

static void failed(void *user, const struct suite_failure *f)
{
    char name[48] = "generated";

    (void)user;
    if (f->v)
        source.source.name(&source.source, f->v->source, name, sizeof name);
    print(ob_alg_name(f->engine->ops->caps[f->row].alg));
    print(" row ");
    print_number(f->row);
    print(", ");
    print(suite_layout_name(f->layout));
    print(", variant ");
    print_number(f->detail);
    print(": ");
    print(f->what);
    print("; ");
    print(name);
    print(":");
    print_number(f->v ? f->v->number : 0);
    print("\n");
}

/* Every row has had vectors, and each layout something. */
static uint32_t gaps(void)
{
    uint32_t found = 0, layouts = 0;

    for (unsigned row = 0; row < ob_engine_cortexm.ops->n_caps; row++) {
#ifndef PARTIAL /* the vectors leave no algorithm out */
        if (counts[row].vectors == 0) {
            print(ob_alg_name(ob_engine_cortexm.ops->caps[row].alg));
            print(": a row without a vector\n");
            found++;
        }
#endif
        for (unsigned layout = 0; layout < LAYOUTS; layout++)
            if (counts[row].streams[layout])
                layouts |= 1u << layout;
    }
    print("layouts ");
    print_hex(layouts);
    print("\n");
    return found;
}

/* Where constant time is required the row has it, and where it is not, a cheaper one with tables is chosen. */
static uint32_t wrong_choices(void)
{
    static const uint8_t algs[] = {OB_AES_ECB, OB_AES_CBC, OB_AES_CTR, OB_AES_GCM, OB_AES_CCM};
    static const unsigned required[] = {0, OB_SESSION_CT, 0};
    static const uint8_t bytes[16];
    static uint8_t text[64], tag[16];
    uint32_t found = 0;

    for (unsigned i = 0; i < sizeof algs; i++) {
        struct ob_session *s = &sessions[0];
        bool aead = OB_ALG_CLASS(algs[i]) == OB_CLASS_AEAD;

        if (ob_session_open(s, &dispatcher, algs[i], bytes, sizeof bytes) != OB_OK ||
            ob_session_pin(s, &ob_engine_cortexm) != OB_OK)
            return 1;
        for (unsigned turn = 0; turn < 3; turn++) {
            struct ob_op op = {
                .flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                .iv = bytes,
                .iv_len = algs[i] == OB_AES_ECB ? 0
                          : aead                ? 12
                                                : 16,
                .in = text,
                .in_len = sizeof text,
                .out = text,
                .out_size = sizeof text,
                .tag = aead ? tag : NULL,
                .tag_len = aead ? 16 : 0,
            };
            if (ob_session_relax(s, OB_SESSION_CT) != OB_OK || ob_session_require(s, required[turn]) != OB_OK ||
                ob_run(s, &op) != OB_OK ||
                !(ob_engine_cortexm.ops->caps[s->row].flags & OB_CAP_CT) != !required[turn]) {
                print(ob_alg_name(algs[i]));
                print(": a row that the policy does not ask for\n");
                found++;
            }
        }
        ob_session_close(s);
    }
    return found;
}

void start(void)
{
    int failures;

    if (vector_memory_open(&source, test_vectors, (size_t)(test_vectors_end - test_vectors)) != OB_OK ||
        ob_engine_add(&dispatcher, &ob_engine_cortexm) != OB_OK ||
        ob_engine_add(&dispatcher, &ob_engine_soft) != OB_OK) {
        print("the suite does not start\n");
        leave(2);
    }
    suite.source = &source.source;
    suite.dispatcher = &dispatcher;
    suite.engine = &ob_engine_cortexm;
    suite.sessions = sessions;
    suite.arena.memory = memory;
    suite.arena.len = sizeof memory;
    suite.counts = counts;
    suite.brief = BRIEF;
    suite.seed = 1;
    suite.classes = 1u << OB_CLASS_HASH | 1u << OB_CLASS_MAC | 1u << OB_CLASS_CIPHER | 1u << OB_CLASS_AEAD;
    suite.max_failures = 20;
    suite.failed = failed;
    failures = suite_run(&suite);
    print_number(suite.read);
    print(" vectors, ");
    print_number((uint32_t)failures);
    print(" failures\n");
    leave((uint32_t)(failures || gaps() || wrong_choices()));
}
