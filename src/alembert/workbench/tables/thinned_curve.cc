#include "alembert/workbench/tables/thinned_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace alembert {

void ThinnedCurve::add(double x, double y) {
  open_.push_back({x, y});
  constexpr std::size_t often_enough = 64;  // a block is thinned while it grows, so that it stays small
  if (open_.size() >= often_enough) thin(open_);
  if (++in_open_ == size_) close_block();
}

void ThinnedCurve::close_block() {
  thin(open_);
  blocks_.push_back(std::exchange(open_, {}));
  in_open_ = 0;
  if (blocks_.size() <= most_blocks) return;
  for (std::size_t i = 0; i + 1 < blocks_.size(); i += 2) {
    Block both = std::move(blocks_[i]);
    both.insert(both.end(), blocks_[i + 1].begin(), blocks_[i + 1].end());
    thin(both);
    blocks_[i / 2] = std::move(both);
  }
  if (blocks_.size() % 2 != 0) {  // the last one is half a block of the new size
    open_ = std::move(blocks_.back());
    in_open_ = size_;
  }
  blocks_.resize(blocks_.size() / 2);
  size_ *= 2;
}

void ThinnedCurve::thin(Block& block) {
  if (block.size() <= 2) return;
  std::array<std::size_t, 7> keep{0, block.size() - 1, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Point& p = block[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
      keep[6] = i;
      continue;
    }
    const auto better = [&](std::size_t k, double value, double best) {
      if (!(value >= best)) keep[k] = i;  // also where the best so far has no value
    };
    better(2, p.x, block[keep[2]].x);
    better(3, -p.x, -block[keep[3]].x);
    better(4, p.y, block[keep[4]].y);
    better(5, -p.y, -block[keep[5]].y);
  }
  std::ranges::sort(keep);
  auto* const end = std::unique(keep.begin(), keep.end());
  Block kept;
  for (const auto* it = keep.begin(); it != end; ++it) kept.push_back(block[*it]);
  block = std::move(kept);
}

std::vector<ThinnedCurve::Point> ThinnedCurve::points() const {
  std::vector<Point> all;
  for (const Block& block : blocks_) all.insert(all.end(), block.begin(), block.end());
  all.insert(all.end(), open_.begin(), open_.end());
  return all;
}

}  // namespace alembert
