#include "alembert/plan/formula_rows.h"

#include <algorithm>
#include <unordered_map>

#include "alembert/plan/motion_index.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

using std::size_t;

/// Kinds of measures whose rate can be read from the motion of bodies.
bool is_geometric(Measure::Kind kind) {
  switch (kind) {
    case Measure::Kind::point:
    case Measure::Kind::angle:
    case Measure::Kind::quaternion:
    case Measure::Kind::angular_velocity:
    case Measure::Kind::closing_coordinate:
    case Measure::Kind::closing_speed: return true;
    default: return false;
  }
}

/// A velocity by itself, not the rate of anything.
bool is_quasi(Measure::Kind kind) {
  return kind == Measure::Kind::angular_velocity || kind == Measure::Kind::closing_speed;
}

/// The model's measures by their words.
class MeasureIndex {
 public:
  explicit MeasureIndex(Mechanism& model) : model_(model) {
    for (size_t i = 0; i < model.measures.size(); ++i) note(static_cast<int>(i));
  }

  /// One with this word, of any order; null if there is none. Valid until the next of_order().
  const Measure* find(const std::string& word) const {
    const auto it = by_word_.find(word);
    return it == by_word_.end() ? nullptr : &model_.measures[static_cast<size_t>(it->second.front())];
  }
  /// The measure with the word of `like` and this order; adds it to the model if no formula has used it so far.
  int of_order(const Measure& like, int order) {
    if (const auto it = by_word_.find(like.word); it != by_word_.end())
      for (const int i : it->second)
        if (model_.measures[static_cast<size_t>(i)].order == order) return i;
    Measure added = like;
    added.order = order;
    added.symbol = Expr::symbol(like.word, SymbolKind::coordinate, order);
    model_.measures.push_back(std::move(added));
    note(static_cast<int>(model_.measures.size()) - 1);
    return static_cast<int>(model_.measures.size()) - 1;
  }
  const Measure& operator[](int i) const { return model_.measures[static_cast<size_t>(i)]; }

 private:
  void note(int i) { by_word_[model_.measures[static_cast<size_t>(i)].word].push_back(i); }

  Mechanism& model_;
  std::unordered_map<std::string, std::vector<int>> by_word_;
};

/// Differentiates one formula.
class RowMaker {
 public:
  RowMaker(MeasureIndex& measures, const MotionIndex& motion, FormulaRow row, Expr formula)
      : measures_(measures), motion_(motion), row_(std::move(row)), formula_(formula) {}

  FormulaRow make() {
    find_variables();
    if (row_.variables.empty()) fail("has no coordinate, point or angle in it", "name what the constraint holds");
    if (row_.holonomic)
      differentiate_holonomic();
    else
      differentiate_pfaffian();
    declare_rates();
    return std::move(row_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    const bool drive = row_.origin == FormulaRow::Origin::drive;
    throw Error(Error::Code::bad_value, (drive ? "the motion of '" : "constraint '") + row_.name + "' " + what, row_.at,
                hint);
  }

  void find_variables() {
    for (const Expr e : Walk(std::span(&formula_, 1))) {
      if (!e.is_symbol() || e.kind() != SymbolKind::coordinate) continue;
      const auto [variable, quasi] = variable_of(e);
      const int level = e.order() + (quasi ? 1 : 0);  // 0 position, 1 velocity
      if (row_.holonomic && level > 0)
        fail("holds the speed '" + to_text(e) + "'", "a condition on speeds is pfaffian = \"...\"");
      if (level > 1) fail("holds the acceleration '" + to_text(e) + "'", "a constraint holds positions or speeds");
      const Expr base = Expr::symbol(e.name(), SymbolKind::coordinate);
      if (std::ranges::any_of(symbols_, [&](Expr s) { return identical(s, base); })) continue;
      symbols_.push_back(base);
      quasi_.push_back(quasi);
      row_.variables.push_back(variable);
    }
  }

  std::pair<RowVariable, bool> variable_of(Expr e) const {
    using Kind = RowVariable::Kind;
    if (const Measure* m = measures_.find(e.name())) {
      if (!is_geometric(m->kind))
        fail("holds '" + to_text(e) + "'",
             "a constraint may hold coordinates, points and angles, not forces or energies");
      const bool quasi = is_quasi(m->kind);
      return {{Kind::measure, measures_.of_order(*m, 0)}, quasi};
    }
    const MotionIndex::Found found = motion_.find(e.name(), 0);
    if (found.kind == MotionIndex::Kind::speed) return {{Kind::quasi_speed, found.index}, true};
    if (found.kind != MotionIndex::Kind::coordinate) fail("holds '" + to_text(e) + "', which is not known", "");
    const MotionIndex::Found rate = motion_.find(e.name(), 1);
    if (rate.kind == MotionIndex::Kind::speed) return {{Kind::coordinate, rate.index}, false};
    return {{Kind::quaternion_part, found.index}, false};
  }

  /// The symbols of rates, one for each variable: s', or s itself for quasi speeds.
  std::vector<Expr> rates(int above) const {
    std::vector<Expr> result;
    for (size_t k = 0; k < symbols_.size(); ++k)
      result.push_back(Expr::symbol(symbols_[k].name(), SymbolKind::coordinate, (quasi_[k] ? 0 : 1) + above));
    return result;
  }

  Expr rate_of(Expr e) const {
    try {
      return time_derivative(e);
    } catch (const Error& error) {
      fail("cannot be differentiated: " + error.message(), error.hint());
    }
  }

  static Expr without(Expr e, const std::vector<Expr>& symbols) {
    return substitute(e, symbols, std::vector<Expr>(symbols.size()));
  }

  void differentiate_holonomic() {
    row_.phi = formula_;
    row_.coefficients = gradient(formula_, symbols_);
    const Expr rate = rate_of(formula_);
    row_.b = -without(rate, rates(0));
    row_.c = -without(rate_of(rate), rates(1));
  }

  void differentiate_pfaffian() {
    const std::vector<Expr> speeds = rates(0);
    const Linear linear = [&] {
      try {
        return linear_coefficients(formula_, speeds, "");
      } catch (const Error& error) {
        fail(error.message().substr(1), "nonholonomic constraints are linear in speeds: A(q) v = b(q, t)");
      }
    }();
    if (std::ranges::all_of(linear.coefficients, [](Expr c) { return c.is_zero(); }))
      fail("has no speed in it", "a condition on positions is holonomic = \"...\"");
    row_.coefficients = linear.coefficients;
    row_.b = -linear.rest;
    row_.c = -without(rate_of(formula_), rates(1));
  }

  /// Formulas of b and c may hold rates of measures that nobody else has asked for.
  void declare_rates() const {
    for (size_t k = 0; k < symbols_.size(); ++k) {
      if (row_.variables[k].kind != RowVariable::Kind::measure || quasi_[k]) continue;
      const Measure like = measures_[row_.variables[k].index];
      measures_.of_order(like, 1);
    }
  }

  MeasureIndex& measures_;
  const MotionIndex& motion_;
  FormulaRow row_;
  Expr formula_;
  std::vector<Expr> symbols_;  ///< [variable] of order 0
  std::vector<bool> quasi_;    ///< [variable]
};

/// The coordinate that speed k of a joint is the rate of, as a symbol; closing joints get a measure for it.
Expr driven_coordinate(const Mechanism& model, MeasureIndex& measures, int joint_index, int k) {
  const Joint& joint = model.joints[static_cast<size_t>(joint_index)];
  const JointWord& word = words(model, joint).coordinates[static_cast<size_t>(k)];
  const std::string name = coordinate_name(joint.name, word);
  const Expr symbol = Expr::symbol(name, SymbolKind::coordinate);
  if (joint.closing) {
    Measure measure;
    measure.kind = Measure::Kind::closing_coordinate;
    measure.word = name;
    measure.index = joint_index;
    measure.component = k;
    measures.of_order(measure, 0);
  }
  return symbol;
}

void add_drives(const Mechanism& model, MeasureIndex& measures, const MotionIndex& motion,
                std::vector<FormulaRow>& rows) {
  for (size_t j = 0; j < model.joints.size(); ++j)
    for (size_t k = 0; k < model.joints[j].motion.size(); ++k) {
      const std::optional<Written> prescribed = model.joints[j].motion[k];
      if (!prescribed) continue;
      const Expr coordinate = driven_coordinate(model, measures, static_cast<int>(j), static_cast<int>(k));
      FormulaRow row;
      row.origin = FormulaRow::Origin::drive;
      row.index = static_cast<int>(j);
      row.component = static_cast<int>(k);
      row.name = coordinate.name();
      row.at = prescribed->at;
      rows.push_back(RowMaker(measures, motion, std::move(row), coordinate - prescribed->formula).make());
    }
}

}  // namespace

std::vector<FormulaRow> formula_rows(Mechanism& model) {
  const GraphScope scope(*model.graph);
  const MotionIndex motion(model);
  MeasureIndex measures(model);
  std::vector<FormulaRow> rows;
  add_drives(model, measures, motion, rows);
  for (size_t i = 0; i < model.constraints.size(); ++i) {
    const auto* constraint = std::get_if<Constraint>(&model.constraints[i]);
    if (constraint == nullptr) continue;
    FormulaRow row;
    row.index = static_cast<int>(i);
    row.name = constraint->name;
    row.holonomic = !constraint->pfaffian;
    row.at_start = constraint->at_start;
    row.at = constraint->row.at;
    rows.push_back(RowMaker(measures, motion, std::move(row), constraint->row.formula).make());
  }
  return rows;
}

TimedLength timed_length(const Mechanism& model, const Distance& distance) {
  const GraphScope scope(*model.graph);
  TimedLength result{distance.length.formula, {}, {}};
  try {
    result.rate = time_derivative(result.value);
    result.acceleration = time_derivative(result.rate);
  } catch (const Error& error) {
    throw Error(Error::Code::bad_value,
                "the length of constraint '" + distance.name + "' cannot be differentiated: " + error.message(),
                distance.length.at, error.hint());
  }
  return result;
}

}  // namespace alembert
