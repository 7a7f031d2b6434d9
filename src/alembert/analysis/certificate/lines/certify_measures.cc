#include "alembert/analysis/certificate/lines/certify_measures.h"

#include <array>
#include <cmath>

#include "alembert/analysis/certificate/oracles/written_loads.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/spatial/rotations.h"

namespace alembert {
namespace {

/// Reads measures at one state and compares them.
class DescribedMeasures {
 public:
  DescribedMeasures(CertifyBench& bench, Worst& worst)
      : bench_(bench), worst_(worst), written_(bench.setup), dynamics_(bench.setup) {}

  void compare(const MechanismSample& s) {
    dynamics_.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    const std::vector<double> rest(s.x.v.size(), 0.0);
    const Poses poses = written_.poses(written_.coordinates(s.x.q, s.x.v, rest));
    bench_.pose(s);
    bench_.sizes(s.x.v, {});
    turn_ = speed_ = 0.0;
    for (const ForceSizes::OfBody& size : bench_.force_sizes.bodies()) {
      turn_ = std::max(turn_, size.turn);
      speed_ = std::max(speed_, size.speed);
    }
    for (std::size_t b = 1; b < poses.size(); ++b) compare_body(s, static_cast<int>(b), poses[b]);
    for (std::size_t i = 0; i < bench_.setup.model.springs.size(); ++i) {
      const Vec3<Jet> r = spring_vector(bench_.setup, poses, bench_.setup.model.springs[i]);
      const double length = norm(jets::value(r));
      worst_.add(read(Measure::Kind::spring_length, static_cast<int>(i), 0, 0) - length,
                 length + bench_.force_sizes.length() * bench_.remoteness(), bench_.where(s));
    }
  }

 private:
  using Poses = std::vector<Transform<Jet>>;

  double read(Measure::Kind kind, int of, int component, int order) const {
    Measure measure;
    measure.kind = kind;
    measure.index = of;
    measure.component = component;
    measure.order = order;
    return dynamics_.value(measure);
  }
  Vec3<double> read_vector(Measure::Kind kind, int of, int order) const {
    return {read(kind, of, 0, order), read(kind, of, 1, order), read(kind, of, 2, order)};
  }

  void compare_body(const MechanismSample& s, int body, const Transform<Jet>& X) {
    const auto where = [&] {
      return "body '" + bench_.setup.model.bodies[index(body)].name + "', " + bench_.where(s)();
    };
    const Vec3<double> w = jets::angular_velocity(X.R);
    const double far = bench_.force_sizes.length() * bench_.remoteness(),
                 fast = speed_ + turn_ * (norm(bench_.par.X_BU[index(body)].p) + bench_.lost_arm());
    worst_.add(norm(read_vector(Measure::Kind::point, body, 0) - jets::value(X.p)), far, where);
    worst_.add(norm(read_vector(Measure::Kind::point, body, 1) - jets::rate(X.p)), fast, where);
    if (bench_.setup.model.planar) {
      const double angle = read(Measure::Kind::angle, body, 0, 0),
                   now = std::atan2(jets::value(X.R).r1.x, jets::value(X.R).r0.x);
      worst_.add(std::remainder(angle - now, 2.0 * M_PI), 1.0 + std::abs(angle), where);
      worst_.add(read(Measure::Kind::angle, body, 0, 1) - w.z, turn_, where);
      return;
    }
    worst_.add(norm(read_vector(Measure::Kind::angular_velocity, body, 0) - jets::value(X.R).transpose_times(w)), turn_,
               where);
    compare_quaternion(body, X, where);
  }

  /// A quaternion and its negative are the same orientation: which one it is, its own sign tells.
  template <class Where>
  void compare_quaternion(int body, const Transform<Jet>& X, const Where& where) {
    const Quaternion<Jet> q = quaternion(X.R);
    const std::array<Jet, 4> expected{q.w, q.x, q.y, q.z};
    double product = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
      product += jets::value(expected[k]) * read(Measure::Kind::quaternion, body, static_cast<int>(k), 0);
    const double sign = product < 0.0 ? -1.0 : 1.0;
    for (std::size_t k = 0; k < 4; ++k) {
      const int component = static_cast<int>(k);
      worst_.add(read(Measure::Kind::quaternion, body, component, 0) - sign * jets::value(expected[k]), 1.0, where);
      worst_.add(read(Measure::Kind::quaternion, body, component, 1) - sign * jets::rate(expected[k]), turn_, where);
    }
  }

  CertifyBench& bench_;
  Worst& worst_;
  WrittenMotion written_;
  MechanismDynamics<double> dynamics_;
  double turn_ = 0.0, speed_ = 0.0;  ///< largest of all bodies
};

}  // namespace

void check_measures(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst worst("measures as described", rounding_tolerance);
  DescribedMeasures measures(bench, worst);
  for (const MechanismSample& s : samples) measures.compare(s);
  certificate.checks.push_back(worst.finish("a word of formulas has another value than the poses of bodies give it"));
}

}  // namespace alembert
