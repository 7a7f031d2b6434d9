/// What names mean in the expressions of a model file, and where they may stand.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "alembert/io/formulas/motion_names.h"
#include "alembert/model/description.h"
#include "alembert/model/reals.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

enum class NameKind : std::uint8_t { parameter, input, coordinate, joint, let, state, output };

/// The shared space of names of one model: parameters, inputs, coordinates or joints, [let], states, outputs; besides
/// them T, V, t and the functions that tables make.
class ModelNames {
 public:
  struct Named {
    NameKind kind;
    std::size_t index;  ///< in the model's list of that kind
    Source at;
  };

  /// Symbols are looked up in `model` and `motion`, which must outlive this.
  ModelNames(const Description& model, MotionNames& motion) : model_(model), motion_(motion) {}

  /// Adds `prefix` + `name`. Throws Error (bad_value) for a name that is empty, reserved, a function, or cannot be
  /// written in an expression; Error (duplicate_name) naming both places for one that is taken.
  void add(const std::string& name, NameKind kind, std::size_t index, const Source& at);
  void add_full(const std::string& full_name, NameKind kind, std::size_t index, const Source& at);
  const Named* find(const std::string& name) const;   ///< by its full name
  std::vector<std::string> all(NameKind kind) const;  ///< full names, in no particular order

  /// To be called when all parameters have their values: from then on numbers() and what needs it can be used.
  void know_parameters() { numbers_.emplace(model_); }
  bool knows_parameters() const { return numbers_.has_value(); }
  const NumberReals& numbers() const { return *numbers_; }

  /// `name` with the indices worked out, so that link[N-1] becomes link[9]; a range [0:N-1] becomes [0:9].
  /// Throws Error (bad_value) when an index is not a whole number.
  std::string numbered(std::string_view name);
  /// The names that the first range in `name` stands for; empty when there is none.
  std::optional<std::vector<std::string>> range(std::string_view name);
  /// The whole number that an index spells: numbers, and parameters once they are known.
  std::int64_t index(std::string_view text);

  const Description& model() const { return model_; }
  MotionNames& motion() const { return motion_; }

  std::string prefix;                         ///< of the file being read: what its names start with in the whole model
  std::vector<NamedFormula> lets;             ///< [let]
  std::vector<NamedFormula> outputs;          ///< [output]
  std::map<std::string, OwnFunction> tables;  ///< by full name

 private:
  const Description& model_;
  MotionNames& motion_;
  std::unordered_map<std::string, Named> names_;
  std::optional<NumberReals> numbers_;
};

/// True for t, pi, T, V and ground.
bool is_reserved_word(std::string_view name);
/// True for these and for the functions of expressions.
bool is_language_word(std::string_view name);
/// Throws Error (bad_value) for a name that is empty or holds quotes or control characters, which no expression could
/// write.
void check_name(const std::string& name, const Source& at);
/// The same, and for the words of the expression language.
void check_free_name(const std::string& name, const Source& at);

/// What may stand in an expression besides parameters.
struct Allowed {
  std::string where;  ///< path of the key, for errors
  bool time = false;
  bool inputs = false;
  bool energies = false;  ///< T and V
  bool states = false;
  bool lets = false;        ///< [let] names, also where no coordinate may stand
  bool results = false;     ///< efforts and forces that follow from the motion
  int order = no_motion;    ///< highest derivative of a coordinate; from 0 on, [let] names are allowed as well
  std::size_t outputs = 0;  ///< the first so many outputs
  std::string hint;         ///< what to do when something else is used
};

/// What may stand in formulas of the motion: positions, rates, inputs, states, t; with_energies also T and V.
Allowed in_motion(std::string where);
Allowed in_motion_with_energies(std::string where);

/// The names that are allowed at one place of the file.
class ScopedNames final : public Names {
 public:
  /// `names` must outlive this; derivatives of its formulas are made when an expression asks for them.
  ScopedNames(ModelNames& names, Allowed allowed) : names_(&names), allowed_(std::move(allowed)) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;
  const Domain* domain(std::string_view name) const override;
  const OwnFunction* function(std::string_view name) const override;
  std::vector<std::string> functions() const override;
  std::optional<std::vector<std::string>> range(std::string_view name) const override { return names_->range(name); }

  /// Highest derivative of a coordinate in what find() has handed out so far.
  int order() const { return order_; }

 private:
  std::optional<Expr> find_written(const std::string& name, int primes) const;
  std::optional<Expr> find_reserved(const std::string& name, int primes) const;
  Expr meaning(const ModelNames::Named& named, const std::string& name, int primes) const;
  Expr of_motion(const MotionWord& word, const std::string& name, int primes) const;
  Expr of_state(std::size_t index, const std::string& name, int primes) const;
  Expr of_formula(NamedFormula& formula, const std::string& name, int primes) const;
  void require(bool allowed, const std::string& what) const;
  static void require_constant(const std::string& what, int primes);
  void use_order(int order, const std::string& name, int primes) const;

  ModelNames* names_;
  Allowed allowed_;
  mutable int order_ = no_motion;
};

/// The names that may stand where only numbers and parameters may.
ScopedNames constants_at(ModelNames& names, std::string where);

}  // namespace alembert
