/// Lists of numbers as the report page reads them: base64 of little-endian floats.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "alembert/spatial/vec3.h"

namespace alembert {

/// Standard alphabet, with padding.
std::string base64(std::span<const std::uint8_t> bytes);

std::string pack_float32(std::span<const double> values);  ///< finite values beyond the range become its ends
std::string pack_float64(std::span<const double> values);
std::string pack_uint32(std::span<const std::uint32_t> values);

/// A number where all values are the same finite float, otherwise pack_float32().
nlohmann::ordered_json packed(std::span<const double> values);

/// Values of several quantities over frames, one list for each quantity.
class PackedColumns {
 public:
  PackedColumns(std::size_t quantities, std::size_t frames) : lists_(quantities) {
    for (std::vector<double>& list : lists_) list.reserve(frames);
  }
  void add(std::size_t quantity, double value) { lists_[quantity].push_back(value); }
  void add(std::size_t quantity, const Vec3<double>& value) {
    add(quantity, value.x);
    add(quantity + 1, value.y);
    add(quantity + 2, value.z);
  }
  /// Repeats the last value of `count` quantities until they have `frames`; zero where there is none.
  void carry(std::size_t quantity, std::size_t count, std::size_t frames);
  std::span<const double> values(std::size_t quantity) const { return lists_[quantity]; }
  double largest(std::size_t quantity, std::size_t count) const;  ///< absolute value of `count` quantities
  /// Each of `count` quantities that is nothing but rounding of `scale` becomes zero.
  void quieten(std::size_t quantity, std::size_t count, double scale);
  /// `count` of them as a list, from this one on.
  nlohmann::ordered_json list(std::size_t quantity, std::size_t count) const;

 private:
  std::vector<std::vector<double>> lists_;
};

}  // namespace alembert
