/// Seeded random numbers that are the same on every machine and in every run.
#pragma once
#include <cstdint>

namespace alembert {

/// splitmix64 (Steele, Lea and Flood 2014): small, fast, one word of state, good enough to pick test states.
/// Not for cryptography.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// Uniform in [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11U) * 0x1.0p-53;
  }
  /// Uniform in [-1, 1).
  double symmetric() { return uniform(-1.0, 1.0); }

 private:
  std::uint64_t state_;
};

}  // namespace alembert
