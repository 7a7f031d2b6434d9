/// Position, velocity and acceleration analysis of a system whose drives leave it no freedom.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Speeds that drives and constraints leave free at a state, as names of independent speeds; empty when the motion is
/// determined.
std::vector<std::string> free_speeds(const System& system, const State& x);

/// Whether the rows that hold positions determine the configuration. Where rows on speeds alone are needed to leave
/// nothing free (rolling), it follows from the motion before.
bool positions_determined(const System& system, const State& x);

/// Follows the one motion that the constraint rows allow, where positions_determined(). Each position starts from a
/// prediction by the last velocity and acceleration; where Newton's method ends far from the prediction (another
/// assembly branch, a turning point), the step in time is divided.
class DrivenMotion {
 public:
  /// `system` must outlive this. q and v satisfy the rows at time t.
  DrivenMotion(const System& system, const AssembleOptions& options, double t, std::vector<double> q,
               std::vector<double> v);

  /// Moves on to a later (or earlier) time. Not good where the rows cannot be satisfied any more: it stays at time(),
  /// where the mechanism has locked up (`lost`) or a row asks for another position from one moment to the next
  /// (`jumps`), or for a speed or an acceleration that is infinite (`unbounded`).
  Status advance(double t);
  /// One step of it, as far towards t as the prediction says something.
  Status approach(double t);

  /// Learns from another one, which has gone on from here, how long steps may be.
  void take_pace(const DrivenMotion& other) { pace_ = other.pace_; }

  const Status& status() const { return trouble_; }  ///< what keeps it where it is, if anything does
  double time() const { return t_; }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }
  const std::vector<double>& a() const { return a_; }

 private:
  Status try_step(double t);
  Status find_acceleration(double t, const std::vector<double>& q, const std::vector<double>& v,
                           std::vector<double>& a) const;

  Status stuck(double t, double shortest, int row) const;

  const System* system_;
  AssembleOptions options_;
  double t_;
  double pace_ = std::numeric_limits<double>::infinity();  ///< [s] what the next step may try
  std::vector<double> q_, v_, a_;
  Status trouble_;
};

/// Brings the start of a mechanism to time t where its rows depend on time: along the driven motion, or, where that
/// leaves something free, onto the rows of that time. Throws Error (singular) where the rows cannot be satisfied.
void follow_drives(const MechanismSetup& setup, double t, Point& x);

}  // namespace alembert
