/// How large the rates of constraint rows are at a motion before they cancel.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// Both bodies of a row move, and only what they do not do together counts: a row changes by at least a share of what
/// the fastest body does.
class RowRateSizes {
 public:
  /// At the state and accelerations of a sample; `bench` is posed there.
  RowRateSizes(CertifyBench& bench, const System& system, const MechanismSample& s)
      : bench_(bench), s_(s), sizes_(bench.row_sizes(system, s.x)) {
    constexpr double share = 1e-2;
    bench.pose(s);
    bench.sizes(s.x.v, s.vdot);
    remoteness_ = bench.remoteness();
    const double length = bench.force_sizes.length();
    for (const ForceSizes::OfBody& body : bench.force_sizes.bodies()) {
      turning_ = std::max(turning_, share * (body.turn + body.speed / length));
      turning_rate_ =
          std::max(turning_rate_, share * (body.turn_rate + body.turn * body.turn + body.acceleration / length));
    }
  }

  /// Of A v - b of a row.
  double rate(int row) const { return remoteness_ * speed(row); }
  /// Of A vdot - c.
  double second(int row) const {
    return remoteness_ * (sizes_.along(row, s_.vdot) + sizes_.c(row) + speed(row) * bench_.fastest(s_.x.v) +
                          natural(row) * turning_rate_);
  }

 private:
  double natural(int row) const { return bench_.natural[static_cast<std::size_t>(row)]; }
  double speed(int row) const { return sizes_.along(row, s_.x.v) + sizes_.b(row) + natural(row) * turning_; }

  CertifyBench& bench_;
  const MechanismSample& s_;
  RowSizes sizes_;
  double remoteness_ = 1.0, turning_ = 0.0, turning_rate_ = 0.0;
};

}  // namespace alembert
