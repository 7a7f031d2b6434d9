/// A curve of any number of points in bounded memory.
#pragma once
#include <cstddef>
#include <vector>

namespace alembert {

/// Keeps every point up to `most_blocks`; beyond, neighbours are taken together, and of each group stay the first and
/// the last point, those with the least and the largest x and y, and one that is not finite where there is one (it
/// breaks the line): a picture of some thousand pixels does not change.
class ThinnedCurve {
 public:
  struct Point {
    double x = 0.0, y = 0.0;
  };
  static constexpr std::size_t most_blocks = 1U << 14U;

  void add(double x, double y);
  std::vector<Point> points() const;  ///< in order; at most 7 most_blocks

 private:
  using Block = std::vector<Point>;
  static void thin(Block& block);
  void close_block();

  std::vector<Block> blocks_;
  Block open_;               ///< the block being filled
  std::size_t in_open_ = 0;  ///< points that have gone into it
  std::size_t size_ = 1;     ///< points of a block
};

}  // namespace alembert
