/* SPDX-License-Identifier: Apache-2.0 */
/* Orders straight-line code for a Cortex-M0 by simulated annealing. Only r0-r7 compute, most instructions overwrite an
 * operand, and r8-r12 and lr hold copies (one cycle to write, one to read). One rule derives copies, moves and spills
 * from the order, so the search is for the order only. algo/fixslice writes the input and reads the output.
 *
 * Standard input, as for cortexm-schedule, but:
 *   both VALUE A B                VALUE = A op B in the place of A or B
 *   left VALUE A B                VALUE = A op B in the place of A
 *   other VALUE A                 VALUE = op A in any place
 *   constant VALUE                VALUE = a small number
 *   load VALUE ADDRESS OFFSET | store DATA ADDRESS OFFSET | in VALUE REGISTER | out VALUE REGISTER
 * Standard output: op INDEX DESTINATION A B | spill REGISTER SLOT | fill REGISTER SLOT | move DESTINATION SOURCE */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace
{

enum class Kind : uint8_t { both, left, other, constant, load, store };

struct Op {
    Kind kind = Kind::both;
    int dst = -1, a = -1, b = -1; /* store: a is the address, b the data */
};

struct Problem {
    std::vector<Op> ops;
    std::vector<std::pair<int, int>> in, out;
    std::vector<int> wanted; /* by value: register at the end, or -1 */
    std::vector<int> maker;  /* by value: operation that makes it again from nothing, or -1 */
    std::vector<std::vector<int>> users;
    int values = 0;
};

constexpr int low = 8, registers = 14; /* places 8 to 13 are r8-r12 and lr */
constexpr int never = 1 << 20;

int name_of(int place)
{
    return place == 13 ? 14 : place;
}

int place_of(int name)
{
    return name == 14 ? 13 : name;
}

/* Follows an order and counts the cycles; with lines, writes what it does. */
class Follower
{
  public:
    Follower(const Problem &problem, const std::vector<int> &order, std::vector<std::string> *lines)
        : p_(problem), order_(order), lines_(lines), position_(order.size()), slot_(static_cast<size_t>(p_.values), -1)
    {
        std::fill(std::begin(holds_), std::end(holds_), -1);
    }

    int run()
    {
        for (size_t i = 0; i < order_.size(); i++) {
            position_[order_[i]] = static_cast<int>(i);
        }
        for (const auto &[value, reg] : p_.in) {
            holds_[place_of(reg)] = value;
        }
        for (size_t i = 0; i < order_.size(); i++) {
            step(static_cast<int>(i));
        }
        finish();
        return cycles_;
    }

  private:
    /* When the value is used next, or -1. */
    int next_use(int value) const
    {
        int next = p_.wanted[value] >= 0 ? never : -1;
        for (const int user : p_.users[value]) {
            const int at = position_[user];
            if (at > now_ && (next < 0 || at < next)) {
                next = at;
            }
        }
        return next;
    }

    int find(int value, int from, int to) const
    {
        for (int i = from; i < to; i++) {
            if (holds_[i] == value) {
                return i;
            }
        }
        return -1;
    }

    /* Whether the value can be had again without the place. */
    bool kept_besides(int place) const
    {
        const int value = holds_[place];
        if (slot_[value] >= 0 || p_.maker[value] >= 0) {
            return true;
        }
        for (int i = 0; i < registers; i++) {
            if (i != place && holds_[i] == value) {
                return true;
            }
        }
        return false;
    }

    void emit(const std::string &what, int a, int b)
    {
        if (lines_ != nullptr) {
            lines_->push_back(what + " " + std::to_string(a) + " " + std::to_string(b));
        }
    }

    void move(int to, int from)
    {
        holds_[to] = holds_[from];
        cycles_ += 1;
        emit("move", name_of(to), name_of(from));
    }

    /* Free the places of operands that were used for the last time. */
    void drop_dead(const Op &op)
    {
        for (const int value : {op.a, op.b}) {
            if (value >= 0 && next_use(value) < 0) {
                std::replace(std::begin(holds_), std::end(holds_), value, -1);
            }
        }
    }

    /* Keep what the low place holds, elsewhere: in a high register, or on the stack. */
    void save(int place)
    {
        const int use = next_use(holds_[place]);
        int high = find(-1, low, registers), farthest = use;
        for (int i = low; high < 0 && i < registers; i++) {
            if (kept_besides(i) && next_use(holds_[i]) > farthest) {
                farthest = next_use(holds_[i]);
                high = i;
            }
        }
        if (high >= 0) {
            move(high, place);
            return;
        }
        int s = 0;
        while (s < static_cast<int>(slot_owner_.size()) && next_use(slot_owner_[s]) >= 0) {
            s++;
        }
        if (s == static_cast<int>(slot_owner_.size())) {
            slot_owner_.push_back(-1);
        }
        slot_owner_[s] = holds_[place];
        slot_[holds_[place]] = s;
        cycles_ += 2;
        emit("spill", place, s);
    }

    /* A low register that may be written; not one of the protected. */
    int make_room(int wanted)
    {
        if (wanted >= 0 && wanted < low && holds_[wanted] < 0) {
            return wanted;
        }
        int place = find(-1, 0, low);
        if (place >= 0) {
            return place;
        }
        int best = -1;
        for (int i = 0; i < low; i++) {
            if (i == guard_[0] || i == guard_[1]) {
                continue;
            }
            const int worth = next_use(holds_[i]) * 2 + (kept_besides(i) ? 24 : 0);
            if (worth > best) {
                best = worth;
                place = i;
            }
        }
        if (!kept_besides(place)) {
            save(place);
        }
        holds_[place] = -1;
        return place;
    }

    int fetch(int value)
    {
        int place = find(value, 0, low);
        if (place >= 0) {
            return place;
        }
        const int high = find(value, low, registers);
        place = make_room(p_.wanted[value]);
        if (high >= 0) {
            move(place, high);
        } else if (p_.maker[value] >= 0) {
            const int op = p_.maker[value];
            cycles_ += p_.ops[op].kind == Kind::constant ? 1 : 2;
            holds_[place] = value;
            write(op, place, -1, -1);
        } else {
            holds_[place] = value;
            cycles_ += 2;
            emit("fill", place, slot_[value]);
        }
        return place;
    }

    void write(int op, int dst, int a, int b)
    {
        if (lines_ != nullptr) {
            std::ostringstream line;
            line << "op " << op << ' ' << dst << ' ' << a << ' ' << b;
            lines_->push_back(line.str());
        }
    }

    /* Choose which operand is overwritten, and keep it elsewhere if it is still wanted. */
    int overwrite(int i, const Op &op, int a, int b)
    {
        now_ = i;
        const bool a_free = next_use(op.a) < 0 || kept_besides(a);
        const bool b_free = op.kind == Kind::both && b >= 0 && (next_use(op.b) < 0 || kept_besides(b));
        if (a_free && b_free) { /* rather the one that ends */
            if (next_use(op.a) < 0 && (next_use(op.b) >= 0 || p_.wanted[op.dst] != b)) {
                return a;
            }
            return next_use(op.b) < 0 || next_use(op.b) > next_use(op.a) ? b : a;
        }
        if (a_free || b_free) {
            return a_free ? a : b;
        }
        const int target = op.kind == Kind::both && next_use(op.b) > next_use(op.a) ? b : a;
        const int spare = find(-1, 0, low);
        if (spare >= 0) {
            move(spare, target);
        } else {
            save(target);
        }
        return target;
    }

    void step(int i)
    {
        const Op &op = p_.ops[order_[i]];
        now_ = i - 1;
        guard_[0] = guard_[1] = -1;
        if (op.kind == Kind::constant || (op.kind == Kind::load && op.a < 0)) {
            return; /* made where it is used */
        }
        int a = -1, b = -1;
        if (op.b >= 0 && find(op.b, 0, low) >= 0) { /* what is there already stays */
            guard_[1] = b = find(op.b, 0, low);
        }
        if (op.a >= 0) {
            guard_[0] = a = fetch(op.a);
        }
        if (op.b >= 0) {
            guard_[1] = b = fetch(op.b);
        }
        int dst = -1;
        switch (op.kind) {
        case Kind::both:
        case Kind::left:
            dst = overwrite(i, op, a, b);
            cycles_ += 1;
            break;
        case Kind::other:
        case Kind::load:
            now_ = i;
            drop_dead(op);
            dst = make_room(p_.wanted[op.dst]);
            cycles_ += op.kind == Kind::load ? 2 : 1;
            break;
        default:
            cycles_ += 2;
            break;
        }
        if (dst >= 0) {
            holds_[dst] = op.dst;
        }
        write(order_[i], dst, a, b);
        now_ = i;
        drop_dead(op);
    }

    /* Every value to its register, circles through a free one. */
    void finish()
    {
        now_ = static_cast<int>(order_.size());
        guard_[0] = guard_[1] = -1;
        std::vector<std::pair<int, int>> left;
        for (const auto &[value, reg] : p_.out) {
            const int to = place_of(reg);
            if (holds_[to] != value) {
                left.push_back({value, to});
            }
        }
        for (int &value : holds_) {
            const int place = static_cast<int>(&value - holds_);
            if (value >= 0 && p_.wanted[value] >= 0 && place != place_of(p_.wanted[value]) &&
                holds_[place_of(p_.wanted[value])] == value) {
                value = -1;
            }
        }
        while (!left.empty()) {
            bool moved = false;
            for (size_t i = 0; i < left.size() && !moved; i++) {
                const auto [value, to] = left[i];
                if (holds_[to] >= 0 && find(holds_[to], 0, registers) == to &&
                    find(holds_[to], to + 1, registers) < 0) {
                    continue; /* what is there is nowhere else */
                }
                const int from = find(value, 0, registers);
                if (from >= 0) {
                    move(to, from);
                    holds_[from] = -1;
                } else if (to < low) {
                    holds_[to] = value;
                    cycles_ += 2;
                    emit("fill", to, slot_[value]);
                } else {
                    continue;
                }
                left.erase(left.begin() + static_cast<int64_t>(i));
                moved = true;
            }
            if (!moved) {
                const int spare = find(-1, 0, registers);
                const int to = left[0].second;
                if (spare < 0) {
                    cycles_ += never;
                    return;
                }
                move(spare, to);
                holds_[to] = -1;
            }
        }
    }

    const Problem &p_;
    const std::vector<int> &order_;
    std::vector<std::string> *lines_;
    std::vector<int> position_, slot_, slot_owner_;
    int holds_[registers];
    int guard_[2] = {-1, -1};
    int now_ = -1, cycles_ = 0;
};

std::vector<int> anneal(const Problem &p, int64_t turns, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<int> order, best, trial;
    for (size_t i = 0; i < p.ops.size(); i++) {
        order.push_back(static_cast<int>(i));
    }
    std::vector<int> producer(static_cast<size_t>(p.values), -1);
    for (size_t i = 0; i < p.ops.size(); i++) {
        if (p.ops[i].dst >= 0) {
            producer[p.ops[i].dst] = static_cast<int>(i);
        }
    }
    const auto ordered = [&p, &producer](int first, int second) {
        const Op &op = p.ops[second];
        return (op.a >= 0 && producer[op.a] == first) || (op.b >= 0 && producer[op.b] == first);
    };
    const auto below = [&random](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
    int current = Follower(p, order, nullptr).run(), least = current;
    best = order;
    for (int64_t turn = 0; turn < turns; turn++) {
        const double left = 1.0 - static_cast<double>(turn) / static_cast<double>(turns);
        const double heat = 0.15 + 3.0 * left * left;
        trial = order;
        const size_t from = below(trial.size()), reach = 1 + below(below(2) == 0 ? 4 : 50);
        const int op = trial[from];
        size_t to = from;
        if (below(2) == 0) {
            while (to > 0 && from - to < reach && !ordered(trial[to - 1], op)) {
                trial[to] = trial[to - 1];
                to--;
            }
        } else {
            while (to + 1 < trial.size() && to - from < reach && !ordered(op, trial[to + 1])) {
                trial[to] = trial[to + 1];
                to++;
            }
        }
        if (to == from) {
            continue;
        }
        trial[to] = op;
        const int cycles = Follower(p, trial, nullptr).run();
        if (cycles <= current || std::exp((current - cycles) / heat) > std::uniform_real_distribution<>()(random)) {
            order.swap(trial);
            current = cycles;
            if (cycles < least) {
                least = cycles;
                best = order;
            }
        }
    }
    return best;
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
        bool is_op = true;
        if (what == "both" || what == "left") {
            op.kind = what == "both" ? Kind::both : Kind::left;
            words >> op.dst >> op.a >> op.b;
        } else if (what == "other") {
            op.kind = Kind::other;
            words >> op.dst >> op.a;
        } else if (what == "constant") {
            op.kind = Kind::constant;
            words >> op.dst;
        } else if (what == "load") {
            op.kind = Kind::load;
            words >> op.dst >> op.a;
        } else if (what == "store") {
            op.kind = Kind::store;
            words >> op.b >> op.a;
        } else {
            is_op = false;
            words >> pair.first >> pair.second;
            if (what == "in" || what == "out") {
                (what == "in" ? p.in : p.out).push_back(pair);
                p.values = std::max(p.values, pair.first + 1);
            } else if (what != "target") {
                throw std::runtime_error("not an operation: " + line);
            }
        }
        if (is_op) {
            p.ops.push_back(op);
            p.values = std::max({p.values, op.dst + 1, op.a + 1, op.b + 1});
        }
    }
    p.maker.assign(static_cast<size_t>(p.values), -1);
    p.wanted.assign(static_cast<size_t>(p.values), -1);
    for (size_t i = 0; i < p.ops.size(); i++) {
        const Op &op = p.ops[i];
        if (op.kind == Kind::constant || (op.kind == Kind::load && op.a < 0)) {
            p.maker[op.dst] = static_cast<int>(i);
        }
    }
    for (const auto &[value, reg] : p.out) {
        p.wanted[value] = reg;
    }
    p.users.resize(static_cast<size_t>(p.values));
    for (size_t i = 0; i < p.ops.size(); i++) {
        for (const int value : {p.ops[i].a, p.ops[i].b}) {
            if (value >= 0) {
                p.users[value].push_back(static_cast<int>(i));
            }
        }
    }
    return p;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        const Problem problem = read(std::cin);
        const int64_t turns = argc > 1 ? std::strtoll(argv[1], nullptr, 10) : 100000;
        const unsigned seed = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 1;
        const std::vector<int> order = anneal(problem, turns, seed);
        std::vector<std::string> lines;
        const int cycles = Follower(problem, order, &lines).run();
        for (const std::string &line : lines) {
            std::cout << line << '\n';
        }
        std::cerr << cycles << " cycles, " << lines.size() << " instructions, " << problem.ops.size()
                  << " operations\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    return 0;
}
