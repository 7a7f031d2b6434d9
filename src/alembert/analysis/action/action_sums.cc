#include "alembert/analysis/action/action_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/error.h"
#include "alembert/linalg/vectors.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/events/switching_functions.h"

namespace alembert {
namespace {

constexpr std::size_t lobatto_points = 6;
/// Gauss-Lobatto on [-1, 1]: ends, and zeros of the derivative of Legendre's polynomial of degree 5.
constexpr std::array<double, lobatto_points> lobatto_place = {
    -1.0, -0.76505532392946469285, -0.28523151648064509632, 0.28523151648064509632, 0.76505532392946469285, 1.0};
constexpr std::array<double, lobatto_points> lobatto_weight = {
    1.0 / 15.0, 0.37847495629784698032, 0.55485837703548635302, 0.55485837703548635302, 0.37847495629784698032,
    1.0 / 15.0};
/// Share of the energy per unit of motion that counts as size even where every term is zero: at rest rounding is not to
/// be compared with rounding.
constexpr double rest_share = 1e-8;

/// A variation that the constraints leave less of than this share is none.
constexpr double nothing = 1e-9;

/// Derivatives at the points of the polynomial through values there.
std::array<std::array<double, lobatto_points>, lobatto_points> differentiation() {
  std::array<std::array<double, lobatto_points>, lobatto_points> D{};
  std::array<double, lobatto_points> c;
  for (std::size_t a = 0; a < lobatto_points; ++a) {
    c[a] = 1.0;
    for (std::size_t b = 0; b < lobatto_points; ++b)
      if (b != a) c[a] *= lobatto_place[a] - lobatto_place[b];
  }
  for (std::size_t a = 0; a < lobatto_points; ++a)
    for (std::size_t b = 0; b < lobatto_points; ++b)
      if (b != a) {
        D[a][b] = c[a] / (c[b] * (lobatto_place[a] - lobatto_place[b]));
        D[a][a] -= D[a][b];
      }
  return D;
}

class Integration {
 public:
  Integration(const System& system, const MotionRows& rows, const MotionBreaks& breaks, std::size_t stride,
              double accuracy)
      : system_(system),
        accuracy_(accuracy),
        switched_(dynamic_cast<const SwitchedSystem*>(&system)),
        breaks_(breaks),
        path_(system, rows, stride, breaks.breaks),
        turns_(system),
        nv_(static_cast<std::size_t>(system.sizes().nv)),
        na_(static_cast<std::size_t>(system.sizes().na)),
        u_(static_cast<std::size_t>(system.sizes().nu)),
        push_(nv_),
        zero_(nv_),
        move_(nv_),
        miss_(na_),
        lambda_(na_),
        eta_(lobatto_points * nv_) {
    for (Point& p : at_) {
      p.q.resize(static_cast<std::size_t>(system.sizes().nq));
      for (std::vector<double>* list :
           {&p.momentum, &p.force, &p.slip, &p.momentum_noise, &p.force_noise, &p.slip_noise})
        list->resize(nv_);
    }
  }

  ~Integration() {
    if (switched_ != nullptr) switched_->hold_switches({});
  }
  Integration(const Integration&) = delete;
  Integration& operator=(const Integration&) = delete;

  ActionSums run(std::span<const TrialVariation> variations, const std::function<bool(double)>& progress) {
    ActionSums result;
    result.sums.resize(variations.size());
    for (std::size_t piece = 0; piece < path_.pieces(); ++piece) {
      if (!path_.enter(piece)) return {0.0, {}, false, false};
      const double t0 = path_.from(piece), t1 = path_.to(piece);
      if (!(t0 < t1)) continue;  // a break on a row
      const bool anew = begin_part(piece);
      for (std::size_t a = 0; a < lobatto_points; ++a) look(t0, t1, a);
      if (anew) add_jump(variations, result.sums);
      end_.assign(at_.back().q.begin(), at_.back().q.end());
      for (std::size_t a = 0; a < lobatto_points; ++a)
        result.action += 0.5 * (t1 - t0) * lobatto_weight[a] * at_[a].lagrangian;
      for (std::size_t k = 0; k < variations.size(); ++k)
        if (variations[k].covers(0.5 * (t0 + t1))) add(variations[k], 0.5 * (t1 - t0), result.sums[k]);
      if (progress && piece % 16 == 0 && !progress(static_cast<double>(piece) / static_cast<double>(path_.pieces())))
        throw Error(Error::Code::singular, "interrupted");
    }
    result.powered = powered_;
    return result;
  }

 private:
  /// The path at one point of a piece.
  struct Point {
    double t = 0.0, lagrangian = 0.0;
    double energy = 0.0;                                          ///< |T| + |V|
    double moving = 0.0;                                          ///< sum of |p v|
    std::vector<double> q, momentum, force, slip;                 ///< force: ad*_v p + dL/dq + Q; slip: p (q' - v)
    std::vector<double> momentum_noise, force_noise, slip_noise;  ///< by how much errors of the rows may change them
    SparseRows A;
  };

  /// Holds comparisons as they are in the piece; whether a part begins with it.
  bool begin_part(std::size_t piece) {
    const std::size_t part = path_.part(piece);
    if (end_.empty() || part != part_)
      if (switched_ != nullptr) switched_->hold_switches(breaks_.held[part]);
    const bool anew = !end_.empty() && part != part_;
    part_ = part;
    return anew;
  }

  /// What the path misses between the end of a part and the beginning of the next.
  void add_jump(std::span<const TrialVariation> variations, std::vector<VariationSums>& sums) {
    const Point& p = at_.front();
    system_.difference(end_, p.q, move_);
    for (std::size_t k = 0; k < variations.size(); ++k) {
      if (!variations[k].covers(p.t)) continue;
      for (std::size_t i = 0; i < nv_; ++i)
        sums[k].momentum.value += variations[k].bump(p.t) * variations[k].direction()[i] * p.momentum[i] * move_[i];
    }
  }

  void check(const Status& status) const {
    if (!status.good() && status.trouble != Trouble::inconsistent)
      throw Error(Error::Code::singular, "the motion cannot be evaluated: " + describe(status, system_));
  }

  void look(double t0, double t1, std::size_t a) {
    Point& p = at_[a];
    p.t = 0.5 * ((1.0 - lobatto_place[a]) * t0 + (1.0 + lobatto_place[a]) * t1);
    path_.at(p.t);
    const State x = path_.state();
    std::ranges::copy(x.q, p.q.begin());
    system_.inputs(p.t, u_);
    check(system_.momentum(x, u_, p.momentum, p.force));
    turns_.coadjoint(x.v, p.momentum, push_);
    const Energies energies = system_.energies(x, u_);
    p.lagrangian = -energies.conserved;
    p.energy = std::abs(energies.kinetic) + std::abs(energies.potential);
    p.moving = rest_share * p.energy;
    powered_ = powered_ || energies.power != 0.0 || energies.dissipation != 0.0;
    for (std::size_t i = 0; i < nv_; ++i) {
      p.force[i] += push_[i];
      p.lagrangian += p.momentum[i] * x.v[i];
      p.moving += std::abs(p.momentum[i] * x.v[i]);
      p.slip[i] = p.momentum[i] * (x.v[i] - path_.row_speeds()[i]);
    }
    if (accuracy_ > 0.0) look_aside(p, x);
    if (na_ > 0) system_.constraint_jacobian(p.t, p.q, p.A);
    if (!std::isfinite(p.lagrangian)) check({Trouble::not_finite, -1, p.t});
  }

  /// The same point with errors of the size that the rows may have, in directions by chance.
  void look_aside(Point& p, const State& x) {
    const auto moved = [this](std::span<const double> from, std::vector<double>& to) {
      to.assign(from.begin(), from.end());
      for (double& y : to) y += (signs_.bits() % 2 == 0 ? accuracy_ : -accuracy_) * (1.0 + std::abs(y));
    };
    moved(x.q, q_aside_);
    moved(x.v, v_aside_);
    moved(x.z, z_aside_);
    system_.tidy(q_aside_);
    check(system_.momentum({p.t, q_aside_, v_aside_, z_aside_}, u_, p.momentum_noise, p.force_noise));
    turns_.coadjoint(v_aside_, p.momentum_noise, push_);
    for (std::size_t i = 0; i < nv_; ++i) {
      p.momentum_noise[i] = std::abs(p.momentum_noise[i] - p.momentum[i]);
      p.force_noise[i] = std::abs(p.force_noise[i] + push_[i] - p.force[i]);
      p.slip_noise[i] = std::abs(p.momentum[i] * (v_aside_[i] - x.v[i]));
    }
  }

  /// Adds a piece of half length `half` to a variation's integrals.
  void add(const TrialVariation& variation, double half, VariationSums& sums) {
    for (std::size_t a = 0; a < lobatto_points; ++a) {
      const std::span<double> eta = std::span(eta_).subspan(a * nv_, nv_);
      variation.at(at_[a].t, eta);
      if (na_ > 0) along_rows(at_[a], eta);
    }
    for (std::size_t a = 0; a < lobatto_points; ++a) {
      const Point& p = at_[a];
      const double w = half * lobatto_weight[a], bump = variation.bump(p.t);
      sums.momentum.size += w * bump * p.moving;
      for (std::size_t i = 0; i < nv_; ++i) {
        double slope = 0.0;
        for (std::size_t b = 0; b < lobatto_points; ++b) slope += derivative_[a][b] * eta_[b * nv_ + i];
        const double inertial = p.momentum[i] * slope / half, forced = p.force[i] * eta_[a * nv_ + i];
        sums.motion.value += w * (inertial + forced);
        sums.motion.size +=
            w * (std::abs(inertial) + std::abs(forced) + rest_share * p.energy * std::abs(eta_[a * nv_ + i]));
        sums.motion.noise +=
            w * (p.momentum_noise[i] * std::abs(slope / half) + p.force_noise[i] * std::abs(eta_[a * nv_ + i]));
        sums.momentum.value += w * bump * variation.direction()[i] * p.slip[i];
        sums.momentum.noise += w * bump * std::abs(variation.direction()[i]) * p.slip_noise[i];
      }
    }
  }

  /// Moves eta onto A eta = 0, orthogonally in the sense of the mass matrix.
  void along_rows(const Point& p, std::span<double> eta) {
    for (std::size_t r = 0; r < na_; ++r) {
      miss_[r] = 0.0;
      for (int k = p.A.first[r]; k < p.A.first[r + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        miss_[r] -= p.A.value[at] * eta[static_cast<std::size_t>(p.A.column[at])];
      }
    }
    check(system_.constrained_solve(p.t, p.q, zero_, miss_, move_, lambda_));
    const double whole = largest(eta);
    for (std::size_t i = 0; i < nv_; ++i) eta[i] += move_[i];
    if (largest(eta) <= nothing * whole) std::ranges::fill(eta, 0.0);
  }

  const System& system_;
  double accuracy_;
  const SwitchedSystem* switched_;
  const MotionBreaks& breaks_;
  MotionPath path_;
  std::size_t part_ = 0;     ///< the piece at hand is in
  std::vector<double> end_;  ///< configuration where the piece before ends; empty before the first
  Turns turns_;
  std::size_t nv_, na_;
  std::array<Point, lobatto_points> at_;
  const std::array<std::array<double, lobatto_points>, lobatto_points> derivative_ = differentiation();
  std::vector<double> u_, push_, zero_, move_, miss_, lambda_, eta_, q_aside_, v_aside_, z_aside_;
  Random signs_{1};
  bool powered_ = false;
};

}  // namespace

ActionSums integrate_action(const System& system, const MotionRows& rows, const MotionBreaks& breaks,
                            std::size_t stride, double accuracy, std::span<const TrialVariation> variations,
                            const std::function<bool(double)>& progress) {
  return Integration(system, rows, breaks, stride, accuracy).run(variations, progress);
}

}  // namespace alembert
