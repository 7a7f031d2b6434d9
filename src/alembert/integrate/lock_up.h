/// Noticing that a driven mechanism cannot follow its drives.
#pragma once
#include <deque>
#include <span>
#include <vector>

#include "alembert/integrate/stepper.h"
#include "alembert/integrate/system_ode.h"

namespace alembert {

/// Where rows that move by themselves lead to a configuration t* behind which none satisfies them, they lose rank there
/// and speeds grow like (t* - t)^-1/2. Steps shorten in proportion to t* - t, without ever getting there, until nothing
/// but rounding is left of the rates. Long before that this tells, by what a motion that passes a singular
/// configuration never does: while rank is about to be lost, within 200 steps, they have shortened to a three hundredth
/// and a speed has grown tenfold.
class LockUp {
 public:
  /// Forgets what it has seen, as a run that goes on from a checkpoint does.
  void forget() { seen_.clear(); }

  /// Looks at the method's last accepted step; true where the motion ends just behind it.
  bool ahead(SystemOde& ode, const Stepper& method);

 private:
  struct Step {
    double h = 0.0;
    std::vector<double> v;
  };
  std::deque<Step> seen_;  ///< the last ones, since rank has been about to be lost
  std::vector<double> b_;
};

/// The row with the largest part in what holds a state that moves as rows prescribe: one of those that lock up.
int locked_row(const System& system, const State& x);

}  // namespace alembert
