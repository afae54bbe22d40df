/* SPDX-License-Identifier: Apache-2.0 */
/* Orders straight-line code for a Cortex-M by simulated annealing. The search chooses the order of the instructions,
 * the values that are spilled to memory or computed again, and the place from which a value is stored. algo/fixslice
 * writes the input and reads the output.
 *
 * Standard input, one operation a line; values are numbers, -1 is "none" (as an address: the stack pointer):
 *   target m4|m4f|m7 REGISTERS    m4 is the M3 too; m4f spills to floating-point registers
 *   registers N...                the numbers that the REGISTERS have
 *   in VALUE REGISTER             live at the start
 *   alu VALUE A B SHIFTED         VALUE = A op B; the second operand goes through the shifter
 *   load VALUE ADDRESS OFFSET     VALUE = memory
 *   store DATA ADDRESS OFFSET
 *   out VALUE REGISTER            live at the end, in that register or (-1) in any
 * Standard output: the same operations by their index in the input, with registers, in the order found:
 *   op INDEX DESTINATION A B | spill REGISTER SLOT | fill REGISTER SLOT | move DESTINATION SOURCE | out VALUE REGISTER
 */
#include "sim/cortexm/m7_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace
{

enum class Kind : uint8_t { alu, load, store };

struct Op {
    Kind kind = Kind::alu;
    int dst = -1, a = -1, b = -1; /* store: a is the address, b the data */
    bool shifted = false;
    int offset = 0;
};

enum class Step : uint8_t { op, again, spill, fill };

/* An instruction: an operation, the same once more, or a move of a value to or from where spilled values live. */
struct Item {
    Step step;
    int index; /* operation, or value */
};

struct Problem {
    bool fpu = false, m7 = false;
    unsigned registers = 14;
    std::vector<int> names;
    std::vector<Op> ops;
    std::vector<int> producer; /* by value: operation, or -1 */
    std::vector<std::pair<int, int>> in, out;
    int values = 0;
};

constexpr int64_t scale = 100; /* of a cycle */

int dst_of(const Problem &p, const Item &item)
{
    return item.step == Step::fill ? item.index : item.step == Step::spill ? -1 : p.ops[item.index].dst;
}

/* Sources: at most two. */
int sources(const Problem &p, const Item &item, int source[2])
{
    int n = 0;
    if (item.step == Step::spill) {
        source[n++] = item.index;
    } else if (item.step != Step::fill) {
        const Op &op = p.ops[item.index];
        if (op.a >= 0) {
            source[n++] = op.a;
        }
        if (op.b >= 0) {
            source[n++] = op.b;
        }
    }
    return n;
}

/* Cycles on an M3 or M4 as in timing_m3m4.cpp: a load hides behind the next access, all else is one after the other. */
int64_t cycles_m4(const Problem &p, const std::vector<Item> &items)
{
    static std::vector<int64_t> address_ready;
    address_ready.assign(static_cast<size_t>(p.values), 0);
    int64_t any = 0, access = 0, after_store = 0;
    for (const Item &item : items) {
        const bool op = item.step == Step::op || item.step == Step::again;
        const Kind kind = op                         ? p.ops[item.index].kind
                          : p.fpu                    ? Kind::alu
                          : item.step == Step::spill ? Kind::store
                                                     : Kind::load;
        const int dst = dst_of(p, item);
        if (kind == Kind::alu) {
            any = access = any + 1;
            if (dst >= 0) {
                address_ready[dst] = any + 1;
            }
            continue;
        }
        int64_t at = access;
        if (op && p.ops[item.index].a >= 0) {
            at = std::max(at, address_ready[p.ops[item.index].a]);
        }
        if (kind == Kind::load) {
            at = std::max(at, after_store);
            access = at + 1;
            any = at + 2;
            if (dst >= 0) {
                address_ready[dst] = at + 2;
            }
        } else {
            access = any = at + 1;
            after_store = at + 2;
        }
    }
    return any;
}

/* Whether two instructions issue apart, by m7_rules.def: of its classes there are only stores and shifters here. */
bool apart(Kind older_kind, bool older_shifts, Kind kind, bool shifts)
{
    struct Classes {
        bool any, store, shifter, multiple, bitfield, no_shift_pair, multiply, branch_reg;
    };
    const Classes is_older{true, older_kind == Kind::store, older_shifts, false, false, false, false, false},
        is_younger{true, kind == Kind::store, shifts, false, false, false, false, false};
#define M7_APART(first, second)                                                                                        \
    if (is_older.first && is_younger.second) {                                                                         \
        return true;                                                                                                   \
    }
#include "sim/cortexm/m7_rules.def"
    return false;
}

/* Cycles on an M7 as in timing_m7.cpp. */
int64_t cycles_m7(const Problem &p, const std::vector<Item> &items)
{
    namespace m7 = cortexm::m7;
    struct Ready {
        int64_t time;
        bool loaded;
    };
    static std::vector<Ready> ready;
    ready.assign(static_cast<size_t>(p.values), {0, false});
    int64_t cycle = 0, older_at = 0;
    bool older = false, older_shifts = false;
    Kind older_kind = Kind::alu;
    int older_base = 0, older_offset = 0;
    for (const Item &item : items) {
        const bool op = item.step == Step::op || item.step == Step::again;
        const Op &what = p.ops[op ? item.index : 0];
        const Kind kind = op ? what.kind : item.step == Step::spill ? Kind::store : Kind::load;
        const int base = op ? what.a : -1, dst = dst_of(p, item);
        const int offset = op ? what.offset : 8 * item.index; /* slots are dealt out later */
        const bool shifts = op && kind == Kind::alu && what.shifted;
        int64_t earliest = 0;
        int source[2];
        const int n = sources(p, item, source);
        for (int i = 0; i < n; i++) {
            const Ready &r = ready[source[i]];
            int64_t at = r.time - m7::earlier_late;
            if (kind != Kind::alu && op && source[i] == base) {
                at = r.time - m7::earlier_address;
            } else if (kind == Kind::store) {
                at = r.time - m7::earlier_data;
            } else if (shifts && (i == 1 || what.b < 0)) {
                at = r.time - m7::earlier_shifted;
            } else if (shifts && r.loaded) {
                at = r.time - m7::earlier_loaded;
            }
            earliest = std::max(earliest, at);
        }
        bool pairs = older && earliest <= older_at && !apart(older_kind, older_shifts, kind, shifts);
        if (pairs && kind == Kind::load && older_kind == Kind::load) {
            pairs = base == older_base && ((offset ^ older_offset) & 4) != 0 && op;
        }
        const int64_t at = pairs ? older_at : std::max({earliest, older ? older_at + 1 : cycle, cycle});
        if (dst >= 0) {
            ready[dst] = {at + (kind == Kind::load ? m7::ready_word_load : m7::ready_late), kind == Kind::load};
        }
        if (pairs) {
            older = false;
            cycle = at + 1;
        } else {
            older = true;
            older_at = cycle = at;
            older_shifts = shifts;
            older_kind = kind;
            older_base = base;
            older_offset = offset;
        }
    }
    return older ? cycle + 1 : cycle;
}

/* What the registers hold too many, summed over all points. */
int64_t excess(const Problem &p, const std::vector<Item> &items)
{
    static std::vector<char> live;
    live.assign(static_cast<size_t>(p.values), 0);
    unsigned count = 0;
    int64_t over = 0;
    for (const auto &[value, reg] : p.out) {
        count += !live[value];
        live[value] = 1;
    }
    for (size_t i = items.size(); i-- > 0;) {
        const int dst = dst_of(p, items[i]);
        if (dst >= 0) {
            const unsigned after = count + !live[dst];
            over += after > p.registers ? after - p.registers : 0;
            count -= live[dst] != 0;
            live[dst] = 0;
        }
        int source[2];
        const int n = sources(p, items[i], source);
        for (int k = 0; k < n; k++) {
            count += !live[source[k]];
            live[source[k]] = 1;
        }
        over += count > p.registers ? count - p.registers : 0;
    }
    return over;
}

int64_t cycles_of(const Problem &p, const std::vector<Item> &items)
{
    return p.m7 ? cycles_m7(p, items) : cycles_m4(p, items);
}

bool defines(const Problem &p, const Item &item, int value)
{
    return item.step == Step::op && p.ops[item.index].dst == value;
}

/* Whether b must stay behind a. */
bool ordered(const Problem &p, const Item &a, const Item &b)
{
    if (a.step == Step::spill) {
        return b.step == Step::fill && b.index == a.index;
    }
    if (a.step != Step::op) {
        return false;
    }
    int source[2];
    const int n = sources(p, b, source), dst = p.ops[a.index].dst;
    for (int i = 0; i < n; i++) {
        if (dst == source[i] && dst >= 0) {
            return true;
        }
    }
    return (b.step == Step::again && b.index == a.index) || (b.step == Step::fill && b.index == dst);
}

class Annealer
{
  public:
    Annealer(const Problem &problem, unsigned seed) : p_(problem), random_(seed)
    {
        for (size_t i = 0; i < p_.ops.size(); i++) {
            items_.push_back({Step::op, static_cast<int>(i)});
        }
    }

    std::vector<Item> run(int64_t turns)
    {
        std::vector<Item> best, trial;
        int64_t best_cost = INT64_MAX;
        for (int64_t turn = 0; turn < turns; turn++) {
            const double left = 1.0 - static_cast<double>(turn) / static_cast<double>(turns);
            const double heat = scale * (0.08 + 2.0 * left * left);
            const double weight = scale * (0.4 + 3.0 * (1.0 - left));
            trial = items_;
            if (!change(&trial)) {
                continue;
            }
            const int64_t over = excess(p_, trial);
            const int64_t cost = scale * cycles_of(p_, trial) +
                                 static_cast<int64_t>(weight * static_cast<double>(over)) +
                                 static_cast<int64_t>(trial.size()) * scale / 20;
            if (turn % 1024 == 0) {
                current_ = scale * cycles_of(p_, items_) +
                           static_cast<int64_t>(weight * static_cast<double>(excess(p_, items_))) +
                           static_cast<int64_t>(items_.size()) * scale / 20;
            }
            const double worse = static_cast<double>(cost - current_);
            if (worse <= 0 || std::exp(-worse / heat) > std::uniform_real_distribution<double>()(random_)) {
                items_.swap(trial);
                current_ = cost;
                if (over == 0 && cost < best_cost) {
                    best_cost = cost;
                    best = items_;
                }
            }
        }
        return best;
    }

  private:
    size_t below(size_t n)
    {
        return std::uniform_int_distribution<size_t>(0, n - 1)(random_);
    }

    bool change(std::vector<Item> *items)
    {
        const size_t what = below(16);
        return what < 12 ? move(items) : what < 14 ? take(items) : drop(items);
    }

    /* Move an instruction as far as its neighbours let it, at most. */
    bool move(std::vector<Item> *items)
    {
        const size_t from = below(items->size());
        const Item item = (*items)[from];
        const size_t reach = 1 + below(below(2) == 0 ? 4 : 60);
        size_t to = from;
        if (below(2) == 0) {
            while (to > 0 && from - to < reach && !ordered(p_, (*items)[to - 1], item)) {
                to--;
            }
            std::rotate(items->begin() + static_cast<int64_t>(to), items->begin() + static_cast<int64_t>(from),
                        items->begin() + static_cast<int64_t>(from) + 1);
        } else {
            while (to + 1 < items->size() && to - from < reach && !ordered(p_, item, (*items)[to + 1])) {
                to++;
            }
            std::rotate(items->begin() + static_cast<int64_t>(from), items->begin() + static_cast<int64_t>(from) + 1,
                        items->begin() + static_cast<int64_t>(to) + 1);
        }
        return to != from;
    }

    /* Let a value go before one of its uses, and fetch it again or compute it again there. */
    bool take(std::vector<Item> *items)
    {
        const size_t at = below(items->size());
        int source[2];
        const int n = sources(p_, (*items)[at], source);
        if (n == 0) {
            return false;
        }
        const int value = source[below(static_cast<size_t>(n))];
        size_t home = SIZE_MAX, last = 0;
        bool stored = false;
        for (size_t i = 0; i < at; i++) {
            home = defines(p_, (*items)[i], value) ? i : home;
            stored = stored || ((*items)[i].step == Step::spill && (*items)[i].index == value);
            last = dst_of(p_, (*items)[i]) == value ? i : last;
        }
        if (last + 2 >= at && home != SIZE_MAX) {
            return false;
        }
        const int producer = p_.producer[value];
        if (producer >= 0 && (p_.ops[producer].kind == Kind::load || below(2) == 0)) {
            items->insert(items->begin() + static_cast<int64_t>(at), {Step::again, producer});
            return true;
        }
        items->insert(items->begin() + static_cast<int64_t>(at), {Step::fill, value});
        if (!stored) {
            for (size_t i = at; i < items->size(); i++) {
                if ((*items)[i].step == Step::spill && (*items)[i].index == value) {
                    items->erase(items->begin() + static_cast<int64_t>(i));
                    break;
                }
            }
            items->insert(items->begin() + (home == SIZE_MAX ? 0 : static_cast<int64_t>(home) + 1),
                          {Step::spill, value});
        }
        return true;
    }

    /* Keep a value in its register instead. */
    bool drop(std::vector<Item> *items)
    {
        std::vector<size_t> found;
        for (size_t i = 0; i < items->size(); i++) {
            if ((*items)[i].step == Step::fill || (*items)[i].step == Step::again) {
                found.push_back(i);
            }
        }
        if (found.empty()) {
            return false;
        }
        const size_t at = found[below(found.size())];
        const Item item = (*items)[at];
        items->erase(items->begin() + static_cast<int64_t>(at));
        if (item.step == Step::fill) {
            const auto same = [&item](Step step) {
                return [step, &item](const Item &x) { return x.step == step && x.index == item.index; };
            };
            if (std::none_of(items->begin(), items->end(), same(Step::fill))) {
                items->erase(std::find_if(items->begin(), items->end(), same(Step::spill)));
            }
        }
        return true;
    }

    const Problem &p_;
    std::mt19937 random_;
    std::vector<Item> items_;
    int64_t current_ = INT64_MAX / 2;
};

/* For every instruction, whether each source and the destination is used after it, up to the next time it is fetched.
 */
struct Liveness {
    bool source[2], dst;
};

std::vector<Liveness> liveness(const Problem &p, const std::vector<Item> &items)
{
    std::vector<char> live(static_cast<size_t>(p.values), 0);
    std::vector<Liveness> found(items.size());
    for (const auto &[value, reg] : p.out) {
        live[value] = 1;
    }
    for (size_t i = items.size(); i-- > 0;) {
        const int dst = dst_of(p, items[i]);
        found[i].dst = dst >= 0 && live[dst] != 0;
        if (dst >= 0) {
            live[dst] = 0;
        }
        int source[2];
        const int n = sources(p, items[i], source);
        for (int k = 0; k < n; k++) {
            found[i].source[k] = live[source[k]] != 0;
        }
        for (int k = 0; k < n; k++) {
            live[source[k]] = 1;
        }
    }
    return found;
}

/* Registers by one pass, free ones dealt out at random; the values that end elsewhere than wanted are counted. */
struct Assignment {
    std::vector<std::string> lines;
    std::map<int, int> where;
    unsigned wrong = 0;
};

Assignment assign(const Problem &p, const std::vector<Item> &items, const std::vector<Liveness> &lives,
                  std::mt19937 *random)
{
    Assignment result;
    std::vector<int> reg(static_cast<size_t>(p.values), -1), slot(static_cast<size_t>(p.values), -1),
        wanted(static_cast<size_t>(p.values), -1);
    std::vector<int> free = p.names, last_fill(static_cast<size_t>(p.values), -1);
    std::vector<std::pair<int, int>> slots; /* busy until, number */
    std::shuffle(free.begin(), free.end(), *random);
    for (const auto &[value, name] : p.out) {
        wanted[value] = name;
    }
    for (const auto &[value, name] : p.in) {
        reg[value] = name;
        free.erase(std::find(free.begin(), free.end(), name));
    }
    for (size_t i = 0; i < items.size(); i++) {
        if (items[i].step == Step::fill) {
            last_fill[items[i].index] = static_cast<int>(i);
        }
    }
    std::vector<int> busy;
    for (size_t i = 0; i < items.size(); i++) {
        int source[2], name[2] = {-1, -1};
        const int n = sources(p, items[i], source), dst = dst_of(p, items[i]);
        for (int k = 0; k < n; k++) {
            name[k] = reg[source[k]];
        }
        std::ostringstream line;
        if (items[i].step == Step::spill) {
            size_t s = 0;
            while (s < busy.size() && busy[s] >= static_cast<int>(i)) {
                s++;
            }
            if (s == busy.size()) {
                busy.push_back(0);
            }
            busy[s] = last_fill[source[0]];
            slot[source[0]] = static_cast<int>(s);
            line << "spill " << name[0] << ' ' << s;
        }
        for (int k = 0; k < n; k++) {
            if (!lives[i].source[k] && source[k] != dst && reg[source[k]] >= 0) {
                free.push_back(reg[source[k]]);
                reg[source[k]] = -1;
            }
        }
        if (dst >= 0) {
            if (reg[dst] >= 0) {
                free.push_back(reg[dst]);
            }
            auto pick = std::find(free.begin(), free.end(), wanted[dst]);
            if (pick == free.end()) {
                pick = free.begin() + static_cast<int64_t>((*random)() % free.size());
            }
            reg[dst] = *pick;
            free.erase(pick);
        }
        if (items[i].step == Step::fill) {
            line << "fill " << reg[dst] << ' ' << slot[dst];
        } else if (items[i].step != Step::spill) {
            const Op &op = p.ops[items[i].index];
            const int a = op.a >= 0 ? name[0] : -1, b = op.b >= 0 ? name[op.a >= 0 ? 1 : 0] : -1;
            line << "op " << items[i].index << ' ' << (dst >= 0 ? reg[dst] : -1) << ' ' << a << ' ' << b;
        }
        result.lines.push_back(line.str());
        if (dst >= 0 && !lives[i].dst) {
            free.push_back(reg[dst]);
            reg[dst] = -1;
        }
    }
    for (const auto &[value, name] : p.out) {
        result.wrong += name >= 0 && reg[value] != name;
        result.where[value] = reg[value];
    }
    return result;
}

/* Moves that bring every value to its register, through one free register where they go in a circle. */
void move_to_outputs(const Problem &p, Assignment *result)
{
    std::map<int, int> pending; /* destination to source */
    for (const auto &[value, name] : p.out) {
        if (name >= 0 && result->where[value] != name) {
            pending[name] = result->where[value];
            result->where[value] = name;
        }
    }
    int spare = -1;
    for (const int name : p.names) {
        bool used = pending.count(name) != 0;
        for (const auto &[value, reg] : result->where) {
            used = used || reg == name;
        }
        for (const auto &[to, from] : pending) {
            used = used || from == name;
        }
        spare = used ? spare : name;
    }
    while (!pending.empty()) {
        auto ready = std::find_if(pending.begin(), pending.end(), [&pending](const auto &move) {
            return std::none_of(pending.begin(), pending.end(),
                                [&move](const auto &other) { return other.second == move.first; });
        });
        if (ready == pending.end()) {
            result->lines.push_back("move " + std::to_string(spare) + " " + std::to_string(pending.begin()->second));
            pending.begin()->second = spare;
            continue;
        }
        result->lines.push_back("move " + std::to_string(ready->first) + " " + std::to_string(ready->second));
        pending.erase(ready);
    }
}

Problem read(std::istream &in)
{
    Problem p;
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        Op op;
        std::pair<int, int> pair;
        if (what == "target") {
            std::string core;
            words >> core >> p.registers;
            p.fpu = core == "m4f";
            p.m7 = core == "m7";
        } else if (what == "registers") {
            for (int name = 0; words >> name;) {
                p.names.push_back(name);
            }
        } else if (what == "in" || what == "out") {
            words >> pair.first >> pair.second;
            (what == "in" ? p.in : p.out).push_back(pair);
            p.values = std::max(p.values, pair.first + 1);
        } else if (what == "alu") {
            words >> op.dst >> op.a >> op.b >> op.shifted;
        } else if (what == "load") {
            op.kind = Kind::load;
            words >> op.dst >> op.a >> op.offset;
        } else if (what == "store") {
            op.kind = Kind::store;
            words >> op.b >> op.a >> op.offset;
        }
        if (what == "alu" || what == "load" || what == "store") {
            p.ops.push_back(op);
            p.values = std::max({p.values, op.dst + 1, op.a + 1, op.b + 1});
        }
        if (words.fail() && !words.eof()) {
            throw std::runtime_error("not an operation: " + line);
        }
    }
    p.producer.assign(static_cast<size_t>(p.values), -1);
    for (size_t i = 0; i < p.ops.size(); i++) {
        if (p.ops[i].dst >= 0) {
            p.producer[p.ops[i].dst] = static_cast<int>(i);
        }
    }
    return p;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        const Problem problem = read(std::cin);
        const int64_t turns = argc > 1 ? std::strtoll(argv[1], nullptr, 10) : 1000000;
        const unsigned seed = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 1;
        const std::vector<Item> items = Annealer(problem, seed).run(turns);
        if (items.empty()) {
            std::cerr << "the values do not fit into the registers\n";
            return 1;
        }
        const std::vector<Liveness> lives = liveness(problem, items);
        std::mt19937 random(seed);
        Assignment best = assign(problem, items, lives, &random);
        constexpr int deals = 20000;
        for (int i = 0; i < deals && best.wrong != 0; i++) {
            const Assignment other = assign(problem, items, lives, &random);
            best = other.wrong < best.wrong ? other : best;
        }
        move_to_outputs(problem, &best);
        for (const std::string &line : best.lines) {
            std::cout << line << '\n';
        }
        for (const auto &[value, reg] : best.where) {
            std::cout << "out " << value << ' ' << reg << '\n';
        }
        std::cerr << cycles_of(problem, items) << " cycles, " << items.size() << " instructions, " << problem.ops.size()
                  << " operations\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    return 0;
}
