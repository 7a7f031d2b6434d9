#include "alembert/integrate/lock_up.h"

#include <algorithm>
#include <cmath>

namespace alembert {

bool LockUp::ahead(SystemOde& ode, const Stepper& method) {
  constexpr double shortened = 1.0 / 300.0, grown = 10.0;
  constexpr double noticeable = 1e-3;  // of the largest speed: what begins below may grow for other reasons
  constexpr std::size_t most = 200;
  if (!ode.change_in_sight()) {
    forget();
    return false;
  }
  const State x = ode.state(method.t(), method.y());
  const double h = std::abs(method.t() - method.t_before());
  if (seen_.size() == most) seen_.pop_front();
  seen_.push_back({h, {x.v.begin(), x.v.end()}});
  const Step& first = seen_.front();
  if (h > shortened * first.h) return false;
  b_.resize(static_cast<std::size_t>(ode.sizes().na));
  ode.system().constraint_speed(x.t, x.q, b_);
  if (std::ranges::all_of(b_, [](double b) { return b == 0.0; })) return false;  // nothing drives it
  double largest = 0.0;
  for (const double speed : first.v) largest = std::max(largest, std::abs(speed));
  for (std::size_t i = 0; i < x.v.size(); ++i)
    if (std::abs(x.v[i]) > grown * std::max(std::abs(first.v[i]), noticeable * largest)) return true;
  return false;
}

int locked_row(const System& system, const State& x) {
  const auto rows = static_cast<std::size_t>(system.sizes().na);
  std::vector<double> c(rows), lambda(rows), vdot(x.v.size());
  const std::vector<double> none(x.v.size(), 0.0);
  SparseRows A;
  system.constraint_jacobian(x.t, x.q, A);
  system.constraint_acceleration(x, c);
  system.constrained_solve(x.t, x.q, none, c, vdot, lambda);
  int row = -1;
  double largest = 0.0;
  for (std::size_t i = 0; i < rows; ++i) {
    double squares = 0.0;
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      squares += A.value[k] * A.value[k];
    const double share = std::abs(lambda[i]) * std::sqrt(squares);
    if (!(share > largest)) continue;
    largest = share;
    row = static_cast<int>(i);
  }
  return row;
}

}  // namespace alembert
