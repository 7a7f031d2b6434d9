#include "alembert/workbench/report/report_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace alembert {

ReportRows::ReportRows(std::size_t columns, std::size_t rows, std::size_t frames)
    : columns_(columns),
      expected_(rows),
      frames_(std::min(rows, std::max<std::size_t>(frames, 2))),
      stretches_(frames_ < rows ? frames_ / 2 : 0) {
  kept_.reserve(frames_ * columns_);
  stretch_of_.resize(stretches_ * columns_);
}

/// Evenly spread: the first is row 0, the last row expected_ - 1.
std::size_t ReportRows::row_of_frame(std::size_t frame) const {
  return frames_ < 2 ? frame : (frame * (expected_ - 1) + (frames_ - 1) / 2) / (frames_ - 1);
}

void ReportRows::add(std::span<const double> values) {
  assert(values.size() == columns_);
  if (seen_++ >= expected_) return;
  const std::size_t row = seen_ - 1;
  if (next_ < frames_ && row_of_frame(next_) == row) {
    kept_.insert(kept_.end(), values.begin(), values.end());
    ++next_;
  }
  if (stretches_ > 0) {
    const std::size_t stretch = row * stretches_ / expected_;
    for (std::size_t c = 1; c < columns_; ++c) {
      if (!std::isfinite(values[c])) continue;
      const Point point{values.front(), values[c]};
      Stretch& s = stretch_of_[stretch * columns_ + c];
      if (!s.any || point.y < s.least.y) s.least = point;
      if (!s.any || point.y > s.largest.y) s.largest = point;
      s.any = true;
    }
  }
}

std::vector<double> ReportRows::column(std::size_t c) const {
  std::vector<double> list(frames());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = kept_[i * columns_ + c];
  return list;
}

ReportRows::Curve ReportRows::extremes(std::size_t c) const {
  Curve curve;
  const auto add_point = [&](const Point& point) {
    curve.t.push_back(point.t);
    curve.y.push_back(point.y);
  };
  for (std::size_t i = 0; i < stretches_; ++i) {
    const Stretch& s = stretch_of_[i * columns_ + c];
    if (!s.any) continue;
    const bool falls = s.largest.t < s.least.t;
    add_point(falls ? s.largest : s.least);
    if (s.least.t != s.largest.t) add_point(falls ? s.least : s.largest);
  }
  return curve;
}

}  // namespace alembert
