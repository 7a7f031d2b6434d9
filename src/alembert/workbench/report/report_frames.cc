#include "alembert/workbench/report/report_frames.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"

namespace alembert {
namespace {

bool finite(const Vec3<double>& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

}  // namespace

RowParts::RowParts(const Sizes& sizes, std::size_t dependent_coordinates, std::size_t dependent_speeds)
    : q(1),
      closing_q(q + index(sizes.nq)),
      v(closing_q + dependent_coordinates),
      closing_v(v + index(sizes.nv)),
      z(closing_v + dependent_speeds),
      end(z + index(sizes.nz)) {}

ReportFrames::ReportFrames(const MechanismSystem& system, const ReportRows& rows)
    : system_(system),
      rows_(rows),
      parts_(system.sizes(), system.setup().model.dependent_coordinates.size(),
             system.setup().model.dependent_speeds.size()) {
  hybrid_.emplace(system);
  if (!hybrid_->needed()) hybrid_.reset();
  const Sizes sizes = system.sizes();
  u_.resize(index(sizes.nu));
  vdot_.resize(index(sizes.nv));
  zdot_.resize(index(sizes.nz));
  lambda_.resize(index(sizes.na));
  if (!hybrid_) return;
  added_.resize(parts_.z - parts_.closing_v + index(sizes.nv));
  find_fastest();
}

void ReportFrames::find_fastest() {
  fastest_.assign(parts_.z - parts_.v, 0.0);
  for (std::size_t i = 0; i < rows_.frames(); ++i)
    for (std::size_t k = 0; k < fastest_.size(); ++k)
      fastest_[k] = std::max(fastest_[k], std::abs(rows_.frame(i)[parts_.v + k]));
}

bool ReportFrames::go_to(std::size_t frame) {
  const std::span<const double> row = rows_.frame(frame);
  const auto part = [&](std::size_t begin, std::size_t end) { return row.subspan(begin, end - begin); };
  const auto copy = [&](std::size_t begin, std::size_t end, std::vector<double>& list) {
    list.assign(part(begin, end).begin(), part(begin, end).end());
  };
  copy(parts_.q, parts_.closing_q, q_);
  copy(parts_.v, parts_.closing_v, v_);
  copy(parts_.z, parts_.end, z_);
  if (parts_.v > parts_.closing_q) system_.look_near(part(parts_.closing_q, parts_.v));
  // It decides what holds; where a row is just before an impact, the motion is that after it.
  const bool decided = !hybrid_ || hybrid_->begin(row.front(), q_, v_, z_, fastest_).good();
  const State x{row.front(), q_, v_, z_};
  system_.inputs(x.t, u_);
  const bool found = decided && accelerate(x);
  if (!found) {
    std::ranges::fill(vdot_, 0.0);
    std::ranges::fill(lambda_, 0.0);
    std::ranges::fill(added_, 0.0);
  }
  const LoadList& all = system_.loads(x, u_, vdot_, lambda_, added_);
  return found &&
         std::ranges::all_of(all.loads(), [](const Load& load) { return finite(load.force) && finite(load.moment); });
}

bool ReportFrames::accelerate(const State& x) {
  if (!hybrid_) return system_.accelerate(x, u_, vdot_, zdot_, lambda_).good();
  if (!hybrid_->accelerate(x, u_, vdot_, zdot_, {}).good()) return false;
  std::ranges::copy(hybrid_->base_multipliers(), lambda_.begin());
  hybrid_->added_efforts(x, u_, added_);
  return true;
}

}  // namespace alembert
