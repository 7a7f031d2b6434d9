/// Clocks, samples and their summary.
#pragma once
#include <time.h>

#include <algorithm>
#include <vector>

namespace alembert::bench {

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
/// Time this thread has computed: other users of a shared core do not count.
inline double cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
inline double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }

/// Makes the compiler believe that `value` is looked at.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// Times of repeated work [s].
class Samples {
 public:
  void add(double seconds) {
    samples_.push_back(seconds);
    total_ += seconds;
  }
  int count() const { return static_cast<int>(samples_.size()); }
  double total() const { return total_; }
  double minimum() const { return *std::min_element(samples_.begin(), samples_.end()); }
  double median() const {
    std::vector<double> sorted = samples_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
  /// Whether another repetition is due: `most` at most, and none that begins after `budget` seconds of work.
  bool wants_more(int most, double budget) const { return count() == 0 || (count() < most && total_ < budget); }

 private:
  std::vector<double> samples_;
  double total_ = 0.0;
};

constexpr int repetitions = 40;
constexpr double repetition_budget = 10.0;  ///< [s] of work after which fewer repetitions must do

}  // namespace alembert::bench
