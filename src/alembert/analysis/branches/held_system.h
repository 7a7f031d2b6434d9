/// A system some of whose motions are held still.
#pragma once
#include <string>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// The positions of another system, moved by some of its speeds alone: coordinates stay those of the whole, speeds are
/// the ones that may move, rows are the holonomic ones. It has no dynamics.
class HeldSystem : public System {
 public:
  /// `whole` must outlive this.
  ///
  /// @param moving      speeds of `whole` that may move, ascending
  /// @param angle_rows  rows that hold an angle at a value: whole turns do not count in them
  HeldSystem(const System& whole, std::vector<int> moving, std::vector<int> angle_rows);

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override { return whole_.coordinate_name(i); }
  std::string speed_name(int i) const override { return whole_.speed_name(moving_[static_cast<std::size_t>(i)]); }
  std::string row_name(int i) const override { return whole_.row_name(i); }

  void inputs(double /*t*/, Out /*u*/) const override {}
  void step(In q, In dq, Out q_new) const override;
  void difference(In from, In to, Out dq) const override;
  void tidy(Out q) const override { whole_.tidy(q); }

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  void constraint(double t, In q, Out phi) const override;
  void constraint_jacobian(double t, In q, SparseRows& A) const override;
  RowScales row_scales(double t, In q) const override;
  Energies energies(const State& /*x*/, In /*u*/) const override { return {}; }

 private:
  const System& whole_;
  std::vector<int> moving_, angle_rows_;
  std::vector<int> place_;  ///< [speed of the whole] which of the moving ones it is, or -1
  Sizes sizes_;
  mutable std::vector<double> motion_;
  mutable SparseRows rows_;
};

}  // namespace alembert
