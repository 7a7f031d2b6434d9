/// The constraint rows of a mechanism at a state, in joint coordinates.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/kernel/rows/geometric_rows.h"
#include "alembert/system/constraints/formula_row_parts.h"
#include "alembert/system/constraints/row_layout.h"

namespace alembert {

/// Evaluates rows at one state at a time. Keeps scratch memory; one object for each thread. Instances: double, Dual<8>.
template <Scalar S>
class ConstraintRows {
 public:
  using In = std::span<const S>;

  /// All of these must outlive this.
  ConstraintRows(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const ConstraintSetup& setup,
                 const NumberReals& real, const BodyFrameChoices& choices, const PlaneAngles& angles);

  /// phi, A, b and, with `accelerations`, c at the state. Needs joint_poses, world_poses and velocities in w;
  /// with `accelerations` it fills w.A_B with those of vdot = 0. Not `moving`: v is not known, and zero.
  void at(const S& t, In q, In v, Workspace<S>& w, bool accelerations, bool moving = true);

  /// [row] what its terms add up to before they cancel, sqrt(sum over speeds (units_j sum (|n| + |f| r)|w_j| +
  /// |f||v_j|)^2) over its entries, where a unit of speed j moves an entry's body by w_j and v_j, and r is how far from
  /// its origin anything is fixed to the body: n is an arm times f. For the state of the last at().
  std::vector<double> sizes(In q, std::span<const double> units, const Workspace<S>& w);

  /// [row] rounding of phi: places are differences of places in the world. For the state of the last at().
  std::vector<double> floors(In q, const Workspace<S>& w);

  In phi() const { return phi_; }  ///< [row]; 0 for nonholonomic rows
  In b() const { return b_; }      ///< [row]
  In c() const { return c_; }      ///< [row] of A vdot = c
  /// Coefficients of a row for its columns().
  In row(int i) const { return In(A_).subspan(begin(i), begin(i + 1) - begin(i)); }
  /// Speeds that a row holds, ascending.
  std::span<const int> columns(int i) const {
    return std::span<const int>(columns_).subspan(begin(i), begin(i + 1) - begin(i));
  }
  const RowSource& source(int row) const {
    const auto i = static_cast<std::size_t>(row);
    return setup_->rows.sources[static_cast<std::size_t>(setup_->rows.source_of[i])];
  }

  /// Reads coordinates and speeds of closing joints. Needs world_poses and velocities. Angles continue from the last
  /// reading, or from the start.
  const ClosingReadings<S>& read_closing(double t, const Workspace<S>& w, bool moving = true) {
    return closing_.read(t, w, moving);
  }
  /// A motion has come to this state: angles continue from here. Needs the same.
  void accept(double t, const Workspace<S>& w) { closing_.accept(t, w); }
  void start_over() { closing_.start_over(); }
  /// Their accelerations; needs accelerations() at the true vdot in w, and read_closing().
  void read_closing_accelerations(const Workspace<S>& w) { closing_.read_accelerations(w); }
  const ClosingReadings<S>& closing() const { return closing_.readings(); }
  /// Rows that read the speeds of closing joints [dependent speed], as read_closing() left them.
  const RowSet<S>& closing_rows() const { return closing_.rows(); }
  /// One of them in terms of the tree's speeds: (speed, coefficient), ascending.
  std::vector<std::pair<int, S>> closing_row(int speed, const Workspace<S>& w) const;

  /// Of formulas and lengths, for their comparisons.
  std::vector<TapeMachine<S>*> machines() { return {&formulas_.machine(), &lengths_.machine()}; }

  /// What angles of closing joints continue from.
  std::vector<double> memory() const { return closing_.memory(); }
  void recall(std::span<const double> memory) { closing_.recall(memory); }

 private:
  ConstraintRows(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const ConstraintSetup& setup,
                 const NumberReals& real, const PlaneAngles& angles, const BodyParams<S>& bodies);

  /// A body that a source holds.
  struct Held {
    BodyMotion<S> motion;
    BodyAcceleration<S> acceleration;  ///< at vdot = 0
  };
  std::size_t begin(int row) const { return static_cast<std::size_t>(first_[static_cast<std::size_t>(row)]); }
  void evaluate_formulas(const S& t, In q, In v, const Workspace<S>& w, bool moving);
  /// Leaves the rows of a source in set_.
  void write(int source, In q, const Workspace<S>& w, bool accelerations);
  void hold(int source, const Workspace<S>& w, bool accelerations);
  const BodyMotion<S>& motion(int source, int body) const { return held_[layout_.path_of(source, body)].motion; }
  void write_closing_joint(int source);
  void write_formula(int source);
  void write_geometric(int source, In q);
  S plane_turn(int first, int second, In q) const;
  void to_speeds(int source, const Workspace<S>& w, bool accelerations);
  void add_entry(int source, std::size_t path, const RowEntry<S>& entry, const Vec3<S>& p_W, const Workspace<S>& w,
                 std::span<S> row) const;

  const Mechanism* model_;
  const Compiled* compiled_;
  const Params<S>* par_;
  const ConstraintSetup* setup_;
  const PlaneAngles* angles_;
  std::vector<GeometricRowReals<S>> geometry_;  ///< [constraint]
  std::vector<double> reach_;                   ///< [body] [m] farthest from its origin that a joint or constraint is
  RowLayout layout_;
  ClosingJoints<S> closing_;
  FormulaRowParts<S> formulas_;
  FormulaMachine<S> lengths_;
  In length_values_;
  std::vector<int> first_;    ///< [row + 1] in A_
  std::vector<int> columns_;  ///< as A_
  std::vector<S> phi_, b_, c_, A_;
  // Of the source at hand.
  std::vector<Held> held_;              ///< [path]
  std::vector<BodyMotion<S>> motions_;  ///< [body] where formulas are
  RowSet<S> set_;                       ///< its rows as written
};

}  // namespace alembert
