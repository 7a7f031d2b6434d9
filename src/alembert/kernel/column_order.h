/// The order of the joint columns in kernels that work in world axes.
#pragma once
#include <cstddef>
#include <vector>

#include "alembert/plan/plan.h"

namespace alembert {

/// Columns are numbered along the bodies, depth first, whereas speeds stand in v as the model has them. So the columns
/// of a subtree are neighbours, and those on the way to the world form few runs of neighbours (one in a chain): sums
/// over descendants and over ancestors run through contiguous memory.
struct ColumnOrder {
  explicit ColumnOrder(const Plan& plan);

  std::vector<std::size_t> first;  ///< [body + 1] columns of body b are first[b] ... first[b + 1] - 1
  std::vector<std::size_t>
      below_end;  ///< [body] columns of the bodies strictly below b: first[b + 1] ... below_end[b] - 1
  std::vector<std::size_t> run_first;  ///< [body] first column of the run that ends with the columns of b
  std::vector<std::size_t>
      run_above;                   ///< [body] body where the way to the world goes on above that run; 0 is the world
  std::vector<std::size_t> body;   ///< [column] the body that it moves
  std::vector<std::size_t> speed;  ///< [column] its place in v
  bool in_order = true;            ///< every column's place in v is its own number
  bool dense = true;               ///< every column is above or below every other: a single chain

  std::size_t size() const { return speed.size(); }

  /// f(first, last) for the runs of columns of body b and the bodies above it, from b to the world.
  template <class F>
  void for_runs_above(std::size_t b, F&& f) const {
    for (std::size_t a = b; a > 0; a = run_above[a]) f(run_first[a], first[a + 1]);
  }
  /// The same for the columns on the way from column c to the world, without c.
  template <class F>
  void for_runs_before(std::size_t c, F&& f) const {
    f(run_first[body[c]], c);
    for_runs_above(run_above[body[c]], f);
  }
};

}  // namespace alembert
