#include "alembert/system/assemble.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/system/least_step.h"

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
  bool within(double limit) const { return rest.empty() || std::abs(rest[worst()]) <= limit; }
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
  if (misses.within(assembled_rows)) return {};
  LeastStep(options.keep_v, options.scale, options.give_v).solve(A, misses.rest, dv);
  add(v, dv);
  // What rounding left, of the rows that must hold.
  A.first.resize(firm + 1);
  misses = Misses(A, b, v);
  LeastStep least(options.keep_v, options.scale, {});
  for (int k = 0; k < 5 && !misses.within(1e-15); ++k) {
    least.solve(A, misses.rest, dv);
    add(v, dv);
    misses = Misses(A, b, v);
  }
  for (std::size_t i = 0; i < firm; ++i)
    if (!(std::abs(misses.rest[i]) <= 1e-9 * (1.0 + misses.size[i]))) {
      AssembleFailure failure;
      failure.row = static_cast<int>(misses.worst());
      failure.value = -misses.rest[misses.worst()];
      failure.speeds = true;
      failure.nearest = q;
      return failure;
    }
  return {};
}

std::optional<AssembleFailure> assemble(const System& system, double t, const AssembleOptions& options,
                                        std::vector<double>& q, std::vector<double>& v) {
  if (auto failure = assemble_positions(system, t, options, q)) return failure;
  return assemble_speeds(system, t, options, q, v);
}

std::string describe(const AssembleFailure& failure, const System& system) {
  std::string text =
      failure.speeds ? "no speeds satisfy all constraints together: row '" : "the system cannot be assembled: row '";
  text += system.row_name(failure.row) + "' is off by " + shortest(failure.value);
  if (failure.speeds) return text;
  text += " in the closest configuration found (";
  constexpr std::size_t most_shown = 8;
  for (std::size_t i = 0; i < failure.nearest.size() && i < most_shown; ++i)
    text += (i > 0 ? ", " : "") + system.coordinate_name(static_cast<int>(i)) + " = " + shortest(failure.nearest[i]);
  return text + (failure.nearest.size() > most_shown ? ", ...)" : ")");
}

}  // namespace alembert
