#include "alembert/analysis/certificate/lines/certify_description.h"

#include <algorithm>

#include "alembert/analysis/certificate/oracles/written_motion.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/kernel/body_motions.h"

namespace alembert {

void check_description(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst worst("bodies move as described", rounding_tolerance);
  const WrittenMotion written(bench.setup);
  const std::size_t bodies = bench.setup.model.bodies.size();
  for (const MechanismSample& s : samples) {
    const std::vector<Transform<Jet>> poses = written.poses(written.coordinates(s.x.q, s.x.v, s.vdot));
    bench.pose(s);
    velocities<double>(bench.plan, bench.par, s.x.v, bench.w);
    accelerations<double>(bench.plan, bench.par, s.x.v, s.vdot, bench.w);
    bench.sizes(s.x.v, s.vdot);
    double reach = bench.force_sizes.length(), turn = 0.0, speed = 0.0, turning = 0.0, push = 0.0;
    for (std::size_t b = 1; b < bodies; ++b) {
      const ForceSizes::OfBody& size = bench.force_sizes.bodies()[index(bench.plan.carrier[b])];
      const double arm = norm(bench.par.X_BU[b].p), rate = size.turn_rate + size.turn * size.turn;
      reach = std::max(reach, norm(jets::value(poses[b].p)) + arm);
      turn = std::max(turn, size.turn);
      speed = std::max(speed, size.speed + size.turn * arm);
      turning = std::max(turning, rate);
      push = std::max(push, size.acceleration + rate * arm);
    }
    speed += turn * bench.lost_arm();
    push += turning * bench.lost_arm();
    for (std::size_t b = 1; b < bodies; ++b) {
      const int body = static_cast<int>(b);
      const BodyMotion<double> motion = body_motion(bench.plan, bench.par, bench.w, body);
      const BodyAcceleration<double> acceleration = body_acceleration(bench.plan, bench.par, bench.w, body);
      const Mat3<double> R = jets::value(poses[b].R);
      const auto where = [&] { return "body '" + bench.setup.model.bodies[b].name + "', " + bench.where(s)(); };
      worst.add(norm(motion.X_W.p - jets::value(poses[b].p)), reach, where);
      for (const auto& [found, given] : {std::pair(motion.X_W.R.c0(), R.c0()), std::pair(motion.X_W.R.c1(), R.c1()),
                                         std::pair(motion.X_W.R.c2(), R.c2())})
        worst.add(norm(found - given), 1.0, where);
      worst.add(norm(motion.w - jets::angular_velocity(poses[b].R)), turn, where);
      worst.add(norm(motion.v - jets::rate(poses[b].p)), speed, where);
      worst.add(norm(acceleration.angular - jets::angular_acceleration(poses[b].R)), turning, where);
      worst.add(norm(acceleration.linear - jets::second(poses[b].p)), push, where);
    }
  }
  certificate.checks.push_back(worst.finish("a body is elsewhere, or moves otherwise, than its joints say"));
}

}  // namespace alembert
