/// Which inertial parameters show in the equations of motion, and which only together with others.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/plan/params.h"

namespace alembert {

/// One inertial parameter: the entry of a body's list in kernel/regressor.h (m, hx, hy, hz, Ixx, ...).
struct InertialEntry {
  int body = 0;  ///< of the plan
  int entry = 0;
  friend bool operator==(const InertialEntry&, const InertialEntry&) = default;
};

/// A state at which the equations are looked at.
template <Scalar S>
struct DynamicState {
  std::vector<S> q, v, vdot;
};

/// Columns of the regressor Y (kernel/regressor.h) at some states, one below the other.
/// @return [(states nv) x entries] row-major
template <Scalar S>
std::vector<S> regressor_columns(const Plan& plan, const Params<S>& par, std::span<const DynamicState<S>> states,
                                 std::span<const InertialEntry> entries);

/// A parameter whose column is a combination of others: column = sum of coefficient times column[index].
struct DependentEntry {
  std::size_t index = 0;  ///< in the list of entries
  std::vector<std::pair<std::size_t, double>> of;
};

struct EntryRelations {
  std::vector<std::size_t> independent;  ///< indices in ascending order; as many as the rank of the regressor
  std::vector<DependentEntry> dependent;
};

/// Finds the relations at random states, to a relative tolerance of 1e-10 in columns of unit length; entries without
/// any effect are in neither list. Where there is a choice, entries that stand later are the dependent ones.
/// Cost O(rows entries^2), with three rows an entry.
EntryRelations find_relations(const Plan& plan, const Params<double>& par, std::span<const InertialEntry> entries);

}  // namespace alembert
