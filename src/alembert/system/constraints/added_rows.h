/// Forces along speeds on top of a system that has constraints of its own.
#pragma once
#include <utility>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// A speed as a sum of those of the system: (speed, coefficient). A tree's joint has one term.
using SpeedRow = std::vector<std::pair<int, double>>;

inline double along(const SpeedRow& row, System::In x) {
  double sum = 0.0;
  for (const auto& [speed, factor] : row) sum += factor * x[static_cast<std::size_t>(speed)];
  return sum;
}

/// What a unit force along each of some rows g_i does at a configuration, the base's own rows held:
///
///   M x_i + A^T mu_i = g_i,    A x_i = 0
///
/// One solve of the base for each row; no more while configuration and rows stay. The base must outlive it.
class AddedRows {
 public:
  using In = System::In;

  explicit AddedRows(const System& base) : base_(base) {}

  Status set(double t, In q, const std::vector<SpeedRow>& rows);

  std::size_t size() const { return rows_.size(); }
  const SpeedRow& row(std::size_t i) const { return rows_[i]; }
  In response(std::size_t i) const { return x_[i]; }      ///< x_i [nv]
  In multipliers(std::size_t i) const { return mu_[i]; }  ///< mu_i [na of the base]
  /// g_i . x_j: what a force along j gives along i; symmetric, positive semidefinite.
  double compliance(std::size_t i, std::size_t j) const { return along(rows_[i], x_[j]); }
  /// Whether the base's rows alone decide how row i moves: they carry a force along it whole, and it moves nothing.
  bool carried(std::size_t i) const;

 private:
  const System& base_;
  std::vector<SpeedRow> rows_;
  std::vector<std::vector<double>> x_, mu_;
  std::vector<double> q_;
  double t_ = 0.0;
  bool known_ = false;
};

}  // namespace alembert
