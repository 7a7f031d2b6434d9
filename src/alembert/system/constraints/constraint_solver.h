/// Accelerations under constraints in joint coordinates, by the recursive factors of the mass matrix.
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "alembert/linalg/semidefinite.h"
#include "alembert/linalg/sparse_semidefinite.h"
#include "alembert/system/constraints/closing_armatures.h"
#include "alembert/system/constraints/rows_first.h"
#include "alembert/system/rank/row_selection.h"

namespace alembert {

///   M x + A^T lambda = f,  A x = c          with        (A M^-1 A^T) lambda = A M^-1 f - c                         (1)
///
/// with the armatures of closing joints in M. A row only reaches the branches of M that it holds, so local loops cost
/// what their branches cost; (1) is sparse where there are many rows. Where the tree alone has a motion without inertia
/// (a massless rod that only the loop holds), M is replaced by M + w A^T A, which changes neither x nor lambda: such
/// mechanisms are solved with dense matrices.
///
/// (1) holds the rows that others follow from (ConstraintSetup::kept); where these come to depend on each other at a
/// state and other rows would do, it holds those there. Rows left out have the multiplier zero, and are watched: one
/// that x misses contradicts the others.
///
/// Light bodies beside heavy ones make rows nearly parallel in (1) that are well apart as geometry. Where A x = c is
/// not met to rounding of its own terms, what is missing is solved for again, and where (1) is weak, by the rows before
/// the masses (RowsFirst): what the rows determine comes out whatever the masses, and rows that depend on each other
/// stay out of it.
/// Keeps scratch memory; one object for each thread. Instances: double, Dual<8>.
/// Ref: Featherstone 2008, sec. 8.5; Golub and Van Loan, 4th ed., sec. 3.5.3 (iterative improvement); Bertsekas 1996,
/// Constrained Optimization, sec. 2.2 (augmented Lagrangian).
template <Scalar S>
class ConstraintSolver {
 public:
  using In = std::span<const S>;
  using Out = std::span<S>;

  /// All of these must outlive this.
  ///
  /// @param massless  the tree has a motion without inertia
  ConstraintSolver(const Plan& plan, const Params<S>& par, const ConstraintSetup& setup, ClosingArmatures<S>& armatures,
                   bool massless);

  /// Prepares (1), and the armatures unless massless, for the rows at the state. Needs joint_poses and read() of the
  /// armatures; unless massless, the factors of aba() in w.
  void factor(const ConstraintRows<S>& rows, Workspace<S>& w);

  /// Writes f, where somebody asks for it.
  using Force = std::function<void(Out)>;

  /// From x = M^-1 f to the x and lambda of (1). Returns the row of A x = c that cannot be satisfied, or -1. Takes
  /// other rows, which needs w as for factor(), where some that were left out turn out to be independent.
  int correct(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Out lambda, Workspace<S>& w);
  int correct(const ConstraintRows<S>& rows, In f, In c, Out x, Out lambda, Workspace<S>& w) {
    const auto copy = [f](Out to) { std::ranges::copy(f, to.begin()); };
    return correct(rows, std::ref(copy), c, x, lambda, w);
  }

  /// x = M^-1 f, or (M + w A^T A)^-1 (f + w A^T c) where massless, to be given to correct() next.
  void unconstrained(const ConstraintRows<S>& rows, In f, In c, Out x, Workspace<S>& w);

  bool massless() const { return massless_; }
  /// Whether the last correct() has met rows that are well apart worse than rounding allows: its x says nothing.
  bool unmet() const { return unmet_; }
  /// Whether rows depend on each other, or nearly: the smallest pivot of (1), scaled to a unit diagonal, is below 1e-3,
  /// and so it is as geometry. Like rows_above() of the last factor(), while its rows are still at that state.
  bool rows_depend() const {
    constexpr double nearly = 1e-3;
    return again_->factored != nullptr && least_pivot() < nearly && geometry().least_pivot() < nearly;
  }
  /// How many rows have more than this share of their squares left beside the others, in (1) or as geometry. While rows
  /// vanish it is one less, even if others say what they said: multipliers grow there and pass from row to row. Where
  /// rows are close to each other at every configuration, as those of many loops in a row, the share is one of that.
  int rows_above(double share) const {
    if (again_->factored == nullptr) return count();
    share *= apart_;
    const int vanishing = geometry().shorter_than(share), apart = pivots_above(share) - vanishing;
    if (apart == count()) return apart;
    return std::max(apart, geometry().above(share) - (vanishing > 0 ? 1 : 0));
  }

 private:
  /// What looking at the rows again needs.
  struct Refinement {
    RowGeometry geometry;
    const ConstraintRows<S>* factored = nullptr;  ///< of the last factor()
    bool geometry_ready = false;
    RowsFirst rows_first;
    std::vector<S> mass;         ///< [speed squared]
    std::vector<S> force;        ///< [speed]
    std::vector<S> rest, step;   ///< [chosen]
    std::vector<S> tried, left;  ///< [speed]
    double off = 0.0;            ///< as the last miss() found it
  };

  int count() const { return static_cast<int>(chosen_.size()); }
  void find_reaches();
  /// Takes the rows that (1) holds, ascending.
  void choose(std::vector<int> rows);
  /// Whether x misses rows that were left out by more than rounding.
  bool misses_others(const ConstraintRows<S>& rows, In c, In x) const;
  std::vector<std::pair<int, int>> pattern_of(std::span<const int> rows) const;
  void factor_chosen(const ConstraintRows<S>& rows, Workspace<S>& w);
  void add_weighted(const ConstraintRows<S>& rows, In c, Out f) const;
  void fill_mass(const ConstraintRows<S>& rows, std::vector<S>& mass, Workspace<S>& w);
  void fill(const ConstraintRows<S>& rows, Workspace<S>& w);
  void solve_column(const ConstraintRows<S>& rows, int chosen, Workspace<S>& w);
  void set_element(std::size_t k, const S& value);
  double least_pivot() const { return sparse_ ? sparse_->least_pivot() : dense_.least_pivot(); }
  bool weak() const { return sparse_ ? sparse_->weak() : dense_.weak(); }
  int pivots_above(double share) const { return sparse_ ? sparse_->rows_above(share) : dense_.rows_above(share); }
  RowGeometry& geometry() const {
    if (!again_->geometry_ready) again_->geometry.read(*again_->factored);
    again_->geometry_ready = true;
    return again_->geometry;
  }
  /// again_->rest = A x - c; the largest of its rows over what it is made of. solve() leaves that of its x.
  double miss(const ConstraintRows<S>& rows, In c, In x);
  /// The largest row of again_->rest over the size of the row times the largest acceleration.
  double far_off(In c, In x) const;
  /// Whether rows are much nearer to each other in (1) than as geometry.
  bool masses_mix_rows() const;
  /// From x = M^-1 f to the x of (1), with found_; returns the largest of the right sides.
  double solve(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Workspace<S>& w);
  void solve_rows(Out x);             ///< (1) by its own factors: right side before, multipliers after
  void push(In forces, Out x) const;  ///< x -= M^-1 A^T forces
  void refine(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Workspace<S>& w);
  void solve_rows_first(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Workspace<S>& w);
  std::size_t worst_rest() const;  ///< where again_->rest is largest over the sizes of rows
  /// The row of (1) that x misses for more than rounding and damping, or -1. Needs again_->rest.
  int contradiction(const ConstraintRows<S>& rows, double size);
  /// The row left out that x misses, or -1.
  int contradicting_other(const ConstraintRows<S>& rows, In c, In x, double size) const;
  std::span<const int> branches_of(int row) const;

  const Plan* plan_;
  const Params<S>* par_;
  const ConstraintSetup* setup_;
  const RowPlan* rows_;
  ClosingArmatures<S>* armatures_;
  const MassBranches* parts_;
  bool massless_;
  double apart_;                              ///< squares of how far rows are apart in general, over most mechanisms'
  std::vector<int> first_branch_;             ///< [source + 1] in branches_
  std::vector<int> branches_;                 ///< that a source reaches, ascending; of source after source
  std::optional<RowSelection<S>> selection_;  ///< where some rows are left out
  std::vector<int> chosen_, others_;          ///< rows that (1) holds, and those that it does not
  std::vector<int> first_column_;             ///< [chosen + 1] in columns_
  std::vector<S> columns_;                    ///< M^-1 A^T, for the speeds of the branches that a row reaches
  std::vector<std::pair<int, int>> pattern_;  ///< elements of A M^-1 A^T on and below the diagonal, by columns
  SemidefiniteSolver<S> dense_;
  std::optional<SparseSemidefiniteSolver> sparse_;
  std::vector<S> mass_;  ///< massless: factors of M + w A^T A
  S weight_{0.0};
  std::vector<S> force_, solved_;  ///< [speed] one row and its column; zero between uses
  std::vector<S> right_, found_;   ///< [chosen] right side of (1), and its multipliers
  std::vector<S> before_;          ///< [speed] x as it was given
  bool unmet_ = false;
  std::unique_ptr<Refinement> again_;
};

}  // namespace alembert
