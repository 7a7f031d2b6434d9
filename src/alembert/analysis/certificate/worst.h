/// Keeping the worst residual of a check over many states.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "alembert/analysis/certificate/certificate.h"
#include "alembert/core/progress.h"

namespace alembert {

/// For residuals relative to the sum of the sizes of the terms, as they were before any of them cancelled: a few
/// thousand roundings.
constexpr double rounding_tolerance = 1e-11;

/// One check over many states: keeps the worst residual and the state where it was.
class Worst {
 public:
  Worst(std::string name, double tolerance) {
    check_.name = std::move(name);
    check_.tolerance = tolerance;
    check_.residual = -1.0;
    report_progress("checking: " + check_.name, 0, 0);
  }

  /// Another state begins, for checks that cannot be done at some.
  void next_state() {
    ++tried_;
    here_ = false;
  }

  /// |value| judged against `size`, which must not be what is left after terms have cancelled: a size of zero means
  /// that every term is zero, so that any value at all is an error. NaN counts as the worst, and so does a size that is
  /// not finite. `where` is called for the words that name the state.
  template <class Where>
  void add(double value, double size, const Where& where) {
    if (!std::isfinite(size))
      add_relative(std::numeric_limits<double>::quiet_NaN(), where);
    else
      add_relative(size > 0.0 ? std::abs(value) / size : std::abs(value), where);
  }

  template <class Where>
  void add_relative(double residual, const Where& where) {
    if (std::isnan(residual)) residual = std::numeric_limits<double>::max();
    if (!here_) ++done_;
    here_ = true;
    if (residual <= check_.residual) return;
    check_.residual = residual;
    where_ = where();
  }

  /// The verdict; `why` explains a failure, `why_not` that nothing was added at some states. Where that is more than
  /// half of them, the check is not done.
  Check finish(const std::string& why, const std::string& why_not = "the equations are not defined") {
    const bool any = check_.residual >= 0.0;
    if (!any) check_.residual = 0.0;
    if (any) check_.passed = check_.residual <= check_.tolerance;
    if (check_.passed && !*check_.passed) {
      check_.note = why + " at " + where_;
    } else if (!any) {
      check_.note = why_not + " at any sampled state";
    } else if (done_ < tried_) {
      check_.note = "at " + std::to_string(done_) + " of " + std::to_string(tried_) + " states: elsewhere " + why_not;
      if (2 * done_ < tried_) check_.passed.reset();
    }
    return check_;
  }

 private:
  Check check_;
  std::string where_;
  int tried_ = 0, done_ = 0;  ///< states
  bool here_ = false;         ///< something was added at this state
};

/// Largest absolute value in a list.
inline double size_of(std::span<const double> list) {
  double size = 0.0;
  for (const double x : list) size = std::max(size, std::abs(x));
  return size;
}

}  // namespace alembert
