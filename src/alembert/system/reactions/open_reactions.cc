#include "alembert/system/reactions/open_reactions.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"

namespace alembert {
namespace {

constexpr int of_joint = 6;  ///< components of a wrench

/// The sums of `N` with the weights in the columns of `by`.
SparseColumns product(const SparseColumns& N, const SparseColumns& by) {
  SparseColumns result(N.rows);
  std::vector<double> x(index(N.size())), y(index(N.rows));
  for (int j = 0; j < by.size(); ++j) {
    std::ranges::fill(x, 0.0);
    std::ranges::fill(y, 0.0);
    for (std::size_t k = 0; k < by.rows_of(j).size(); ++k) x[index(by.rows_of(j)[k])] = by.values_of(j)[k];
    N.add_product(x, y);
    result.add(y);
  }
  return result;
}

/// The weights of columns that make |base + A x| least.
std::vector<double> least(const ColumnDependence& A, std::vector<double> base) {
  for (double& x : base) x = -x;
  return A.least_squares(base);
}

}  // namespace

OpenReactions::OpenReactions(const MechanismSetup& setup, const ConstraintRows<double>& rows,
                             const Wrenching& wrenching)
    : setup_(setup), wrenches_(of_joint * static_cast<int>(setup.model.joints.size())) {
  std::vector<int> first{0}, column;
  std::vector<double> value;
  for (int i = 0; i < setup.constraints.rows.size(); ++i) {
    column.insert(column.end(), rows.columns(i).begin(), rows.columns(i).end());
    value.insert(value.end(), rows.row(i).begin(), rows.row(i).end());
    first.push_back(static_cast<int>(column.size()));
  }
  // With slides counted in the model's length every element is a moment for a unit multiplier.
  const RowScales& scales = setup.constraints.scales;
  sums_ = vanishing_sums(setup.compiled.plan.nv, first, column, value, scales.units, scales.sizes);
  constexpr double rounding = 1e-12;
  for (int k = 0; k < sums_.size(); ++k) wrenches_.add(weighed(wrenching(sums_.weights(k))), rounding);
}

std::vector<double> OpenReactions::weighed(const Wrenches& joints) const {
  std::vector<double> list;
  list.reserve(of_joint * joints.size());
  for (const Force<double>& w : joints)
    for (const Vec3<double>& part : {setup_.length * w.f, w.n})
      for (const double x : {part.x, part.y, part.z}) list.push_back(x);
  return list;
}

std::vector<bool> OpenReactions::open_joints() const {
  std::vector<bool> open(setup_.model.joints.size(), false);
  for (int k = 0; k < sums_.size(); ++k) {
    const std::span<const double> parts = wrenches_.values_of(k);
    // A wrench is large where its arm is short; what is small beside it is rounding of it.
    double largest = 1.0;
    for (const double x : parts) largest = std::max(largest, std::abs(x));
    for (std::size_t e = 0; e < parts.size(); ++e)
      if (std::abs(parts[e]) > takes_part_above * largest) open[index(wrenches_.rows_of(k)[e] / of_joint)] = true;
  }
  return open;
}

std::vector<std::string> OpenReactions::names() const {
  if (sums_.size() == 0) return {};
  const RowPlan& rows = setup_.constraints.rows;
  const std::vector<bool> open_row = sums_.takes_part(), open_joint = open_joints();
  std::vector<std::vector<std::string>> of(setup_.model.joints.size());  // [joint] its name and its drives'
  for (std::size_t j = 0; j < of.size(); ++j)
    if (open_joint[j]) of[j].push_back(setup_.model.joints[j].name);
  std::vector<bool> open_constraint(setup_.model.constraints.size(), false);
  for (std::size_t i = 0; i < open_row.size(); ++i) {
    const RowSource& source = rows.sources[index(rows.source_of[i])];
    if (!open_row[i] || source.kind == RowSource::Kind::closing_joint) continue;
    const bool formula = source.kind == RowSource::Kind::formula;
    const int owner = formula ? rows.formulas[index(source.index)].index : source.index;
    if (!rows.is_drive[i])
      open_constraint[index(owner)] = true;
    else if (std::ranges::find(of[index(owner)], rows.names[i]) == of[index(owner)].end())
      of[index(owner)].push_back(rows.names[i]);
  }
  std::vector<std::string> result;
  for (const std::vector<std::string>& names : of) result.insert(result.end(), names.begin(), names.end());
  for (std::size_t c = 0; c < open_constraint.size(); ++c)
    if (open_constraint[c]) result.push_back(name_of(setup_.model.constraints[c]));
  return result;
}

void OpenReactions::choose(const Wrenches& base, std::span<double> lambda) const {
  if (sums_.size() == 0) return;
  // Elements below these are rounding of sums whose largest weight is about one.
  constexpr double nothing = 1e-9;
  const std::vector<bool>& is_drive = setup_.constraints.rows.is_drive;
  std::vector<double> efforts, part;
  double unit = 0.0;  // effort of a drive that takes part with weight one
  for (std::size_t i = 0; i < is_drive.size(); ++i)
    if (is_drive[i]) {
      efforts.push_back(lambda[i]);
      unit = std::max(unit, 1.0 / sums_.length[i]);
    }
  SparseColumns along_drives(static_cast<int>(efforts.size()));
  for (int k = 0; k < sums_.size(); ++k) {
    const std::vector<double> y = sums_.weights(k);
    part.clear();
    for (std::size_t i = 0; i < is_drive.size(); ++i)
      if (is_drive[i]) part.push_back(y[i]);
    along_drives.add(part);
  }
  const ColumnDependence drives(along_drives, nothing * unit);
  std::vector<double> weight = least(drives, efforts);
  // What that leaves open.
  const SparseColumns free = drives.null_space();
  if (free.size() > 0) {
    std::vector<double> wrenches = weighed(base);
    wrenches_.add_product(weight, wrenches);
    free.add_product(least(ColumnDependence(product(wrenches_, free), nothing), wrenches), weight);
  }
  for (int k = 0; k < sums_.size(); ++k) {
    const std::vector<double> y = sums_.weights(k);
    for (std::size_t i = 0; i < y.size(); ++i) lambda[i] += weight[index(k)] * y[i];
  }
}

std::vector<std::string> undetermined_rows(const System& system, double t, std::span<const double> q) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  const RowScales scales = system.row_scales(t, q);
  const std::vector<bool> open =
      vanishing_sums(system.sizes().nv, A.first, A.column, A.value, scales.units, scales.sizes).takes_part();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i]) names.push_back(system.row_name(static_cast<int>(i)));
  return names;
}

}  // namespace alembert
