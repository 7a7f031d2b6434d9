/// The times of a simulation's rows.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace alembert {

/// start + k step, the last one exactly the end.
class RowTimes {
 public:
  RowTimes(double start, double end, double step) : start_(start), end_(end), step_(step) {
    const double count = (end - start) / step;
    const double slack = std::max(1e-9, 4.0 * std::numeric_limits<double>::epsilon() * count);
    constexpr double most = 0x1p53;  // beyond it k * step is no longer exact
    last_ = static_cast<std::int64_t>(std::min(std::max(std::ceil(count - slack), 0.0), most));
    if (last_ == 0 && end > start) last_ = 1;
  }
  std::int64_t last() const { return last_; }
  double at(std::int64_t k) const {
    return k == last_ ? end_ : std::min(start_ + static_cast<double>(k) * step_, end_);
  }

 private:
  double start_, end_, step_;
  std::int64_t last_ = 0;
};

}  // namespace alembert
