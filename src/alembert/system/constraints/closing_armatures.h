/// Armatures of joints that close loops, in the speeds of the tree.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/constraints/constraint_rows.h"
#include "alembert/system/mechanism/mass_branches.h"

namespace alembert {

/// With s = J v the speeds of such joints, s' = J v' - c, armatures a add J^T a J to the tree's mass matrix M and
/// -J^T a c to its bias. Solving uses the factors of M alone:
///
///   (M + J^T a J) x = M x0 + J^T a c      with      x = x0 - Y K^-1 (J x0 - c),  Y = M^-1 J^T,  K = a^-1 + J Y     (1)
///
/// branch by branch; K is as large as there are armatures in one. Costs nothing where there are none.
/// Keeps scratch memory; one object for each thread. Instances: double, Dual<8>.
/// Ref: Golub and Van Loan, 4th ed., sec. 2.1.4 (Sherman, Morrison and Woodbury).
template <Scalar S>
class ClosingArmatures {
 public:
  using In = std::span<const S>;
  using Out = std::span<S>;

  /// All of these must outlive this.
  ClosingArmatures(const Compiled& compiled, const Params<S>& par, const RowPlan& rows);

  bool empty() const { return list_.empty(); }
  int size() const { return static_cast<int>(list_.size()); }
  /// What the mass matrix couples with them.
  const MassBranches& branches() const { return branches_; }

  /// J and c at a state. Needs read_closing() of the rows and, for c, accelerations at v' = 0 in w.
  void read(const ConstraintRows<S>& rows, const Workspace<S>& w);

  const S& armature(int i) const { return list_[static_cast<std::size_t>(i)].a; }
  /// Row i of J for its columns().
  In row(int i) const { return list_[static_cast<std::size_t>(i)].J; }
  std::span<const int> columns(int i) const { return list_[static_cast<std::size_t>(i)].columns; }

  /// M += J^T a J; M [nv x nv] row-major.
  void add_mass(Out M) const;
  /// tau += J^T a (J v' - c): what they need for the accelerations `vdot` [nv]; empty stands for zeros.
  void add_forces(In vdot, Out tau) const;

  /// Prepares (1). Needs the factors of aba() in w.
  void factor(Workspace<S>& w);
  /// From x0 to x of (1), in all branches.
  void correct(Out x);
  /// The same with c = 0, in one branch.
  void correct_at_rest(int branch, Out x);

 private:
  struct Armature {
    int speed = 0;  ///< dependent speed
    int branch = 0;
    S a{0.0};
    S c{0.0};
    std::span<const int> columns;
    std::vector<S> J;  ///< [column]
    std::vector<S> Y;  ///< [speed of the branch]
  };
  static std::vector<Armature> find(const Compiled& compiled, const Params<S>& par, const RowPlan& rows);
  static std::vector<std::span<const int>> coupled(const std::vector<Armature>& list);
  std::span<Armature> at(int branch) {
    const auto b = static_cast<std::size_t>(branch);
    return std::span(list_).subspan(first_[b], first_[b + 1] - first_[b]);
  }
  void solve_column(Armature& armature, Workspace<S>& w);
  void correct(int branch, bool with_c, Out x);

  const Plan* plan_;
  const Params<S>* par_;
  std::vector<Armature> list_;  ///< branch by branch
  MassBranches branches_;
  std::vector<std::size_t> first_;           ///< [branch + 1] in list_
  std::vector<std::vector<S>> K_;            ///< [branch] factors
  std::vector<S> force_, solved_, reached_;  ///< force_ is zero between uses
};

}  // namespace alembert
