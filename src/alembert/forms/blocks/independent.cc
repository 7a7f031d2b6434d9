#include "alembert/forms/blocks/independent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "alembert/core/index.h"
#include "alembert/forms/blocks/independent_error.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

/// A pivot serves when it is at least this share of the largest entry left in its class of columns: small enough to
/// leave a choice, large enough that elimination is stable.
constexpr double pivot_share = 0.1;
/// A class of columns serves while its largest entry is at least this share of the largest of all.
constexpr double class_share = 1e-4;
/// Unknowns up to which rows without number pivots are solved by Cramer's rule, which keeps one denominator.
constexpr int most_by_determinants = 3;
/// Operations in all rows from which on they are read by named parts: then entries beyond the second number stay as
/// they come, because writing each in its own best way takes long and leaves them with few parts in common.
constexpr std::size_t long_rows = 2'000;
constexpr std::size_t short_entry = 60;
/// Operations in the eliminated rows beyond which nobody reads them.
constexpr std::size_t most_operations = 200'000;

std::size_t size_of(const Dense<double>& /*unused*/) { return 0; }
std::size_t size_of(const Dense<Expr>& m) { return operations(m.a); }

double tidied(double x, bool /*in_long_rows*/) { return x; }
Expr tidied(Expr x, bool in_long_rows) { return in_long_rows && more_operations(x, short_entry) ? x : tidy(x); }

template <Scalar S>
S determinant(const Dense<S>& m) {
  if (m.rows == 0) return S(1.0);
  S sum(0.0);
  for (int j = 0; j < m.cols; ++j) {
    if (is_nothing(m(0, j))) continue;
    Dense<S> minor(m.rows - 1, m.cols - 1);
    for (int r = 1; r < m.rows; ++r)
      for (int c = 0; c < minor.cols; ++c) minor(r - 1, c) = m(r, c < j ? c : c + 1);
    const S term = m(0, j) * determinant(minor);
    if (j % 2 == 0)
      sum += term;
    else
      sum -= term;
  }
  return tidy(sum);
}

template <Scalar S>
class Elimination {
 public:
  Elimination(const Blocks<S>& blocks, const Dense<double>& numbers, const std::vector<char>& angles,
              const std::vector<int>& wanted)
      : blocks_(blocks), numbers_(numbers), formulas_(blocks.m, blocks.n + 1), rank_of_column_(index(blocks.n), 0) {
    for (int i = 0; i < blocks.m; ++i) {
      if (!scale_row(i)) continue;
      for (int j = 0; j < blocks.n; ++j) formulas_(i, j) = blocks.Cq(i, j);
      formulas_(i, blocks.n) = blocks.Qd[index(i)];
    }
    for (std::size_t j = 0; j < angles.size(); ++j) rank_of_column_[j] = angles[j] != 0 ? 1 : 0;
    for (const int j : wanted) rank_of_column_[index(j)] = 2;
    row_used_.assign(index(blocks.m), 0);
    pivot_row_.assign(index(blocks.n), -1);
  }

  /// Number pivots first; what is left, if anything, is solved at once.
  void run() {
    for (;;) {
      const Pivot pivot = find_pivot();
      if (pivot.row < 0) break;
      if (rank_of_column_[index(pivot.column)] == 2) refuse(pivot);
      if (left_.empty() && pivot.cost <= 1)
        eliminate(pivot);
      else
        postpone(pivot);
    }
    if (!left_.empty()) solve_left();
  }

  void write(Blocks<S>& blocks) const {
    for (int j = 0; j < blocks.n; ++j) (pivot_row_[index(j)] < 0 ? blocks.independent : blocks.dependent).push_back(j);
    for (int i = 0; i < blocks.m; ++i)
      if (row_used_[index(i)] != 0) blocks.basis_rows.push_back(i);
    if (too_long_) {
      blocks.no_B = "the dependent accelerations as formulas of the independent ones are too long to read (more than " +
                    std::to_string(most_operations) + " operations)";
      return;
    }
    const int f = static_cast<int>(blocks.independent.size());
    blocks.B = Dense<S>(blocks.n, f);
    blocks.gamma.assign(index(blocks.n), S(0.0));
    for (int k = 0; k < f; ++k) blocks.B(blocks.independent[index(k)], k) = S(1.0);
    for (const int j : blocks.dependent) {
      const int row = pivot_row_[index(j)];
      for (int k = 0; k < f; ++k) {
        const S& entry = formulas_(row, blocks.independent[index(k)]);
        if (!is_nothing(entry)) blocks.B(j, k) = tidied(-entry, long_);
      }
      blocks.gamma[index(j)] = formulas_(row, blocks.n);
    }
  }

 private:
  struct Pivot {
    int row = -1, column = -1;
    std::size_t cost = 0;
    double value = 0.0;
  };

  /// Rows in different units compare once their largest entry is 1. False for a row of zeros, which takes no part.
  bool scale_row(int i) {
    double largest = 0.0;
    for (int j = 0; j < blocks_.n; ++j) largest = std::max(largest, std::abs(numbers_(i, j)));
    if (largest > 0.0)
      for (int j = 0; j < blocks_.n; ++j) numbers_(i, j) /= largest;
    return largest > 0.0;
  }

  double largest_left(int rank_of_column) const {
    double largest = 0.0;
    for (int i = 0; i < blocks_.m; ++i)
      for (int j = 0; j < blocks_.n; ++j)
        if (serves(i, j) && rank_of_column_[index(j)] == rank_of_column)
          largest = std::max(largest, std::abs(numbers_(i, j)));
    return largest;
  }
  bool serves(int i, int j) const {
    return row_used_[index(i)] == 0 && pivot_row_[index(j)] < 0 && !(left_.empty() && is_nothing(formulas_(i, j)));
  }

  /// Once formulas stay as they are, an entry may be nothing there and something in the eliminated rows.
  std::size_t cost(int i, int j) const {
    return is_nothing(formulas_(i, j)) ? most_operations : pivot_cost(formulas_(i, j));
  }

  Pivot find_pivot() const {
    const std::array<double, 3> largest{largest_left(0), largest_left(1), largest_left(2)};
    const double all = *std::ranges::max_element(largest);
    if (!(all > rank_tolerance)) return {};
    const auto* const found = std::ranges::find_if(largest, [&](double x) { return x >= class_share * all; });
    const auto which = found - largest.begin();
    Pivot best;
    for (int i = 0; i < blocks_.m; ++i)
      for (int j = 0; j < blocks_.n; ++j) {
        const double value = std::abs(numbers_(i, j));
        if (!serves(i, j) || rank_of_column_[index(j)] != which || value < pivot_share * *found) continue;
        const Pivot candidate{i, j, cost(i, j), value};
        if (best.row < 0 || better(candidate, best)) best = candidate;
      }
    return best;
  }

  /// Formulas: the cheapest; of equals the last coordinate, so that the first ones stay independent. Numbers: the
  /// largest.
  static bool better(const Pivot& a, const Pivot& b) {
    if constexpr (std::is_same_v<S, Expr>) {
      if (a.cost != b.cost) return a.cost < b.cost;
      return a.cost > 0 && a.column > b.column;
    }
    return a.value > b.value;
  }

  void use(const Pivot& pivot) {
    row_used_[index(pivot.row)] = 1;
    pivot_row_[index(pivot.column)] = pivot.row;
    divide_row(numbers_, pivot, blocks_.n);
    for (int i = 0; i < blocks_.m; ++i) subtract_row(numbers_, i, pivot, blocks_.n);
  }
  void eliminate(const Pivot& pivot) {
    use(pivot);
    divide_and_subtract(pivot);
  }
  /// Decides for a pivot and leaves the formulas as they are.
  void postpone(const Pivot& pivot) {
    use(pivot);
    left_.push_back(pivot);
  }

  /// The rows of left_ for their own columns: one after the other, or by determinants where there are few.
  void solve_left() {
    if (static_cast<int>(left_.size()) <= most_by_determinants)
      solve_by_determinants();
    else
      for (const Pivot& pivot : left_) divide_and_subtract(pivot);
  }
  void divide_and_subtract(const Pivot& pivot) {
    if (too_long_) return;
    divide_row(formulas_, pivot, blocks_.n + 1, long_);
    for (int i = 0; i < blocks_.m; ++i) subtract_row(formulas_, i, pivot, blocks_.n + 1, long_);
    note_size();
  }
  void note_size() {
    const std::size_t size = size_of(formulas_);
    long_ = size > long_rows;
    too_long_ = size > most_operations;
  }

  void solve_by_determinants() {
    const int k = static_cast<int>(left_.size());
    Dense<S> own(k, k);
    for (int r = 0; r < k; ++r)
      for (int c = 0; c < k; ++c) own(r, c) = formulas_(left_[index(r)].row, left_[index(c)].column);
    const S all = determinant(own);
    Dense<S> solved(k, blocks_.n + 1);
    for (int j = 0; j <= blocks_.n; ++j) {
      if (j < blocks_.n && pivot_row_[index(j)] >= 0) continue;  // dependent: not on the right side
      for (int c = 0; c < k; ++c) {
        Dense<S> replaced = own;
        for (int r = 0; r < k; ++r) replaced(r, c) = formulas_(left_[index(r)].row, j);
        solved(c, j) = tidy(determinant(replaced) / all);
      }
    }
    for (int c = 0; c < k; ++c) {
      const Pivot& pivot = left_[index(c)];
      for (int j = 0; j <= blocks_.n; ++j) formulas_(pivot.row, j) = solved(c, j);
      formulas_(pivot.row, pivot.column) = S(1.0);
    }
    for (const Pivot& pivot : left_)
      for (int i = 0; i < blocks_.m; ++i)
        if (!is_left(i)) subtract_row(formulas_, i, pivot, blocks_.n + 1, long_);
    note_size();
  }
  bool is_left(int row) const {
    return std::ranges::any_of(left_, [&](const Pivot& pivot) { return pivot.row == row; });
  }

  template <Scalar T>
  static void divide_row(Dense<T>& m, const Pivot& pivot, int columns, bool in_long_rows = false) {
    const T by = m(pivot.row, pivot.column);
    for (int j = 0; j < columns; ++j)
      if (!is_nothing(m(pivot.row, j))) m(pivot.row, j) = tidied(m(pivot.row, j) / by, in_long_rows);
    m(pivot.row, pivot.column) = T(1.0);
  }
  template <Scalar T>
  static void subtract_row(Dense<T>& m, int i, const Pivot& pivot, int columns, bool in_long_rows = false) {
    const T factor = m(i, pivot.column);
    if (i == pivot.row || is_nothing(factor)) return;
    for (int j = 0; j < columns; ++j)
      if (!is_nothing(m(pivot.row, j))) m(i, j) = tidied(m(i, j) - factor * m(pivot.row, j), in_long_rows);
    m(i, pivot.column) = T(0.0);
  }

  /// A coordinate chosen by the user became a pivot: says what holds it.
  [[noreturn]] void refuse(const Pivot& pivot) const {
    std::vector<std::string> tied, holding;
    for (int j = 0; j < blocks_.n; ++j)
      if (j != pivot.column && rank_of_column_[index(j)] == 2 && pivot_row_[index(j)] < 0 &&
          std::abs(numbers_(pivot.row, j)) > rank_tolerance)
        tied.push_back(blocks_.coordinates[index(j)]);
    for (int i = 0; i < blocks_.m; ++i)
      if (!is_nothing(blocks_.Cq(i, pivot.column))) holding.push_back(blocks_.rows[index(i)]);
    const int free = blocks_.n - find_rank(blocks_.m, blocks_.n, numbers_.a).rank;
    throw cannot_be_independent(blocks_.coordinates[index(pivot.column)], tied, holding, free);
  }

  const Blocks<S>& blocks_;
  Dense<double> numbers_;
  Dense<S> formulas_;  ///< Cq and, in the last column, Qd
  std::vector<int> rank_of_column_;
  std::vector<char> row_used_;
  std::vector<int> pivot_row_;  ///< [n] -1 where the coordinate is independent
  std::vector<Pivot> left_;     ///< pivots that are formulas
  bool long_ = false, too_long_ = false;
};

}  // namespace

template <Scalar S>
void choose_independent(Blocks<S>& blocks, const Dense<double>& numbers, const std::vector<char>& angles,
                        const std::vector<int>& wanted) {
  blocks.independent.clear();
  blocks.dependent.clear();
  blocks.basis_rows.clear();
  blocks.no_B.clear();
  Elimination<S> elimination(blocks, numbers, angles, wanted);
  elimination.run();
  elimination.write(blocks);
}

template <Scalar S>
std::vector<char> body_angles(const Blocks<S>& blocks) {
  std::vector<char> result(static_cast<std::size_t>(blocks.n), 0);
  const int turning = blocks.planar ? 1 : 3;
  for (const BlockBody<S>& body : blocks.bodies)
    for (int k = blocks.body_size() - turning; k < blocks.body_size(); ++k)
      result[static_cast<std::size_t>(body.first + k)] = 1;
  return result;
}

template void choose_independent(Blocks<double>&, const Dense<double>&, const std::vector<char>&,
                                 const std::vector<int>&);
template void choose_independent(Blocks<Expr>&, const Dense<double>&, const std::vector<char>&,
                                 const std::vector<int>&);
template std::vector<char> body_angles(const Blocks<double>&);
template std::vector<char> body_angles(const Blocks<Expr>&);

}  // namespace alembert
