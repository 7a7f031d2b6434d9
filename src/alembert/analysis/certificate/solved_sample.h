/// The motion of a system given by its energies as it is solved for at a sampled state, and what it is judged against.
#pragma once
#include <span>
#include <vector>

#include "alembert/analysis/certificate/certify_row_sizes.h"
#include "alembert/analysis/certificate/state_samples.h"
#include "alembert/analysis/state/evaluate.h"

namespace alembert {

/// Rows and the solved motion at one sample.
struct SolvedSample {
  std::size_t n = 0, m = 0;
  std::vector<double> A, b, c;
  std::vector<double> effort, free;  ///< free: M q'' + C q' + g + r - applied at q'' = 0
  std::vector<double> acceleration, lambda;

  std::span<const double> row(std::size_t i) const { return std::span(A).subspan(i * n, n); }
  std::vector<double> column(std::size_t j) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < m; ++i) result.push_back(A[i * n + j]);
    return result;
  }
};

SolvedSample solve(Evaluator& evaluator, const StateSample& sample);

RowSizes row_sizes(const Evaluator& evaluator, const StateSample& sample);

/// What the solved motion is judged against where constraints cancel forces: all forces along a coordinate, and what
/// these by themselves would give for accelerations. A coordinate where nothing acts has rounding of its neighbours'.
struct SampleSizes {
  std::vector<double> forces, accelerations;

  SampleSizes(const SolvedSample& s, std::span<const double> M, const RowSizes& rows);
};

}  // namespace alembert
