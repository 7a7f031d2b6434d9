#include "alembert/linalg/sparse_semidefinite.h"

#include <cmath>

#include "alembert/linalg/eigen_sparse.h"
#include "alembert/linalg/semidefinite.h"

namespace alembert {

using Matrix = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

struct SparseSemidefiniteSolver::Parts {
  int n = 0;
  std::vector<std::pair<int, int>> pattern;
  std::vector<double> values;
  std::vector<int> place;  ///< [element] in the arrays of `scaled`
  Matrix scaled;           ///< lower triangle
  Eigen::SimplicialLDLT<Matrix> factors;
  Vector scale, rest;
  bool weak = false;
  double least_pivot = 1.0;

  Parts(int size, std::span<const std::pair<int, int>> elements)
      : n(size), pattern(elements.begin(), elements.end()), values(pattern.size(), 0.0), scale(size), rest(size) {
    std::vector<Eigen::Triplet<double>> triplets;
    for (const auto& [i, j] : pattern) triplets.emplace_back(i, j, 1.0);
    scaled.resize(n, n);
    scaled.setFromTriplets(triplets.begin(), triplets.end());
    scaled.makeCompressed();
    for (const auto& [i, j] : pattern) place.push_back(static_cast<int>(&scaled.coeffRef(i, j) - scaled.valuePtr()));
    factors.analyzePattern(scaled);
  }

  /// Whether the factorization is sound.
  bool load(double shift) {
    for (std::size_t k = 0; k < pattern.size(); ++k) {
      const auto [i, j] = pattern[k];
      scaled.valuePtr()[place[k]] = scale[i] * scale[j] * values[k] + (i == j ? shift : 0.0);
    }
    factors.factorize(scaled);
    const bool done = factors.info() == Eigen::Success;
    if (shift == 0.0) least_pivot = done ? factors.vectorD().minCoeff() : 0.0;
    return done && least_pivot > weak_pivot;
  }

  Vector solved(const Vector& r) const {
    const Vector inner = factors.solve(scale.cwiseProduct(r));
    return scale.cwiseProduct(inner);
  }

  void residual(std::span<const double> r, const Vector& x) {
    rest = Eigen::Map<const Vector>(r.data(), n);
    for (std::size_t k = 0; k < pattern.size(); ++k) {
      const auto [i, j] = pattern[k];
      rest[i] -= values[k] * x[j];
      if (i != j) rest[j] -= values[k] * x[i];
    }
  }
};

SparseSemidefiniteSolver::SparseSemidefiniteSolver(int n, std::span<const std::pair<int, int>> pattern)
    : parts_(std::make_unique<Parts>(n, pattern)) {}
SparseSemidefiniteSolver::~SparseSemidefiniteSolver() = default;
SparseSemidefiniteSolver::SparseSemidefiniteSolver(const SparseSemidefiniteSolver& other)
    : parts_(std::make_unique<Parts>(other.parts_->n, other.parts_->pattern)) {}

std::span<double> SparseSemidefiniteSolver::values() { return parts_->values; }
bool SparseSemidefiniteSolver::weak() const { return parts_->weak; }
double SparseSemidefiniteSolver::least_pivot() const { return parts_->least_pivot; }

double SparseSemidefiniteSolver::rest(int row) const { return parts_->rest[row]; }

int SparseSemidefiniteSolver::rows_above(double share) const {
  return static_cast<int>((parts_->factors.vectorD().array() > share).count());
}

void SparseSemidefiniteSolver::factor() {
  Parts& p = *parts_;
  p.scale.setOnes();
  double largest = 0.0;
  for (std::size_t k = 0; k < p.pattern.size(); ++k)
    if (p.pattern[k].first == p.pattern[k].second) largest = std::max(largest, p.values[k]);
  for (std::size_t k = 0; k < p.pattern.size(); ++k) {
    const auto [i, j] = p.pattern[k];
    const double diagonal = std::max(p.values[k], vanished_row * largest);
    if (i == j && diagonal > 0.0 && std::isfinite(diagonal)) p.scale[i] = 1.0 / std::sqrt(diagonal);
  }
  p.weak = !p.load(0.0);
  if (p.weak) p.load(proximal_shift);
}

void SparseSemidefiniteSolver::solve(std::span<double> x) {
  Parts& p = *parts_;
  Eigen::Map<Vector> result(x.data(), p.n);
  if (!p.weak) {
    result = p.solved(result);
    return;
  }
  const std::vector<double> r(x.begin(), x.end());
  Vector sum = Vector::Zero(p.n);
  for (int k = 0; k < proximal_steps; ++k) {
    p.residual(r, sum);
    sum += p.solved(p.rest);
  }
  result = sum;
}

int SparseSemidefiniteSolver::worst_row(std::span<const double> r, std::span<const double> x, double tolerance) {
  Parts& p = *parts_;
  p.residual(r, Eigen::Map<const Vector>(x.data(), p.n));
  const double size = p.scale.cwiseProduct(Eigen::Map<const Vector>(r.data(), p.n)).lpNorm<Eigen::Infinity>();
  Eigen::Index row = 0;
  const double worst = p.scale.cwiseProduct(p.rest).cwiseAbs().maxCoeff(&row);
  return worst <= tolerance * size ? -1 : static_cast<int>(row);
}

}  // namespace alembert
