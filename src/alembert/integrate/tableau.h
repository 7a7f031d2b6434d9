/// Coefficients of an explicit embedded Runge-Kutta pair with dense output, as plain data.
#pragma once
#include <array>
#include <span>

namespace alembert {

///   k_0 = f(t, y)      k_i = f(t + c_i h, y + h sum_j a_ij k_j)        i = 1 .. stages
///   y1 = y + h sum_j a_sj k_j,  s = stages      so k_s = f(t + h, y1) is the next step's k_0 ("first same as last")
///
/// Error estimates are e_r = h sum_j error_rj k_j. One row: its norm is the error. Two rows (orders 5 and 3 of Hairer):
///   err = |e_0|^2 / sqrt(|e_0|^2 + 0.01 |e_1|^2)
///
/// Dense output at t + x h, with d = y1 - y and the rows r_j = h sum_i dense_ji k_i:
///   u(x) = y + x (d + (1-x) (h k_0 - d + x (2 d - h (k_0 + k_s) + (1-x) (r_0 + x (r_1 + (1-x) (r_2 + x r_3))))))
///
/// Ref: Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, secs. II.4 - II.6.
struct Tableau {
  static constexpr int widest = 16;
  using Row = std::array<double, widest>;

  int order = 0;                 ///< of y1
  int stages = 0;                ///< s: evaluations that make y1
  bool error_uses_last = false;  ///< the error rows need k_s, so it is evaluated before the step is judged
  double exponent = 0.0;         ///< controller: factor = 0.9 err^-exponent err_before^memory
  double memory = 0.0;
  double least_factor = 0.0;  ///< bounds of the change of the step size in one go
  double largest_factor = 0.0;
  double stability = 0.0;      ///< h |eigenvalue| beyond which steps grow, about: far out on the negative real axis
  std::span<const double> c;   ///< [s + 1 + extra stages of the dense output]
  std::span<const Row> a;      ///< strictly lower triangular, row i belongs to c_i
  std::span<const Row> error;  ///< 1 or 2 rows
  std::span<const Row> dense;  ///< 1 or 4 rows
};

/// Order 5 with error estimate of order 4 and dense output of order 4; 6 evaluations a step.
/// Ref: Dormand and Prince 1980, J. Comput. Appl. Math. 6(1), p. 19-26; dense output HNW sec. II.6, eq. (6.12).
const Tableau& dormand_prince_5();

/// Order 8 with error estimates of orders 5 and 3 and dense output of order 7; 12 evaluations a step, 3 more where the
/// dense output is asked for. Ref: HNW sec. II.5 (method) and II.6 (dense output), coefficients of the authors' DOP853.
const Tableau& dormand_prince_8();

}  // namespace alembert
