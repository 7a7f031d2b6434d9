#include "alembert/report/ticks.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace alembert {
namespace {

constexpr const char* minus_sign = "\u2212";

/// Any range below this is drawn as a constant, because its ticks would fall under the smallest normal double.
constexpr double least_span = 1e-305;
constexpr double relative_span = 1e-12;

/// digits * 10^exponent, correctly rounded; `digits` and the result within the range of a normal double.
double decimal_value(std::int64_t digits, int exponent) {
  const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The data range in units of 2^-binary, which keeps both its ends and its width far from overflow.
struct Range {
  double low = 0.0;
  double high = 1.0;
  int binary = 0;
};

Range usable_range(double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) return {};
  const double largest = std::max(std::abs(low), std::abs(high));
  if (largest < least_span) return {-1.0, 1.0, 0};
  const int binary = -std::ilogb(largest);
  Range range{std::ldexp(low, binary), std::ldexp(high, binary), binary};
  const double least = std::max(relative_span * std::ldexp(largest, binary), std::ldexp(least_span, binary));
  if (range.high - range.low < least) {
    const double middle = 0.5 * (range.low + range.high);
    range.low = middle - 0.1 * std::abs(middle);
    range.high = middle + 0.1 * std::abs(middle);
  }
  return range;
}

/// Rounds to a whole number, down or up, but takes one that is whole up to rounding errors as it is.
std::int64_t whole(double value, bool up) {
  const double nearest = std::round(value);
  const bool near = std::abs(value - nearest) <= std::max(1e-9, 1e-15 * std::abs(value));
  return static_cast<std::int64_t>(near ? nearest : up ? std::ceil(value) : std::floor(value));
}

struct Steps {
  int mantissa = 1;
  int decimal = 0;
  double step = 1.0;  ///< in the units of the range
  std::int64_t first = 0;
  std::int64_t last = 1;
};

Steps choose_steps(const Range& range, int max_intervals) {
  const double finest = std::ldexp((range.high - range.low) / max_intervals, -range.binary);
  for (int decimal = std::max(-307, static_cast<int>(std::floor(std::log10(finest))));; ++decimal) {
    for (const int mantissa : {1, 2, 5}) {
      const double step = std::ldexp(decimal_value(mantissa, decimal), range.binary);
      const std::int64_t first = whole(range.low / step, false);
      const std::int64_t last = whole(range.high / step, true);
      if (last - first <= max_intervals) return {mantissa, decimal, step, first, last};
    }
  }
}

int count_digits(std::int64_t value) { return static_cast<int>(std::to_string(std::llabs(value)).size()); }

/// digits * 10^exponent without exponent notation and with a true minus sign.
std::string plain(std::int64_t digits, int exponent) {
  std::string text = std::to_string(std::llabs(digits));
  if (exponent > 0 && digits != 0) text.append(static_cast<std::size_t>(exponent), '0');
  if (exponent < 0) {
    const auto decimals = static_cast<std::size_t>(-exponent);
    if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
    text.insert(text.size() - decimals, ".");
  }
  return (digits < 0 ? minus_sign : "") + text;
}

/// The number with the fewest digits that lies within a hundred widths of the ticks.
std::int64_t choose_offset(std::int64_t first, std::int64_t last) {
  const std::int64_t reach = 100 * (last - first);
  if (std::max(count_digits(first), count_digits(last)) <= 6) return 0;
  std::int64_t power = 1'000'000'000'000'000;
  for (; power > 1; power /= 10) {
    const std::int64_t nearest = (first + (first < 0 ? -power : power) / 2) / power * power;
    if (nearest != 0 && nearest >= first - reach && nearest <= last + reach) return nearest;
  }
  return first;
}

std::string offset_text(std::int64_t digits, int exponent) {
  if (digits == 0) return "";
  const std::string sign = digits < 0 ? std::string(minus_sign) + " " : "+ ";
  digits = std::llabs(digits);
  for (; digits % 10 == 0; ++exponent) digits /= 10;
  const int leading = count_digits(digits) - 1 + exponent;  // exponent of the first digit
  if (leading >= -4 && leading <= 8 && exponent >= -12) return sign + plain(digits, exponent);
  return sign + plain(digits, 1 - count_digits(digits)) + "e" + std::to_string(leading);
}

void label_ticks(PlotAxis& axis) {
  const std::int64_t first = axis.ticks.front().digits;
  const std::int64_t last = axis.ticks.back().digits;
  const std::int64_t offset = choose_offset(first, last);
  axis.offset = offset_text(offset, axis.decimal);
  const std::int64_t largest = std::max(std::llabs(first - offset), std::llabs(last - offset));
  const int leading = count_digits(largest) - 1 + axis.decimal;
  // 0.01 to 99999 is written out; beyond that a power of a thousand, which is an SI prefix to the reader.
  if (leading < -2 || leading > 4) axis.factor = (leading >= 0 ? leading / 3 : -((2 - leading) / 3)) * 3;
  const int decimals = axis.decimal - axis.factor;
  for (PlotTick& tick : axis.ticks) tick.label = plain(tick.digits - offset, decimals);
}

}  // namespace

PlotAxis make_axis(double low, double high, int max_intervals, bool breathe) {
  assert(max_intervals >= 2);
  const Range range = usable_range(low, high);
  const Steps steps = choose_steps(range, max_intervals);
  PlotAxis axis;
  axis.decimal = steps.decimal;
  axis.binary = range.binary;
  axis.step = steps.step;
  axis.low = static_cast<double>(steps.first);
  axis.high = static_cast<double>(steps.last);
  if (breathe) {
    const double width = axis.high - axis.low;
    const bool touches_low = range.low / steps.step - axis.low < 0.02 * width;
    const bool touches_high = axis.high - range.high / steps.step < 0.02 * width;
    if (touches_low) axis.low -= 0.04 * width;
    if (touches_high) axis.high += 0.04 * width;
  }
  for (std::int64_t n = steps.first; n <= steps.last; ++n) {
    const double at = (static_cast<double>(n) - axis.low) / (axis.high - axis.low);
    axis.ticks.push_back({n * steps.mantissa, at, ""});
  }
  label_ticks(axis);
  return axis;
}

double position(const PlotAxis& axis, double value) {
  return (std::ldexp(value, axis.binary) / axis.step - axis.low) / (axis.high - axis.low);
}

}  // namespace alembert
