/* SPDX-License-Identifier: Apache-2.0 */
/* The command explain: which engine core would choose for an algorithm and a length, and why. */
#include <outboard/engine.h>

#include "cli/algorithm.h"
#include "cli/cli.h"
#include "cli/prices.h"
#include "cli/suggest.h"
#include "cli/work.h"

#include <stdio.h>
#include <string.h>

#define CANDIDATES 64

struct request {
    uint8_t alg, curve, dir;
    uint16_t bits;
};

/* Why a row that matches cannot serve. */
static const char *obstacle(const struct ob_candidate *c, uint64_t len)
{
    uint8_t flags = ob_default.policy.session_flags;

    if (c->cap->len_max && len > c->cap->len_max)
        return "takes no op this long";
    if (flags & OB_SESSION_CT && !(c->cap->flags & OB_CAP_CT))
        return "not constant time";
    if (flags & OB_SESSION_HARDWARE && !(c->cap->flags & OB_CAP_HARDWARE))
        return "not hardware";
    return "self-test failed";
}

static void why(const struct ob_candidate *list, size_t n)
{
    const struct ob_candidate *best = &list[0], *next = NULL; /* the chosen one is the first */
    uint64_t cost, other;

    if (!best->chosen) {
        puts("  no engine can be chosen");
        return;
    }
    for (size_t i = n; i-- > 1;)
        if (list[i].selectable && list[i].engine != best->engine)
            next = &list[i];
    cost = best->cost + best->open_cost;
    if (!next) {
        printf("  %s: the only one that can be chosen\n", best->engine->ops->name);
        return;
    }
    other = next->cost + next->open_cost;
    if (other == cost)
        printf("  %s: as cheap as %s, and named before it\n", best->engine->ops->name, next->engine->ops->name);
    else
        printf("  %s: %.2f times as fast as %s, key expansion included\n", best->engine->ops->name,
               (double)other / (double)(cost ? cost : 1), next->engine->ops->name);
}

static int explain(const struct request *r, uint64_t len)
{
    struct ob_candidate list[CANDIDATES];
    size_t n = ob_explain(NULL, r->alg, r->curve, r->bits, r->dir, len, list, CANDIDATES);

    printf("%s%s%s, %u bits, %llu bytes:\n", ob_alg_name(r->alg), r->curve ? " on " : "",
           r->curve ? ob_curve_name(r->curve) : "", r->curve ? ob_curve_bits(r->curve) : r->bits,
           (unsigned long long)len);
    if (n == 0) {
        cli_error("no engine has %s with this key", ob_alg_name(r->alg));
        return CLI_ENGINE;
    }
    printf("    %-10s %-4s %14s %14s\n", "engine", "mode", "op " CLI_PRICE_UNIT, "open " CLI_PRICE_UNIT);
    for (size_t i = 0; i < n; i++)
        printf("  %s %-10s %-4s %14llu %14llu%s%s%s%s%s\n", list[i].chosen ? "*" : " ", list[i].engine->ops->name,
               cli_mode_name(list[i].cap->mode), (unsigned long long)list[i].cost,
               (unsigned long long)list[i].open_cost, list[i].cap->flags & OB_CAP_CT ? "  constant-time" : "",
               list[i].cap->flags & OB_CAP_BLINDED ? "  blinded" : "",
               list[i].cap->flags & OB_CAP_CHECKED ? "  checked" : "", list[i].selectable ? "" : "  ",
               list[i].selectable ? "" : obstacle(&list[i], len));
    why(list, n);
    return CLI_OK;
}

static int parse_objective(const char *text, uint8_t *objective)
{
    static const char *const names[] = {
        [OB_LATENCY] = "latency", [OB_THROUGHPUT] = "throughput", [OB_CPU_TIME] = "cpu"};

    for (uint8_t i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            *objective = i;
            return CLI_OK;
        }
    return cli_usage("--objective is latency, throughput or cpu, not \"%s\"", text);
}

static int parse_require(const char *text, uint8_t *flags)
{
    char item[32];

    *flags = 0;
    while (text) {
        if (!cli_item(&text, item, sizeof item) || (strcmp(item, "ct") != 0 && strcmp(item, "hardware") != 0))
            return cli_usage("--require takes ct, hardware, or both with a comma");
        *flags |= strcmp(item, "ct") == 0 ? OB_SESSION_CT : OB_SESSION_HARDWARE;
    }
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"bits", required_argument, NULL, 'b'},      {"curve", required_argument, NULL, 'C'},
        {"direction", required_argument, NULL, 'd'}, {"objective", required_argument, NULL, 'O'},
        {"require", required_argument, NULL, 'r'},   {NULL, 0, NULL, 0},
    };
    struct request r = {.dir = OB_DIR_ENCRYPT};
    uint64_t bits = 0, len;
    unsigned named; /* bits of the key that the algorithm's name states, or 0 */
    int option, code = CLI_OK;

    while (code == CLI_OK && (option = cli_option(argc, argv, "b:C:d:O:r:", options)) != -1) {
        switch (option) {
        case 'b':
            if (!cli_number(optarg, UINT16_MAX, false, &bits))
                code = cli_usage("--bits takes a number, not \"%s\"", optarg);
            break;
        case 'C':
            r.curve = ob_curve_from_name(optarg);
            if (!r.curve)
                code = cli_usage("there is no curve \"%s\"", optarg);
            break;
        case 'd':
            code = cli_direction(optarg, &r.dir);
            break;
        case 'O':
            code = parse_objective(optarg, &ob_default.policy.objective);
            break;
        case 'r':
            code = parse_require(optarg, &ob_default.policy.session_flags);
            break;
        default:
            code = CLI_USAGE;
        }
    }
    if (code != CLI_OK)
        return code;
    if (argc - optind < 2)
        return cli_usage("an algorithm and at least one length are needed");
    r.alg = cli_algorithm(argv[optind], &named);
    if (!r.alg)
        return cli_suggest_algorithm("there is no algorithm", argv[optind], 0);
    if (named && bits && bits != named)
        return cli_usage("%s has no key of %u bits", argv[optind], (unsigned)bits);
    bits = named ? named : bits;
    code = cli_start();
    if (code != CLI_OK)
        return code;
    cli_usual_key(r.alg, &r.curve, &bits);
    if (OB_ALG_CLASS(r.alg) != OB_CLASS_PK && (bits % 8 || !ob_alg_key_ok(r.alg, (size_t)bits / 8)))
        return cli_usage("%s takes no key of %u bits", argv[optind], (unsigned)bits);
    r.bits = (uint16_t)bits;
    for (int i = optind + 1; i < argc && code == CLI_OK; i++) {
        if (!cli_number(argv[i], (uint64_t)1 << 50, true, &len))
            return cli_usage("\"%s\" is no length in bytes", argv[i]);
        code = explain(&r, len);
    }
    if (code == CLI_OK && !cli_prices.path[0])
        puts("The prices are the engines' own and not measured on this machine:\n"
             "outboard calibrate -o ~/.config/outboard/prices.csv measures them.");
    return code;
}

const struct cli_command cli_explain = {
    "explain",
    "show which engine would be chosen, and why",
    "Usage: outboard explain [OPTION]... ALGORITHM LENGTH...\n\n"
    "Show what an op of LENGTH bytes (K, M, G: times 1024) costs on each engine,\n"
    "and which engine is chosen (*).\n\n"
    "  -b, --bits N          bits of the key (default: AES 128, HMAC 256, RSA 2048)\n"
    "  -C, --curve NAME      the curve (default: the algorithm's most common)\n"
    "  -d, --direction NAME  enc (default; also hash, MAC, signature, agreement),\n"
    "                        dec (also verification and RSA's private operation)\n"
    "                        or key (generation)\n"
    "  -O, --objective NAME  latency (default), throughput or cpu\n"
    "  -r, --require LIST    ct, hardware: engines without it cannot be chosen\n"
    "  -h, --help            print this\n\n"
    "Algorithms:\n"
    "  md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sm3\n"
    "  hmac-md5 hmac-sha1 hmac-sha224 hmac-sha256 hmac-sha384 hmac-sha512\n"
    "  hmac-sha512-224 hmac-sha512-256 hmac-sm3 aes-cmac\n"
    "  aes-ecb aes-cbc aes-ctr aes-xts des-ecb des-cbc des3-ecb des3-cbc\n"
    "  sm4-ecb sm4-cbc sm4-ctr\n"
    "  aes-gcm aes-ccm sm4-gcm chacha20-poly1305\n"
    "  rsa rsa-pkcs1-sign rsa-pss rsa-pkcs1-crypt rsa-oaep\n"
    "  ecdsa ecdh eddsa sm2-sign\n\n"
    "Curves:\n"
    "  secp192r1 secp224r1 secp256r1 secp384r1 secp521r1\n"
    "  secp192k1 secp224k1 secp256k1\n"
    "  brainpoolp256r1 brainpoolp384r1 brainpoolp512r1\n"
    "  x25519 x448 ed25519 ed448 sm2\n",
    run,
};
