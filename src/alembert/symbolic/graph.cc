#include "alembert/symbolic/graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "alembert/core/error.h"
#include "alembert/core/text.h"

namespace alembert {
namespace {

thread_local Graph* current_graph = nullptr;

constexpr std::size_t argument_block = 1U << 15U;
constexpr std::size_t arguments_per_node = 10;
constexpr std::size_t digits_per_argument = 40;  // numbers below take no room of their own
constexpr std::uint32_t most_height = (1U << 24U) - 1;

std::uint64_t hash_node(Op op, std::span<const Expr> args) {
  std::uint64_t h = 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(op) + 1);
  for (const Expr a : args) {
    h ^= a.id() + 0x9e3779b97f4a7c15U + (h << 6U) + (h >> 2U);
    h *= 0xff51afd7ed558ccdU;
    h ^= h >> 32U;
  }
  return h;
}

}  // namespace

bool Graph::SymbolOrder::operator()(std::uint32_t a, std::uint32_t b) const {
  const Symbol &x = (*symbols)[a], &y = (*symbols)[b];
  if (x.kind != y.kind) return x.kind < y.kind;
  if (x.order != y.order) return x.order < y.order;
  return compare_natural(x.name, y.name) < 0;
}

void check_digits(const Rational& value) {
  if (value.digits() <= Rational::most_digits) return;
  throw Error(
      Error::Code::too_large,
      "a number has more than " + std::to_string(Rational::most_digits) + " digits when it is worked out exactly", {},
      "use a symbol for it, or a number with fewer digits");
}

GraphScope::GraphScope(Graph& graph) : before_(current_graph) { current_graph = &graph; }
GraphScope::~GraphScope() { current_graph = before_; }

Graph& Graph::current() {
  assert(current_graph != nullptr);
  return *current_graph;
}

Graph::Graph(std::size_t node_limit) : node_limit_(node_limit), table_(1U << 12U) {
  intern_number(0);  // ids 0 and 1 are what Expr::is_zero and is_one test
  intern_number(1);
}

Expr Graph::intern_number(const Rational& value) {
  check_digits(value);
  const std::size_t hash = value.hash();
  const auto [first, last] = number_ids_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (number(node(it->second)) == value) return Expr::from_id(it->second);
  Node n;
  n.op = Op::number;
  n.count = static_cast<std::uint32_t>(numbers_.size());
  n.decades = value.decades();
  numbers_.push_back(value);
  arguments_ += value.digits() / digits_per_argument;
  const Expr e = append(n);
  number_ids_.emplace(hash, e.id());
  return e;
}

Expr Graph::intern_symbol(std::string_view name, SymbolKind kind, int order) {
  std::string key(name);
  key += '\0';
  key += static_cast<char>('0' + static_cast<int>(kind));
  key += std::to_string(order);
  if (const auto it = symbol_ids_.find(key); it != symbol_ids_.end()) return Expr::from_id(it->second);
  Node n;
  n.op = Op::symbol;
  n.count = static_cast<std::uint32_t>(symbols_.size());
  n.symbols = std::uint64_t{1} << (symbols_.size() % 64);
  symbols_.push_back({std::string(name), kind, order, {}});
  const Expr e = append(n);
  symbol_ids_.emplace(std::move(key), e.id());
  rank_newest_symbol();
  return e;
}

Expr Graph::add_curve(std::shared_ptr<const Curve> curve) {
  Node n;
  n.op = Op::curve;
  n.count = static_cast<std::uint32_t>(curves_.size());
  curves_.push_back(std::move(curve));
  curve_nodes_.push_back(append(n));
  return curve_nodes_.back();
}

void Graph::rank_newest_symbol() {
  const auto newest = static_cast<std::uint32_t>(symbols_.size() - 1);
  const auto place = symbol_order_.insert(newest).first, next = std::next(place);
  const bool is_first = place == symbol_order_.begin(), is_last = next == symbol_order_.end();
  const std::uint64_t below = is_first ? 0 : symbol_rank_[*std::prev(place)];
  const std::uint64_t above = is_last ? below + 2 * rank_gap : symbol_rank_[*next];
  // Names often come in order; then most of the gap is left to those that follow.
  const std::uint64_t gap = above - below, step = gap / 4096 + 1;
  const bool rising = !is_first && *std::prev(place) + 1 == newest, falling = !is_last && *next + 1 == newest;
  symbol_rank_.push_back(rising ? below + step : falling ? above - step : below + gap / 2);
  if (gap < 2) rank_symbols_anew();
}

void Graph::rank_symbols_anew() {
  std::uint64_t rank = 0;
  for (const std::uint32_t s : symbol_order_) symbol_rank_[s] = (rank += rank_gap);
}

std::int32_t Graph::decades_of(Op op, std::span<const Expr> args) const {
  constexpr double most = 100'000;  // beyond it nothing is a number
  const auto of = [&](Expr e) { return static_cast<double>(node(e.id()).decades); };
  double decades = 0.0;
  if (op == Op::sum) {
    decades = of(args[0]);
    for (const Expr a : args) decades = std::max(decades, of(a));
  } else if (op == Op::product) {
    for (const Expr a : args) decades += of(a);
  } else if (op == Op::power && args[1].is_number()) {
    // An exponent may be larger than any double: what it does to 1 stays nothing.
    const double exponent = std::clamp(args[1].number().to_double(), -most, most);
    decades = std::trunc(of(args[0]) * exponent);
  }
  return static_cast<std::int32_t>(std::clamp(decades, -most, most));
}

Expr Graph::intern(Op op, std::span<const Expr> args) {
  const std::uint64_t hash = hash_node(op, args);
  std::size_t i = hash & (table_.size() - 1);
  for (; table_[i].used; i = (i + 1) & (table_.size() - 1)) {
    if (table_[i].hash != hash) continue;
    const Node& n = node(table_[i].id);
    if (n.op == op && n.count == args.size() && std::equal(args.begin(), args.end(), n.args, identical))
      return Expr::from_id(table_[i].id);
  }
  Node n;
  n.op = op;
  n.count = static_cast<std::uint32_t>(args.size());
  std::uint32_t height = 0;
  for (const Expr a : args) {
    const Node& below = node(a.id());
    n.symbols |= below.symbols;
    height = std::max<std::uint32_t>(height, below.height);
  }
  n.height = std::min(height + 1, most_height) & most_height;  // the mask tells the compiler that it fits
  n.decades = decades_of(op, args);
  n.args = store(args);
  const Expr e = append(n);
  table_[i] = {hash, e.id(), true};
  if (++table_used_ * 2 > table_.size()) grow_table();
  return e;
}

Expr Graph::append(const Node& n) {
  if (size_ >= node_limit_ || arguments_ > arguments_per_node * node_limit_)
    throw Error(Error::Code::too_large, "the formulas need more than " + std::to_string(node_limit_) + " nodes", {},
                "write shorter formulas, give parameters numbers, or use fewer coordinates; of a mechanism `evaluate` "
                "and `run` "
                "need no formulas of its equations");
  if ((size_ & block_mask) == 0) blocks_.push_back(std::make_unique<Node[]>(block_mask + 1));
  blocks_.back()[size_ & block_mask] = n;
  return Expr::from_id(static_cast<std::uint32_t>(size_++));
}

const Expr* Graph::store(std::span<const Expr> args) {
  if (args.size() > argument_room_) {
    const std::size_t room = std::max(argument_block, args.size());
    argument_blocks_.push_back(std::make_unique<Expr[]>(room));
    argument_next_ = argument_blocks_.back().get();
    argument_room_ = room;
  }
  Expr* place = argument_next_;
  std::ranges::copy(args, place);
  argument_next_ += args.size();
  argument_room_ -= args.size();
  arguments_ += args.size();
  return place;
}

void Graph::grow_table() {
  std::vector<Slot> old(table_.size() * 2);
  old.swap(table_);
  for (const Slot& slot : old) {
    if (!slot.used) continue;
    std::size_t i = slot.hash & (table_.size() - 1);
    while (table_[i].used) i = (i + 1) & (table_.size() - 1);
    table_[i] = slot;
  }
}

}  // namespace alembert
