/// A linear plot axis: round tick values, their labels, and where a value lies between the two ends.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace alembert {

struct PlotTick {
  std::int64_t digits = 0;  ///< the tick's value is exactly digits * 10^(PlotAxis::decimal)
  double position = 0.0;    ///< 0 at the low end of the axis, 1 at the high end
  std::string label;        ///< after taking away PlotAxis::offset and dividing by 10^(PlotAxis::factor)
};

/// Ticks stand at n * step, step = (1, 2 or 5) * 10^decimal; the first lies at or below the data, the last at or above.
/// Values are held as whole numbers of 10^decimal, so that labels are exact and 1e300 works as well as 1.
struct PlotAxis {
  std::vector<PlotTick> ticks;  ///< ascending, at least two
  int decimal = 0;
  int factor = 0;      ///< labels are to be multiplied by 10^factor; a multiple of 3, mostly 0
  std::string offset;  ///< to be added to every label, e.g. "+ 4.905"; mostly empty

  // The map from value to position: (value * 2^binary / step - low) / (high - low).
  int binary = 0;
  double step = 1.0;
  double low = 0.0;
  double high = 1.0;
};

/// The axis that shows the values from `low` to `high` with the finest step that needs at most `max_intervals` (>= 2).
///
/// A range that is empty (low > high) or not finite becomes 0 to 1. A range narrower than 1e-12 of its values is drawn
/// as a constant: 10 % to either side, or -1 to 1 about zero. With `breathe`, an end that the data touch moves out by
/// 4 %, so that a curve's peak stays off the frame. Labels that would need more than six digits get an offset.
PlotAxis make_axis(double low, double high, int max_intervals, bool breathe);

/// Where `value` (finite) lies on the axis: 0 at the low end, 1 at the high end.
double position(const PlotAxis& axis, double value);

}  // namespace alembert
