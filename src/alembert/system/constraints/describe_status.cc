#include "alembert/system/constraints/describe_status.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/system/constraints/contradicting_rows.h"
#include "alembert/system/constraints/unbounded_rows.h"
#include "alembert/system/rank/manifold_walk.h"

namespace alembert {

namespace {

std::string time_of(const Status& status) { return "at t = " + shortest(status.time) + " s"; }

/// The row or the speed that it is about, in brackets, and rows that say the same.
std::string place_of(const Status& status, const System& system, std::span<const double> q) {
  if (status.index < 0) return "";
  if (!of_row(status)) return " ('" + system.speed_name(status.index) + "')";
  std::vector<std::string> others;
  if (!q.empty() && status.index < system.sizes().na) others = rows_beside(system, status.time, q, status.index);
  return " ('" + system.row_name(status.index) + "'" +
         (others.empty() ? "" : ", which depends on " + quoted(others) + " and must agree with them") + ")";
}

/// Whether rows ask for a motion of their own: positions or speeds that change with time while q stays.
bool rows_move(const System& system, double t, std::span<const double> q) {
  const Sizes sizes = system.sizes();
  if (q.size() != static_cast<std::size_t>(sizes.nq)) return false;
  std::vector<double> phi(static_cast<std::size_t>(sizes.nc)), b(static_cast<std::size_t>(sizes.na));
  const auto rows_at = [&](double time) {
    system.constraint(time, q, phi);
    system.constraint_speed(time, q, b);
    return std::pair(phi, b);
  };
  const auto now = rows_at(t);
  for (const double later : {1e-3, 0.1, 0.37, 1.3})  // a motion may begin only later, or rest now and then
    if (rows_at(t + later) != now) return true;
  return false;
}

/// Rows with a speed of their own that nothing can obey from here: names. Up to 200 rows.
std::vector<std::string> locked_drives(const System& system, double t, std::span<const double> q) {
  constexpr int most = 200;
  constexpr double length = 1e-3;  // scaled: far above what a double root leaves open, far below where curvature shows
  const Sizes sizes = system.sizes();
  if (q.size() != static_cast<std::size_t>(sizes.nq) || std::max(sizes.na, sizes.nv) > most) return {};
  std::vector<double> b(static_cast<std::size_t>(sizes.na));
  system.constraint_speed(t, q, b);
  WalkRows others;
  std::vector<int> driven;
  for (int i = 0; i < sizes.na; ++i) {
    if (!std::isfinite(b[static_cast<std::size_t>(i)])) return {};
    if (b[static_cast<std::size_t>(i)] != 0.0) {
      driven.push_back(i);
      continue;
    }
    others.rows.push_back(i);
    if (i < sizes.nc) others.holonomic.push_back(i);
  }
  std::vector<std::string> names;
  if (driven.empty()) return names;
  try {
    for (const int row : locked_rows(ScaledConstraints(system, t, q), others, driven, t, q, length))
      names.push_back(system.row_name(row));
  } catch (const Error&) {  // rows without a value: their own trouble
  }
  return names;
}

std::string why_contradicting(const System& system, double t, std::span<const double> q) {
  if (const std::vector<std::string> locked = locked_drives(system, t, q); !locked.empty())
    return "the drive of " + quoted(locked) +
           " is locked, whatever its speed: start beside this dead centre or drive another joint; the mechanism stands";
  return rows_move(system, t, q) ? "two drives may want different motions, or the mechanism has locked up or stands"
                                 : "the mechanism may have locked up or stand";
}

}  // namespace

std::string describe_lock_up(const Status& status, const System& system, std::span<const double> q) {
  if (status.trouble != Trouble::lost && status.trouble != Trouble::locked) return describe(status, system, q);
  return time_of(status) + " the mechanism locks up" + place_of(status, system, q) +
         ": its drives ask for a position that it cannot reach, or one from which it may go on in several ways; limit"
         " the driven motion or change lengths";
}

namespace {

/// A method without a step to take may have met a row that asks for something infinite: then it is that.
Status cause_of(const Status& status, const System& system, std::span<const double> q) {
  const bool no_step = status.trouble == Trouble::not_finite || status.trouble == Trouble::step_too_small ||
                       status.trouble == Trouble::stalled;
  if (!no_step || q.size() != static_cast<std::size_t>(system.sizes().nq)) return status;
  const double moment = 1e-10 * std::max(1.0, std::abs(status.time));
  const int row = unbounded_row(system, status.time, q, moment);
  return row < 0 ? status : Status{Trouble::unbounded, row, status.time};
}

}  // namespace

std::string describe(const Status& reported, const System& system, std::span<const double> q) {
  const Status status = cause_of(reported, system, q);
  const std::string when = time_of(status), where = place_of(status, system, q);
  switch (status.trouble) {
    case Trouble::none: return "no trouble";
    case Trouble::singular:
      return when + " the mass matrix is singular" + where +
             "; a coordinate has no inertia there: start elsewhere or choose other coordinates";
    case Trouble::not_finite:
      return when + " the equations give a value that is not finite" + where +
             "; look for a division by zero, a root or logarithm of a negative number, or a motion that runs away";
    case Trouble::step_too_small:
      return when + " the step became too small for the tolerance" + where +
             "; the motion is singular or discontinuous there, or the tolerance is below what doubles can carry";
    case Trouble::too_many_steps:
      return when +
             " the step budget was used up; shorten the time, loosen the tolerance, or lengthen the steps where"
             " their size is given";
    case Trouble::stalled:
      return when + " time hardly advances any more" + where +
             "; the coordinates may be singular there (an angle at a pole), a force may jump (dry friction), or the"
             " motion is too stiff or too fast for this method";
    case Trouble::unsolved:
      return when + " the equations of a step could not be solved" + where +
             "; its motion there is too fast for steps of this size (a stiff spring, a speed that runs away): give a"
             " smaller step size or tolerance, or take the method ida or cvode";
    case Trouble::inconsistent:
      return when + " the constraints contradict each other" + where + "; " +
             why_contradicting(system, status.time, q) +
             " at a singular configuration, where it may go on in several ways";
    case Trouble::runaway:
      return when +
             " rows that depend on each other push against each other with forces that only rounding has chosen" +
             where + "; leave one of them out (`mobility` names redundant rows), or start elsewhere";
    case Trouble::unmet:
      return when + " the accelerations cannot be found to more than a few digits: they miss a constraint row" + where +
             "; masses or inertias there may be too unlike each other: look for one with a wrong unit, or cut the loop"
             " at another joint (cut = true)";
    case Trouble::lost:
      return when + " the motion cannot be kept on the constraints" + where +
             "; the mechanism may have locked up or passed a singular configuration: try a smaller tolerance";
    case Trouble::locked: return describe_lock_up(status, system, q);
    case Trouble::jumps:
      return when + " the position that a constraint asks for jumps" + where +
             "; a prescribed motion or length must be continuous: lead from one value to the other in finite time";
    case Trouble::unbounded:
      return when + " the speed or the acceleration that a constraint asks for is infinite or not defined" + where +
             "; a prescribed motion or length needs two derivatives: round its kink, or end before it";
    case Trouble::passed_over:
      return when +
             " a force, an input or a motion changes faster than the steps that were asked for can see; take shorter "
             "ones,"
             " or a method that chooses them, such as rk8";
    case Trouble::jams:
      return when + " friction that follows the load of a joint grows with that load without bound" + where +
             "; it jams there: a smaller coefficient or radius moves";
    case Trouble::interrupted: return when + " the run was interrupted";
  }
  return when;
}

}  // namespace alembert
