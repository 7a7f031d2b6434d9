/// Small dense matrices over numbers and formulas alike, and what elimination asks about their entries.
#pragma once
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "alembert/scalar/scalar.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {

/// True of an entry that is zero whatever the state is: the number 0. A formula that merely has the value 0 is not.
inline bool is_nothing(double x) { return x == 0.0; }
inline bool is_nothing(Expr x) { return x.is_zero(); }

/// The entry as a person wants to read it; numbers stay as they are. Matrices have many entries: one that takes long is
/// left as it is.
inline double tidy(double x) { return x; }
inline Expr tidy(Expr x) {
  constexpr FormBudget budget{300, 10'000};
  return simplify(x, budget);
}

/// What dividing by an entry costs a formula: 0 for 1 and -1, 1 for other numbers, more for formulas. All numbers of a
/// numeric matrix but 1 and -1 are alike.
inline std::size_t pivot_cost(double x) { return std::abs(x) == 1.0 ? 0 : 1; }
inline std::size_t pivot_cost(Expr x) {
  if (x.is_number()) return x.is_one() || (-x).is_one() ? 0 : 1;
  return 2 + operations(x);
}

/// [rows x cols] row-major.
template <Scalar S>
struct Dense {
  int rows = 0, cols = 0;
  std::vector<S> a;

  Dense() = default;
  Dense(int r, int c) : rows(r), cols(c), a(static_cast<std::size_t>(r) * static_cast<std::size_t>(c), S(0.0)) {}

  S& operator()(int i, int j) { return a[place(i, j)]; }
  const S& operator()(int i, int j) const { return a[place(i, j)]; }

 private:
  std::size_t place(int i, int j) const {
    assert(0 <= i && i < rows && 0 <= j && j < cols);
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(j);
  }
};

template <Scalar S>
Dense<S> identity(int n) {
  Dense<S> result(n, n);
  for (int i = 0; i < n; ++i) result(i, i) = S(1.0);
  return result;
}
template <Scalar S>
Dense<S> column(const std::vector<S>& entries) {
  Dense<S> result(static_cast<int>(entries.size()), 1);
  result.a = entries;
  return result;
}
template <Scalar S>
Dense<S> transposed(const Dense<S>& m) {
  Dense<S> result(m.cols, m.rows);
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.cols; ++j) result(j, i) = m(i, j);
  return result;
}
template <Scalar S>
Dense<S> negated(Dense<S> m) {
  for (S& x : m.a)
    if (!is_nothing(x)) x = -x;
  return m;
}

/// a b, tidied. Zeros cost nothing.
template <Scalar S>
Dense<S> operator*(const Dense<S>& a, const Dense<S>& b) {
  assert(a.cols == b.rows);
  Dense<S> result(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.cols; ++k) {
      const S& factor = a(i, k);
      if (is_nothing(factor)) continue;
      for (int j = 0; j < b.cols; ++j)
        if (!is_nothing(b(k, j))) result(i, j) += factor * b(k, j);
    }
  }
  for (S& x : result.a) x = tidy(x);
  return result;
}
template <Scalar S>
std::vector<S> operator*(const Dense<S>& a, const std::vector<S>& x) {
  return (a * column(x)).a;
}
/// a - b, tidied.
template <Scalar S>
std::vector<S> difference(std::vector<S> a, const std::vector<S>& b) {
  assert(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!is_nothing(b[i])) a[i] = tidy(a[i] - b[i]);
  return a;
}

/// The rows, or columns, with these numbers, in this order.
template <Scalar S>
Dense<S> rows_of(const Dense<S>& m, const std::vector<int>& which) {
  Dense<S> result(static_cast<int>(which.size()), m.cols);
  for (int i = 0; i < result.rows; ++i)
    for (int j = 0; j < m.cols; ++j) result(i, j) = m(which[static_cast<std::size_t>(i)], j);
  return result;
}
template <Scalar S>
Dense<S> columns_of(const Dense<S>& m, const std::vector<int>& which) {
  return transposed(rows_of(transposed(m), which));
}
/// The entries with these numbers, in this order.
template <class T>
std::vector<T> entries_of(const std::vector<T>& list, const std::vector<int>& which) {
  std::vector<T> result;
  result.reserve(which.size());
  for (const int i : which) result.push_back(list[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace alembert
