#include "alembert/analysis/mobility/accessible_motions.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/mobility/allowed_flow.h"
#include "alembert/linalg/singular_values.h"

namespace alembert {
namespace {

constexpr int most_paths = 24;
constexpr int quiet_paths = 4;                 ///< without a new motion, after which none is expected
constexpr int flows_in_path = 3;               ///< with different directions, one after the other
constexpr double most_multiplications = 3e10;  ///< multiplications: some ten seconds

/// Motions that were carried back to the first configuration, at a fixed time: unit vectors, one after the other.
class Collected {
 public:
  Collected(std::size_t motions, std::vector<double> drift) : motions_(motions), drift_(std::move(drift)) {}

  /// `x` are motions and, last, the scaled time that passes with them. With time drift_ is allowed: it is taken away.
  void add(std::span<const double> x) {
    std::vector<double> rest(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(motions_));
    double square = 0.0;
    for (std::size_t j = 0; j < motions_; ++j) {
      rest[j] -= x[motions_] * drift_[j];
      square += rest[j] * rest[j];
    }
    // A motion that was almost the drift says nothing.
    if (square < 1e-6) return;
    for (const double value : rest) vectors_.push_back(value / std::sqrt(square));
  }

  int count() const { return static_cast<int>(vectors_.size() / motions_); }
  const std::vector<double>& vectors() const { return vectors_; }
  int dimension() const {
    const std::vector<double> values = singular_values(count(), static_cast<int>(motions_), vectors_);
    return static_cast<int>(std::ranges::count_if(values, [](double s) { return s > accessible_tolerance; }));
  }

 private:
  std::size_t motions_;
  std::vector<double> drift_, vectors_;
};

/// Follows one random path and adds what comes back. False where no length of it was smooth enough.
bool follow_path(const AllowedFlow& flow, const FlowPlace& start, Random& random, Collected& collected) {
  std::vector<Flow> path;
  FlowPlace at = start;
  for (int k = 0; k < flows_in_path; ++k) {
    std::optional<Flow> next = flow.random_flow(at, random);
    if (!next) return false;
    at = next->end;
    path.push_back(std::move(*next));
  }
  const std::size_t size = flow.size();
  const std::vector<double> allowed = flow.allowed(at);
  if (allowed.empty()) return false;
  const std::size_t k = allowed.size() / size;
  double small = path.front().way;
  for (const Flow& part : path) small = std::min(small, part.way);
  small *= 1e-5;
  const auto back = [&](FlowPlace place) {
    for (auto part = path.rbegin(); part != path.rend(); ++part)  // NOLINT: clang 14 cannot reverse views
      place = flow.run(place, part->back());
    return place;
  };
  const FlowPlace home = back(at);  // the start, but for what the method errs
  std::vector<double> x(size), forward(size), backward(size);
  for (std::size_t i = 0; i < k; ++i) {
    for (const double sign : {1.0, -1.0}) {
      for (std::size_t j = 0; j < size; ++j) x[j] = sign * small * allowed[j * k + i];
      flow.difference(home, back(flow.step(at, x)), sign > 0.0 ? forward : backward);
    }
    double even = 0.0;
    double odd = 0.0;
    for (std::size_t j = 0; j < size; ++j) {
      even = std::max(even, std::abs(forward[j] + backward[j]));
      odd = std::max(odd, std::abs(forward[j] - backward[j]));
      x[j] = (forward[j] - backward[j]) / (2.0 * small);
    }
    // Where curvature shows at first order its square spoils the difference.
    if (even <= 1e-4 * odd && std::isfinite(odd)) collected.add(x);
  }
  return true;
}

void add_reach(const ScaledConstraints& constraints, double t, std::span<const double> q, const Collected& collected,
               AccessibleMotions& result) {
  std::vector<int> all(static_cast<std::size_t>(constraints.rows()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  std::vector<double> A;
  constraints.jacobian(t, q, all, A);
  const auto n = static_cast<std::size_t>(constraints.motions());
  result.reach.assign(all.size(), 0.0);
  const std::vector<double>& x = collected.vectors();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k + n <= x.size(); k += n) {
      double rate = 0.0;
      for (std::size_t j = 0; j < n; ++j) rate += A[i * n + j] * x[k + j];
      result.reach[i] = std::max(result.reach[i], std::abs(rate));
    }
}

}  // namespace

AccessibleMotions accessible_motions(const ScaledConstraints& constraints, std::span<const int> independent, int most,
                                     double t, std::span<const double> q, Random& random) {
  const AllowedFlow flow(constraints, independent, t, q);
  const FlowPlace start{{q.begin(), q.end()}, t};
  const auto n = static_cast<std::size_t>(constraints.motions());
  Collected collected(n, flow.drift(start));
  const std::vector<double> here = flow.allowed(start);
  const std::size_t k = here.size() / flow.size();
  std::vector<double> x(flow.size());
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < flow.size(); ++j) x[j] = here[j * k + i];
    collected.add(x);
  }

  AccessibleMotions result;
  result.dimension = collected.dimension();
  const double cost = flow.cost() * flows_in_path * static_cast<double>(2 * k + 2);
  int quiet = 0;
  bool followed = most <= result.dimension;
  while (result.dimension < most && result.paths < most_paths && quiet < quiet_paths &&
         cost * (result.paths + 1) <= most_multiplications) {
    ++result.paths;
    if (follow_path(flow, start, random, collected)) followed = true;
    const int dimension = collected.dimension();
    quiet = dimension > result.dimension ? 0 : quiet + 1;
    result.dimension = std::max(result.dimension, dimension);
  }
  result.settled = followed && (result.dimension >= most || quiet >= quiet_paths);

  const SingularVectors svd = singular_vectors(collected.count(), static_cast<int>(n), collected.vectors());
  const auto d = static_cast<std::size_t>(result.dimension);
  result.basis.resize(n * d);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < d; ++i) result.basis[j * d + i] = svd.right[j * n + i];
  add_reach(constraints, t, q, collected, result);
  return result;
}

}  // namespace alembert
