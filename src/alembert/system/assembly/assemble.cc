#include "alembert/system/assembly/assemble.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/system/assembly/least_step.h"
#include "alembert/system/constraints/contradicting_rows.h"

namespace alembert {
namespace {

/// By how much speeds miss rows A v = b.
struct Misses {
  std::vector<double> rest;  ///< b - A v
  std::vector<double> size;  ///< sum of what it is the difference of

  Misses(const SparseRows& A, std::span<const double> b, std::span<const double> v)
      : rest(A.first.size() - 1), size(rest.size()) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      rest[i] = b[i];
      size[i] = std::abs(b[i]);
      for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k) {
        const double term = A.value[k] * v[static_cast<std::size_t>(A.column[k])];
        rest[i] -= term;
        size[i] += std::abs(term);
      }
    }
  }
  std::size_t worst() const {
    const auto at =
        std::ranges::max_element(rest, {}, [](double x) { return std::isfinite(x) ? std::abs(x) : HUGE_VAL; });
    return static_cast<std::size_t>(at - rest.begin());
  }
  /// Small rows relative to their size.
  bool within(double limit, std::span<const double> sizes) const {
    for (std::size_t i = 0; i < rest.size(); ++i)
      if (!(std::abs(rest[i]) <= limit * std::min(1.0, sizes[i]))) return false;
    return true;
  }
};

void add(std::span<double> v, std::span<const double> dv) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += dv[i];
}

}  // namespace

std::optional<AssembleFailure> assemble_speeds(const System& system, double t, const AssembleOptions& options,
                                               const std::vector<double>& q, std::vector<double>& v) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  const std::size_t rows = A.first.size() - 1, firm = rows - options.give_v.size();
  std::vector<double> b(rows), dv(v.size());
  system.constraint_speed(t, q, b);
  Misses misses(A, b, v);
  RowScales scales{options.scale, options.row_sizes, {}};
  if (scales.sizes.empty() || scales.units.empty()) scales = system.row_scales(t, q);
  if (misses.within(assembled_rows, scales.sizes)) return {};
  const std::vector<double> counted = counted_units(options.scale, options.reluctance_v);
  LeastStep(options.keep_v, counted, options.give_v, scales.sizes).solve(A, misses.rest, dv);
  add(v, dv);
  // What rounding left, of the rows that must hold.
  A.first.resize(firm + 1);
  misses = Misses(A, b, v);
  LeastStep least(options.keep_v, counted, {}, scales.sizes);
  // Where rows are parallel but for 1e-5 each step leaves a good part of what they miss; where they contradict each
  // other, or differ by rounding alone, all of it.
  constexpr int fewest = 5, most = 200;
  constexpr double share_left = 0.95;
  for (int k = 0; k < most && !misses.within(1e-15, scales.sizes); ++k) {
    const double before = std::abs(misses.rest[misses.worst()]);
    std::vector<double> moved = v;
    least.solve(A, misses.rest, dv);
    add(moved, dv);
    Misses left(A, b, moved);
    if (k >= fewest && !(std::abs(left.rest[left.worst()]) < share_left * before)) break;
    v = std::move(moved);
    misses = std::move(left);
  }
  for (std::size_t i = 0; i < firm; ++i)
    if (!(std::abs(misses.rest[i]) <= 1e-9 * (std::min(1.0, scales.sizes[i]) + misses.size[i]))) {
      AssembleFailure failure;
      failure.row = static_cast<int>(misses.worst());
      failure.value = -misses.rest[misses.worst()];
      failure.speeds = true;
      failure.nearest = q;
      for (std::size_t k = 0; k < scales.units.size(); ++k)
        if (!options.keep_v.empty() && options.keep_v[k]) scales.units[k] = 0.0;
      failure.together = contradicting_rows(A, misses.rest, scales);
      return failure;
    }
  return {};
}

std::optional<AssembleFailure> assemble(const System& system, double t, const AssembleOptions& options,
                                        std::vector<double>& q, std::vector<double>& v) {
  if (auto failure = assemble_positions(system, t, options, q)) return failure;
  return assemble_speeds(system, t, options, q, v);
}

namespace {

/// The configuration that a failure is about.
std::string place_of(const AssembleFailure& failure, const System& system) {
  constexpr std::size_t most_shown = 8;
  std::string text = "(";
  for (std::size_t i = 0; i < failure.nearest.size() && i < most_shown; ++i)
    text += (i > 0 ? ", " : "") + system.coordinate_name(static_cast<int>(i)) + " = " + shortest(failure.nearest[i]);
  return text + (failure.nearest.size() > most_shown ? ", ...)" : ")");
}

}  // namespace

std::string describe(const AssembleFailure& failure, const System& system) {
  const std::string row = "row '" + system.row_name(failure.row) + "'";
  if (!std::isfinite(failure.value))
    return row + (failure.speeds ? " has no rate at the configuration " : " has no value at the start ") +
           place_of(failure, system) + (failure.speeds ? "" : ", and no configuration near it satisfies all rows");
  std::string text = failure.speeds      ? "no speeds satisfy all constraints together: "
                     : failure.unsettled ? "no configuration was found that satisfies all rows: "
                                         : "the system cannot be assembled: ";
  text += row + " is off by " + shortest(failure.value);
  if (!failure.speeds) text += " in the closest configuration found " + place_of(failure, system);
  std::vector<std::string> others;
  for (const int i : failure.together)
    if (i != failure.row) others.push_back(system.row_name(i));
  return text + (others.empty() ? "" : "; it contradicts " + quoted(others));
}

Error failure_error(const AssembleFailure& failure, const System& system, const Source& at, const std::string& hint) {
  const bool has_value = std::isfinite(failure.value);
  const std::string nearer = failure.unsettled ? "the search still came nearer: write a `start` closer to it; or " : "";
  return Error(Error::Code::singular, describe(failure, system), at,
               has_value ? nearer + hint
                         : "look for a division by zero, or a root or logarithm of a negative number; choose a "
                           "`start` where the formula has a value");
}

}  // namespace alembert
