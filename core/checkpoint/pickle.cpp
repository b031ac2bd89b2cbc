// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle.h"

#include <array>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/checkpoint/pickle_input.h"

// The opcodes are those of CPython's pickletools. What PyTorch's own restricted reader refuses is refused.

namespace headscope::core {
namespace {

using Kind = PickleNode::Kind;
using Id = std::uint32_t;

constexpr std::size_t mostNodes = 4'000'000;
constexpr std::size_t longestText = std::size_t{64} << 20;
constexpr unsigned latestProtocol = 5;

class Reader {
public:
    Reader(const MappedFile& file, std::size_t begin, std::size_t end, PickleName (*rule)(std::string_view))
        : m_name(file.name()), m_input(file, begin, end), m_rule(rule) {}

    Pickle read();

private:
    struct Opcode {
        unsigned char code;
        void (Reader::*run)();
    };
    static const Opcode opcodes[];
    using Table = std::array<void (Reader::*)(), 256>;
    static Table tableOf();

    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(ErrorCode::PickleInvalid, {m_name, reason});
    }

    Id make(PickleNode node) {
        if (m_pickle.nodes.size() == mostNodes) fail("its pickle describes too many things");
        m_pickle.nodes.push_back(std::move(node));
        return static_cast<Id>(m_pickle.nodes.size() - 1);
    }
    void push(PickleNode node) { m_stack.push_back(make(std::move(node))); }
    void push(Kind kind, std::vector<Id> items) { push({kind, 0, {}, std::move(items)}); }
    void pushInteger(std::int64_t value) { push({Kind::Integer, value, {}, {}}); }

    /// What lies below the last mark cannot be taken.
    Id pop() {
        requireItems(1);
        const Id id = m_stack.back();
        m_stack.pop_back();
        return id;
    }
    void requireItems(std::size_t count) const {
        const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
        if (m_stack.size() - floor < count) fail("its pickle takes what is not there");
    }
    std::vector<Id> popMany(std::size_t count) {
        requireItems(count);
        const auto begin = m_stack.end() - static_cast<std::ptrdiff_t>(count);
        std::vector<Id> items(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        return items;
    }
    std::vector<Id> popToMark() {
        if (m_marks.empty()) fail("its pickle has no mark where it needs one");
        std::vector<Id> items = popMany(m_stack.size() - m_marks.back());
        m_marks.pop_back();
        return items;
    }
    /// The container on top of the stack. Strict on purpose: readers that let a pickle fill anything else
    /// were made to overwrite memory (CVE-2026-24747).
    PickleNode& containerOf(Kind kind) {
        requireItems(1);
        PickleNode& node = m_pickle.nodes[m_stack.back()];
        if (node.kind != kind) fail("its pickle fills what is no container");
        return node;
    }

    std::string takeText(std::size_t size) {
        if (size > longestText) fail("its pickle has a text of " + std::to_string(size) + " bytes");
        return m_input.take(size);
    }
    std::string takeLine() {
        constexpr std::size_t longestLine = 1000;
        std::string line;
        for (char c = m_input.take(1)[0]; c != '\n'; c = m_input.take(1)[0]) {
            if (line.size() == longestLine) fail("its pickle has a name that is too long");
            line += c;
        }
        return line;
    }
    void pushText(std::string text) {
        if (findInvalidUtf8(text)) fail("its pickle has a text that is not UTF-8");
        push({Kind::Text, 0, std::move(text), {}});
    }
    void pushGlobal(const std::string& name) {
        if (m_rule(name) == PickleName::Refused) {
            std::string dotted = name;
            if (const auto space = dotted.find(' '); space != dotted.npos) dotted[space] = '.';
            throw Error(ErrorCode::PickleForbidden, {m_name, dotted});
        }
        push({Kind::Global, 0, name, {}});
    }
    void fillDictionary(PickleNode& dictionary, const std::vector<Id>& items) const {
        if (items.size() % 2 != 0) fail("its pickle has a key without a value");
        dictionary.items.insert(dictionary.items.end(), items.begin(), items.end());
    }
    void pushDictionary(const std::vector<Id>& items) {
        PickleNode dictionary{Kind::Dictionary, 0, {}, {}};
        fillDictionary(dictionary, items);
        push(std::move(dictionary));
    }
    void store(std::uint32_t place) {
        requireItems(1);
        m_memo[place] = m_stack.back();
    }
    void load(std::uint32_t place) {
        const auto found = m_memo.find(place);
        if (found == m_memo.end()) fail("its pickle refers to what it has not made");
        m_stack.push_back(found->second);
    }

    void protocol() {
        if (m_input.number<std::uint8_t>() > latestProtocol) fail("its pickle is of an unknown protocol");
    }
    void frame() { m_input.take(8); }
    void mark() { m_marks.push_back(m_stack.size()); }
    void stop() { m_stopped = true; }

    void none() { push({Kind::None, 0, {}, {}}); }
    void yes() { push({Kind::Bool, 1, {}, {}}); }
    void no() { push({Kind::Bool, 0, {}, {}}); }
    void int32() { pushInteger(m_input.number<std::int32_t>()); }
    void int8() { pushInteger(m_input.number<std::uint8_t>()); }
    void int16() { pushInteger(m_input.number<std::uint16_t>()); }
    void longInteger();
    void real() {
        m_input.take(8);
        push({Kind::Real, 0, {}, {}});
    }
    void text8() { pushText(takeText(m_input.number<std::uint8_t>())); }
    void text32() { pushText(takeText(m_input.number<std::uint32_t>())); }
    void text64() { pushText(takeText(m_input.number<std::uint64_t>())); }
    void pushOldText(std::string text);
    void oldText8() { pushOldText(takeText(m_input.number<std::uint8_t>())); }
    void oldText32() { pushOldText(takeText(m_input.number<std::uint32_t>())); }
    void bytes8() { push({Kind::Bytes, 0, takeText(m_input.number<std::uint8_t>()), {}}); }
    void bytes32() { push({Kind::Bytes, 0, takeText(m_input.number<std::uint32_t>()), {}}); }

    void emptyTuple() { push(Kind::Tuple, {}); }
    void tuple() { push(Kind::Tuple, popToMark()); }
    void tuple1() { push(Kind::Tuple, popMany(1)); }
    void tuple2() { push(Kind::Tuple, popMany(2)); }
    void tuple3() { push(Kind::Tuple, popMany(3)); }
    void emptyList() { push(Kind::List, {}); }
    void emptySet() { push(Kind::Set, {}); }
    void emptyDictionary() { push(Kind::Dictionary, {}); }
    void dictionary() { pushDictionary(popToMark()); }
    void append() {
        const Id item = pop();
        containerOf(Kind::List).items.push_back(item);
    }
    void appends() { extend(Kind::List); }
    void addItems() { extend(Kind::Set); }
    void extend(Kind kind) {
        const std::vector<Id> items = popToMark();
        std::vector<Id>& all = containerOf(kind).items;
        all.insert(all.end(), items.begin(), items.end());
    }
    void setItem() {
        const std::vector<Id> items = popMany(2);
        fillDictionary(containerOf(Kind::Dictionary), items);
    }
    void setItems() {
        const std::vector<Id> items = popToMark();
        fillDictionary(containerOf(Kind::Dictionary), items);
    }

    void put8() { store(m_input.number<std::uint8_t>()); }
    void put32() { store(m_input.number<std::uint32_t>()); }
    void memoize() { store(static_cast<std::uint32_t>(m_memo.size())); }
    void get8() { load(m_input.number<std::uint8_t>()); }
    void get32() { load(m_input.number<std::uint32_t>()); }

    void global() {
        const std::string module = takeLine();
        pushGlobal(module + ' ' + takeLine());
    }
    void stackGlobal();
    void call();
    std::vector<Id> pairsOf(const PickleNode& given);
    void build();
    void persistentId() { push(Kind::PersistentId, {pop()}); }

    std::string m_name;
    PickleInput m_input;
    PickleName (*m_rule)(std::string_view);
    Pickle m_pickle;
    std::vector<Id> m_stack;
    std::vector<std::size_t> m_marks;  // heights of the stack
    std::unordered_map<std::uint32_t, Id> m_memo;
    std::size_t m_copied = 0;
    bool m_stopped = false;
};

// One row per opcode; what has no row is refused.
const Reader::Opcode Reader::opcodes[] = {
    {0x80, &Reader::protocol},    {0x95, &Reader::frame},       {'(', &Reader::mark},
    {'.', &Reader::stop},         {'N', &Reader::none},         {0x88, &Reader::yes},
    {0x89, &Reader::no},          {'J', &Reader::int32},        {'K', &Reader::int8},
    {'M', &Reader::int16},        {0x8A, &Reader::longInteger}, {'G', &Reader::real},
    {0x8C, &Reader::text8},       {'X', &Reader::text32},       {0x8D, &Reader::text64},
    {'U', &Reader::oldText8},     {'T', &Reader::oldText32},    {'C', &Reader::bytes8},
    {'B', &Reader::bytes32},      {')', &Reader::emptyTuple},   {'t', &Reader::tuple},
    {0x85, &Reader::tuple1},      {0x86, &Reader::tuple2},      {0x87, &Reader::tuple3},
    {']', &Reader::emptyList},    {0x8F, &Reader::emptySet},    {'}', &Reader::emptyDictionary},
    {'d', &Reader::dictionary},   {'a', &Reader::append},       {'e', &Reader::appends},
    {0x90, &Reader::addItems},    {'s', &Reader::setItem},      {'u', &Reader::setItems},
    {'q', &Reader::put8},         {'r', &Reader::put32},        {0x94, &Reader::memoize},
    {'h', &Reader::get8},         {'j', &Reader::get32},        {'c', &Reader::global},
    {0x93, &Reader::stackGlobal}, {0x81, &Reader::call},        {'R', &Reader::call},
    {'b', &Reader::build},        {'Q', &Reader::persistentId},
};

Reader::Table Reader::tableOf() {
    Table table{};
    for (const Opcode& opcode : opcodes) table[opcode.code] = opcode.run;
    return table;
}

Pickle Reader::read() {
    static const Table table = tableOf();
    while (!m_stopped) {
        const auto code = m_input.number<std::uint8_t>();
        const auto run = table[code];
        if (run == nullptr) {
            char text[8];
            std::snprintf(text, sizeof text, "0x%02X", static_cast<unsigned>(code));
            fail("its pickle uses the opcode " + std::string(text) + ", which no PyTorch writes");
        }
        (this->*run)();
    }
    if (!m_marks.empty()) fail("its pickle ends inside a group");
    m_pickle.root = pop();
    m_pickle.end = m_input.position();
    return std::move(m_pickle);
}

/// Two's complement, little-endian.
void Reader::longInteger() {
    constexpr std::size_t wordBytes = 8;
    const std::string digits = m_input.take(m_input.number<std::uint8_t>());
    if (digits.size() > wordBytes) return push({Kind::LongInteger, 0, digits, {}});
    const bool negative = !digits.empty() && (static_cast<unsigned char>(digits.back()) & 0x80) != 0;
    std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = digits.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(digits[i]);
    pushInteger(static_cast<std::int64_t>(value));
}

/// Python 2 does not say whether these are bytes or text.
void Reader::pushOldText(std::string text) {
    const Kind kind = findInvalidUtf8(text) ? Kind::Bytes : Kind::Text;
    push({kind, 0, std::move(text), {}});
}

void Reader::stackGlobal() {
    const std::vector<Id> names = popMany(2);
    const PickleNode& module = m_pickle[names[0]];
    const PickleNode& name = m_pickle[names[1]];
    if (module.kind != Kind::Text || name.kind != Kind::Text) fail("its pickle names nothing");
    pushGlobal(module.text + ' ' + name.text);
}

void Reader::call() {
    std::vector<Id> items = popMany(2);
    const PickleNode& function = m_pickle[items[0]];
    const PickleNode& arguments = m_pickle[items[1]];
    if (function.kind != Kind::Global || arguments.kind != Kind::Tuple)
        fail("its pickle calls what is no function");
    if (m_rule(function.text) != PickleName::Dictionary) return push(Kind::Call, std::move(items));
    // Mostly called for an empty one that is filled afterwards; by Python 2 with a list of all pairs.
    const PickleNode* given = arguments.items.empty() ? nullptr : &m_pickle[arguments.items[0]];
    push(Kind::Dictionary, given == nullptr ? std::vector<Id>() : pairsOf(*given));
}

/// Keys and values of a dictionary, or of a list of pairs. They are copied, so their number is bounded.
std::vector<Id> Reader::pairsOf(const PickleNode& given) {
    std::vector<Id> items;
    if (given.kind == Kind::Dictionary) items = given.items;
    if (given.kind == Kind::List) {
        for (const Id id : given.items) {
            const std::vector<Id>& pair = m_pickle[id].items;
            if (pair.size() != 2) fail("its pickle has a key without a value");
            items.insert(items.end(), pair.begin(), pair.end());
        }
    }
    m_copied += items.size();
    if (m_copied > mostNodes) fail("its pickle describes too many things");
    return items;
}

/// Attributes of an object, of which we use none.
void Reader::build() {
    pop();
    requireItems(1);
    const Kind kind = m_pickle[m_stack.back()].kind;
    if (kind != Kind::Dictionary && kind != Kind::Call) fail("its pickle gives attributes to what has none");
}

}  // namespace

Pickle readPickle(const MappedFile& file, std::size_t begin, std::size_t end,
                  PickleName (*rule)(std::string_view name)) {
    return Reader(file, begin, end, rule).read();
}

}  // namespace headscope::core
