/// The arena that formulas live in.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

class Curve;

/// One node; addresses stay the same for the life of the graph.
struct Node {
  const Expr* args = nullptr;  ///< into the graph's argument store
  std::uint32_t count = 0;     ///< of args; for numbers, symbols and curves the index into their table
  Op op = Op::number;
  std::uint32_t height : 24 = 0;  ///< longest way down to a number or symbol; stops counting at its largest value
  std::uint64_t symbols = 0;      ///< one bit per symbol (index modulo 64): which symbols may occur below
  std::int32_t decades = 0;       ///< about the logarithm of its value where symbols are near one
};

/// Nodes, numbers, symbols and curves of a set of formulas, each stored once. An argument's id is always below its
/// node's id, so ascending ids are a topological order. Nothing is ever removed; a graph is dropped as a whole.
///
/// Growth is limited: beyond `node_limit` nodes or ten times as many arguments (or digits of long numbers), Error
/// (too_large) says so.
class Graph {
 public:
  struct Symbol {
    std::string name;
    SymbolKind kind;
    int order;
    std::optional<Rational> value;  ///< in the model that the formulas are about, where it is known
  };

  explicit Graph(std::size_t node_limit = default_node_limit);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// The graph that Expr operations of this thread work in; GraphScope sets it.
  static Graph& current();

  std::size_t size() const { return size_; }
  const Node& node(std::uint32_t id) const { return blocks_[id >> block_bits][id & block_mask]; }
  const Rational& number(const Node& n) const { return numbers_[n.count]; }
  const Symbol& symbol(const Node& n) const { return symbols_[n.count]; }
  const std::shared_ptr<const Curve>& curve(const Node& n) const { return curves_[n.count]; }
  const std::vector<Expr>& curves() const { return curve_nodes_; }  ///< in the order in which they were added
  /// A number that grows along the canonical order of symbols: by kind, then by derivative, then by name. It may change
  /// when a symbol is added; the order does not.
  std::uint64_t symbol_rank(const Node& n) const { return symbol_rank_[n.count]; }

  /// What a symbol is in the model, as a place at which formulas about it are looked at.
  void set_value(Expr symbol, const Rational& value) { symbols_[node(symbol.id()).count].value = value; }

  Expr intern_number(const Rational& value);
  Expr intern_symbol(std::string_view name, SymbolKind kind, int order);
  /// A new node each time.
  Expr add_curve(std::shared_ptr<const Curve> curve);
  /// The node with this op and arguments, made if it is new. No folding: callers give canonical arguments.
  Expr intern(Op op, std::span<const Expr> args);

  static constexpr std::size_t default_node_limit = 6'000'000;

 private:
  std::int32_t decades_of(Op op, std::span<const Expr> args) const;
  friend class GraphAllowance;
  static constexpr unsigned block_bits = 13;
  static constexpr std::uint32_t block_mask = (1U << block_bits) - 1;
  static constexpr std::uint64_t rank_gap = std::uint64_t{1} << 38U;

  Expr append(const Node& n);
  const Expr* store(std::span<const Expr> args);
  void grow_table();
  void rank_newest_symbol();
  void rank_symbols_anew();

  std::size_t node_limit_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Node[]>> blocks_;
  std::vector<std::unique_ptr<Expr[]>> argument_blocks_;
  std::size_t argument_room_ = 0;  ///< left in the last argument block
  Expr* argument_next_ = nullptr;
  std::size_t arguments_ = 0;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t id = 0;
    bool used = false;
  };
  std::vector<Slot> table_;  ///< open addressing over composite nodes
  std::size_t table_used_ = 0;
  std::deque<Rational> numbers_;
  std::unordered_multimap<std::size_t, std::uint32_t> number_ids_;
  std::deque<Symbol> symbols_;
  std::unordered_map<std::string, std::uint32_t> symbol_ids_;
  struct SymbolOrder {
    const std::deque<Symbol>* symbols;
    bool operator()(std::uint32_t a, std::uint32_t b) const;
  };
  std::set<std::uint32_t, SymbolOrder> symbol_order_{SymbolOrder{&symbols_}};
  std::vector<std::uint64_t> symbol_rank_;  ///< with gaps, so that a new symbol seldom moves others
  std::vector<std::shared_ptr<const Curve>> curves_;
  std::vector<Expr> curve_nodes_;
};

/// Lets a graph grow by at most `nodes` until the scope ends: what needs more fails with Error (too_large). It bounds
/// the work on formulas that are only wanted while they are short, the same way on every machine. Scopes nest.
class GraphAllowance {
 public:
  GraphAllowance(Graph& graph, std::size_t nodes) : graph_(graph), before_(graph.node_limit_) {
    if (graph.size_ + nodes < before_) graph.node_limit_ = graph.size_ + nodes;
  }
  ~GraphAllowance() { graph_.node_limit_ = before_; }
  GraphAllowance(const GraphAllowance&) = delete;
  GraphAllowance& operator=(const GraphAllowance&) = delete;

 private:
  Graph& graph_;
  std::size_t before_;
};

/// Throws Error (too_large) for a number with more than Rational::most_digits digits: exact arithmetic on the numbers
/// of a hostile text would otherwise never end.
void check_digits(const Rational& value);

/// Makes `graph` the current one of this thread until the scope ends; scopes nest.
class GraphScope {
 public:
  explicit GraphScope(Graph& graph);
  ~GraphScope();
  GraphScope(const GraphScope&) = delete;
  GraphScope& operator=(const GraphScope&) = delete;

 private:
  Graph* before_;
};

}  // namespace alembert
