#include "alembert/system/combined_rows.h"

#include "alembert/core/index.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/semidefinite.h"
#include "alembert/scalar/dual.h"

namespace alembert {

template <Scalar S>
bool CombinedRows<S>::factor(RowGeometry& geometry, std::span<const std::pair<int, int>> pattern,
                             std::span<const S> elements) {
  weights_ = geometry.combinations(weak_pivot);
  if (weights_.empty()) return false;
  const std::size_t n = index(geometry.rows()), count = weights_.size() / n;
  std::vector<S> product(weights_.size(), S(0.0));  // S W
  for (std::size_t e = 0; e < pattern.size(); ++e) {
    const auto i = index(pattern[e].first), j = index(pattern[e].second);
    for (std::size_t k = 0; k < count; ++k) {
      product[i * count + k] += elements[e] * S(weights_[j * count + k]);
      if (i != j) product[j * count + k] += elements[e] * S(weights_[i * count + k]);
    }
  }
  factors_.assign(count * count, S(0.0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t l = 0; l <= k; ++l)
        factors_[k * count + l] += S(weights_[i * count + k]) * product[i * count + l];
  along_.assign(count, S(0.0));
  ldlt_factor<S>(static_cast<int>(count), factors_);
  for (std::size_t k = 0; k < count; ++k)
    if (!(value_of(factors_[k * count + k]) > 0.0)) return false;
  return true;
}

template <Scalar S>
void CombinedRows<S>::solve(std::span<S> x) {
  const std::size_t n = x.size(), count = along_.size();
  for (std::size_t k = 0; k < count; ++k) {
    along_[k] = S(0.0);
    for (std::size_t i = 0; i < n; ++i) along_[k] += S(weights_[i * count + k]) * x[i];
  }
  ldlt_solve<S>(static_cast<int>(count), factors_, along_);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = S(0.0);
    for (std::size_t k = 0; k < count; ++k) x[i] += S(weights_[i * count + k]) * along_[k];
  }
}

template class CombinedRows<double>;
template class CombinedRows<Dual<8>>;

}  // namespace alembert
