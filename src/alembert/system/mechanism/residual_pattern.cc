#include "alembert/system/mechanism/residual_pattern.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "alembert/core/index.h"
#include "alembert/system/mechanism/motion_dependence.h"

namespace alembert {
namespace {

/// Something that pushes along speeds and depends on others.
struct Push {
  Dependence along, on;
};

class Pushes {
 public:
  explicit Pushes(const MechanismSetup& setup)
      : setup_(setup), dependence_(setup), formulas_(force_formulas(setup.model)) {
    add_joint_forces();
    add_body_forces();
    for (const RowSource& source : setup.constraints.rows.sources) {
      rows_.push_back(row_dependence(source));
      list_.push_back({{source.columns, {}}, rows_.back()});
    }
  }

  const std::vector<Push>& list() const { return list_; }
  const std::vector<Dependence>& rows() const { return rows_; }  ///< [source] of rows
  const MotionDependence& dependence() const { return dependence_; }

 private:
  void add_formula(int formula, Dependence& set) {
    if (formula >= 0) dependence_.add_formula(formulas_[index(formula)].formula, set);
  }

  void add_joint_forces() {
    const int nv = setup_.compiled.plan.nv;
    for (const auto& f : setup_.forces.joints)
      if (f.speed >= nv) add_along(f.speed, -1);
    for (const auto* list : {&setup_.forces.efforts, &setup_.forces.actuators})
      for (const auto& f : *list) add_along(f.speed, f.formula);
  }

  void add_along(int speed, int formula) {
    Push push;
    dependence_.add_speed(speed, push.along);
    push.on = push.along;
    add_formula(formula, push.on);
    list_.push_back(std::move(push));
  }

  void add_body_forces() {
    for (const auto& f : setup_.forces.bodies) add_between({f.at.body}, {f.formula, f.formula + 1, f.formula + 2});
    for (const auto& f : setup_.forces.springs) add_between({f.ends[0].body, f.ends[1].body}, {f.formula});
    for (const auto& f : setup_.forces.angles) add_between({f.bodies[0], f.bodies[1]}, {f.formula});
  }

  void add_between(std::initializer_list<int> bodies, std::initializer_list<int> formulas) {
    Push push;
    for (const int body : bodies) dependence_.add_plan_body(body, push.along);
    push.on = push.along;
    for (const int formula : formulas) add_formula(formula, push.on);
    list_.push_back(std::move(push));
  }

  /// A row between two bodies holds only what moves one against the other, but its directions may be fixed in the
  /// world.
  Dependence row_dependence(const RowSource& source) const {
    Dependence set{source.columns, {}};
    for (const RowPath& path : source.paths)
      dependence_.add_plan_body(setup_.compiled.plan.carrier[index(path.body)], set);
    if (source.kind != RowSource::Kind::formula) return set;
    const FormulaRow& row = setup_.constraints.rows.formulas[index(source.index)];
    for (const Expr coefficient : row.coefficients) dependence_.add_formula(coefficient, set);
    for (const Expr e : {row.phi, row.b}) dependence_.add_formula(e, set);
    return set;
  }

  const MechanismSetup& setup_;
  MotionDependence dependence_;
  std::vector<Written> formulas_;
  std::vector<Push> list_;
  std::vector<Dependence> rows_;
};

/// Collects the columns of one row after the other.
class RowMaker {
 public:
  explicit RowMaker(int columns) : seen_(index(columns), -1) {}
  void add(const std::vector<int>& columns) {
    for (const int c : columns) add(c);
  }
  void add(int column) {
    if (seen_[index(column)] == row_) return;
    seen_[index(column)] = row_;
    columns_.push_back(column);
  }
  void finish(SparseRows& matrix) {
    std::ranges::sort(columns_);
    matrix.column.insert(matrix.column.end(), columns_.begin(), columns_.end());
    matrix.value.resize(matrix.column.size(), 0.0);
    matrix.first.push_back(static_cast<int>(matrix.column.size()));
    columns_.clear();
    ++row_;
  }

 private:
  std::vector<int> seen_;  ///< [column] last row that has it
  std::vector<int> columns_;
  int row_ = 0;
};

/// [speed] which of the lists hold it, each once.
std::vector<std::vector<int>> holders(std::size_t speeds, const auto& lists) {
  std::vector<std::vector<int>> result(speeds);
  int k = 0;
  for (const std::vector<int>& list : lists) {
    for (const int d : list)
      if (result[index(d)].empty() || result[index(d)].back() != k) result[index(d)].push_back(k);
    ++k;
  }
  return result;
}

/// [speed] those above it, itself, and below it.
std::vector<std::vector<int>> tree_neighbours(const Plan& plan) {
  std::vector<std::vector<int>> result(index(plan.nv));
  for (int d = 0; d < plan.nv; ++d)
    for (int up = d; up >= 0; up = plan.above[index(up)]) {
      result[index(d)].push_back(up);
      if (up != d) result[index(up)].push_back(d);
    }
  return result;
}

/// Speeds of one joint depend on each other whichever is the lower: `above` holds them in a row already.
void fill_mass(const MechanismSetup& setup, const MotionDependence& dependence, SparseRows& mass) {
  const Plan& plan = setup.compiled.plan;
  std::vector<std::vector<int>> armatures;
  for (std::size_t k = 0; k < setup.model.dependent_speeds.size(); ++k) {
    if (setup.par.armature[index(plan.nv) + k] == 0.0) continue;
    Dependence set;
    dependence.add_speed(plan.nv + static_cast<int>(k), set);
    armatures.push_back(std::move(set.speeds));
  }
  const auto neighbours = tree_neighbours(plan);
  const auto held = holders(index(plan.nv), armatures);
  RowMaker row(plan.nv);
  for (std::size_t d = 0; d < neighbours.size(); ++d) {
    row.add(neighbours[d]);
    for (const int k : held[d]) row.add(armatures[index(k)]);
    row.finish(mass);
  }
}

/// Greedy: the first colour that no row of the column has yet, rows keeping their colours as bits.
class Coloring {
 public:
  explicit Coloring(int columns) : rows_of_(index(columns)) {}
  void add(const SparseRows& matrix) {
    for (std::size_t i = 0; i + 1 < matrix.first.size(); ++i, ++rows_)
      for (int k = matrix.first[i]; k < matrix.first[i + 1]; ++k)
        rows_of_[index(matrix.column[index(k)])].push_back(rows_);
  }
  std::vector<int> colors(int& count) const {
    std::vector<std::vector<std::uint64_t>> used(index(rows_));
    std::vector<std::uint64_t> taken;
    std::vector<int> result;
    count = 0;
    for (const std::vector<int>& rows : rows_of_) {
      taken.clear();
      for (const int i : rows) {
        const std::vector<std::uint64_t>& bits = used[index(i)];
        if (taken.size() < bits.size()) taken.resize(bits.size(), 0);
        for (std::size_t k = 0; k < bits.size(); ++k) taken[k] |= bits[k];
      }
      std::size_t word = 0;
      while (word < taken.size() && taken[word] == ~std::uint64_t{0}) ++word;
      const int bit = word < taken.size() ? std::countr_one(taken[word]) : 0;
      for (const int i : rows) {
        if (used[index(i)].size() <= word) used[index(i)].resize(word + 1, 0);
        used[index(i)][word] |= std::uint64_t{1} << bit;
      }
      result.push_back(static_cast<int>(word) * 64 + bit);
      count = std::max(count, result.back() + 1);
    }
    return result;
  }

 private:
  std::vector<std::vector<int>> rows_of_;  ///< [column]
  int rows_ = 0;
};

}  // namespace

ResidualPattern::ResidualPattern(const MechanismSetup& setup) {
  const GraphScope scope(*setup.model.graph);
  const Plan& plan = setup.compiled.plan;
  const auto nz = static_cast<int>(setup.model.states.size());
  const Pushes pushes(setup);
  fill_mass(setup, pushes.dependence(), mass);

  std::vector<std::vector<int>> along;
  for (const Push& push : pushes.list()) along.push_back(push.along.speeds);
  const auto pushed = holders(index(plan.nv), along);
  RowMaker speeds(plan.nv), states(nz);
  for (int d = 0; d < plan.nv; ++d) {
    for (int k = mass.first[index(d)]; k < mass.first[index(d + 1)]; ++k) speeds.add(mass.column[index(k)]);
    for (const int k : pushed[index(d)]) {
      speeds.add(pushes.list()[index(k)].on.speeds);
      states.add(pushes.list()[index(k)].on.states);
    }
    speeds.finish(by_speed);
    states.finish(by_state);
  }
  RowMaker rows(plan.nv);
  for (const int source : setup.constraints.rows.source_of) {
    rows.add(pushes.rows()[index(source)].speeds);
    rows.finish(rows_by_speed);
  }
  RowMaker z_speeds(plan.nv), z_states(nz);
  for (const ExtraState& state : setup.model.states) {
    Dependence set;
    pushes.dependence().add_formula(state.rate, set);
    z_speeds.add(set.speeds);
    z_states.add(set.states);
    z_speeds.finish(z_by_speed);
    z_states.finish(z_by_state);
  }

  Coloring of_speeds(plan.nv), of_states(nz);
  for (const SparseRows* matrix : {&by_speed, &rows_by_speed, &z_by_speed}) of_speeds.add(*matrix);
  for (const SparseRows* matrix : {&by_state, &z_by_state}) of_states.add(*matrix);
  speed_color = of_speeds.colors(speed_colors);
  state_color = of_states.colors(state_colors);
}

}  // namespace alembert
