#include "alembert/workbench/report/report_packing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "alembert/io/tables/json.h"

namespace alembert {
namespace {

template <class Unsigned>
void append_little_endian(Unsigned bits, std::vector<std::uint8_t>& bytes) {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
}

std::uint32_t bits_of_float(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  return std::bit_cast<std::uint32_t>(
      static_cast<float>(std::isfinite(value) ? std::clamp(value, -most, most) : value));
}

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = (bits << 8U) | (k < here ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= here ? alphabet[(bits >> (18 - 6 * k)) & 63U] : '=';
  }
  return text;
}

std::string pack_float32(std::span<const double> values) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * values.size());
  for (const double value : values) append_little_endian(bits_of_float(value), bytes);
  return base64(bytes);
}

std::string pack_float64(std::span<const double> values) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(8 * values.size());
  for (const double value : values) append_little_endian(std::bit_cast<std::uint64_t>(value), bytes);
  return base64(bytes);
}

std::string pack_uint32(std::span<const std::uint32_t> values) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * values.size());
  for (const std::uint32_t value : values) append_little_endian(value, bytes);
  return base64(bytes);
}

Json packed(std::span<const double> values) {
  const auto same = [&](double value) { return bits_of_float(value) == bits_of_float(values.front()); };
  if (values.empty() || !std::isfinite(values.front()) || !std::ranges::all_of(values, same))
    return pack_float32(values);
  return values.front() == 0.0 ? 0.0 : values.front();  // not -0
}

void PackedColumns::carry(std::size_t quantity, std::size_t count, std::size_t frames) {
  for (std::size_t i = quantity; i < quantity + count; ++i)
    lists_[i].resize(frames, lists_[i].empty() ? 0.0 : lists_[i].back());
}

double PackedColumns::largest(std::size_t quantity, std::size_t count) const {
  double size = 0.0;
  for (std::size_t k = quantity; k < quantity + count; ++k)
    for (const double x : lists_[k]) size = std::max(size, std::abs(x));
  return size;
}

void PackedColumns::quieten(std::size_t quantity, std::size_t count, double scale) {
  constexpr double rounding = 1e-13;
  for (std::size_t k = quantity; k < quantity + count; ++k)
    if (largest(k, 1) <= rounding * scale) std::ranges::fill(lists_[k], 0.0);
}

Json PackedColumns::list(std::size_t quantity, std::size_t count) const {
  Json json = Json::array();
  for (std::size_t i = quantity; i < quantity + count; ++i) json.push_back(packed(lists_[i]));
  return json;
}

}  // namespace alembert
