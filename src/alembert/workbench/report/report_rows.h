/// The rows of a trajectory that its report keeps.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace alembert {

/// Keeps some of the rows of a table, evenly spread and as they are, the first and the last among them. Where rows are
/// left out it also keeps, of about half as many stretches as frames, the least and the largest value of every column.
/// Memory does not grow with the rows.
class ReportRows {
 public:
  /// @param columns  values of a row; the first is the time
  /// @param rows     how many will come
  /// @param frames   most that are kept, at least 2
  ReportRows(std::size_t columns, std::size_t rows, std::size_t frames);

  /// The next row. Those beyond the announced number are counted and no more.
  void add(std::span<const double> values);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return seen_; }  ///< that have come
  std::size_t frames() const { return kept_.size() / columns_; }
  std::span<const double> frame(std::size_t i) const { return std::span(kept_).subspan(i * columns_, columns_); }
  std::vector<double> column(std::size_t c) const;  ///< over the frames
  bool left_out() const { return seen_ > frames(); }

  /// Points of a curve over all rows: of every stretch the least and the largest value of the column, in the order of
  /// their times. Values that are not finite do not count. Empty unless rows are left out.
  struct Curve {
    std::vector<double> t, y;
  };
  Curve extremes(std::size_t c) const;

 private:
  struct Point {
    double t = 0.0, y = 0.0;
  };
  struct Stretch {
    Point least, largest;
    bool any = false;
  };
  std::size_t row_of_frame(std::size_t frame) const;

  std::size_t columns_, expected_, frames_, stretches_;
  std::size_t seen_ = 0, next_ = 0;
  std::vector<double> kept_;         ///< [frame x column]
  std::vector<Stretch> stretch_of_;  ///< [stretch x column], without the times; empty where all rows are kept
};

}  // namespace alembert
