/// What names mean in the expressions of a model file, and where they may stand.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

enum class NameKind : std::uint8_t { parameter, input, coordinate, let, state, output };

/// Times differentiated of what holds no coordinate at all.
constexpr int no_motion = -1;

/// A formula under a name, and its time derivatives as they are asked for.
struct NamedFormula {
  std::vector<Expr> derivatives;  ///< [primes]; empty while the formula is not known yet
  int order = no_motion;          ///< highest derivative of a coordinate in it: 0 position, 1 rate, 2 acceleration
};

/// The shared space of names of one model: parameters, inputs, coordinates, [let], states, outputs, and T, V, t.
class ModelNames {
 public:
  struct Named {
    NameKind kind;
    std::size_t index;  ///< in the model's list of that kind
    Source at;
  };

  /// Symbols are looked up in `model`, which must outlive this.
  explicit ModelNames(const Lagrangian& model) : model_(model) {}

  /// Throws Error (bad_value) for a name that is empty, reserved, a function, or cannot be written in an expression;
  /// Error (duplicate_name) naming both places for one that is taken.
  void add(const std::string& name, NameKind kind, std::size_t index, const Source& at);
  const Named* find(const std::string& name) const;
  std::vector<std::string> all(NameKind kind) const;  ///< in no particular order

  const Lagrangian& model() const { return model_; }

  std::vector<NamedFormula> lets;     ///< [let]
  std::vector<NamedFormula> outputs;  ///< [output]
  NamedFormula kinetic;               ///< T
  NamedFormula potential;             ///< V

 private:
  const Lagrangian& model_;
  std::unordered_map<std::string, Named> names_;
};

/// What may stand in an expression besides parameters.
struct Allowed {
  std::string where;  ///< path of the key, for errors
  bool time = false;
  bool inputs = false;
  bool energies = false;  ///< T and V
  bool states = false;
  int order = no_motion;    ///< highest derivative of a coordinate; from 0 on, [let] names are allowed as well
  std::size_t outputs = 0;  ///< the first so many outputs
  std::string hint;         ///< what to do when something else is used
};

/// The names that are allowed at one place of the file.
class ScopedNames final : public Names {
 public:
  /// `names` must outlive this; derivatives of its formulas are made when an expression asks for them.
  ScopedNames(ModelNames& names, Allowed allowed) : names_(&names), allowed_(std::move(allowed)) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;

  /// Highest derivative of a coordinate in what find() has handed out so far.
  int order() const { return order_; }

 private:
  std::optional<Expr> find_reserved(std::string_view name, int primes) const;
  Expr meaning(const ModelNames::Named& named, const std::string& name, int primes) const;
  Expr of_coordinate(std::size_t index, const std::string& name, int primes) const;
  Expr of_state(std::size_t index, const std::string& name, int primes) const;
  Expr of_formula(NamedFormula& formula, const std::string& name, int primes) const;
  void require(bool allowed, const std::string& what) const;
  static void require_constant(const std::string& what, int primes);
  void use_order(int order, const std::string& name, int primes) const;

  ModelNames* names_;
  Allowed allowed_;
  mutable int order_ = no_motion;
};

/// A first look at the expressions of [let]: finds out which other lets each uses, before any has a meaning.
/// Every name stands for atan2(t, its number): unrelated formulas, in a scratch graph of one symbol.
class LetUses final : public Names {
 public:
  explicit LetUses(const ModelNames& names) : names_(&names) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;

  /// Indices of the lets found since the last call.
  std::vector<std::size_t> take();

 private:
  const ModelNames* names_;
  mutable std::vector<std::size_t> used_;
};

}  // namespace alembert
