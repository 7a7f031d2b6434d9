#include "alembert/analysis/certificate/state_samples.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/analysis/state/assembled_start.h"
#include "alembert/analysis/state/written_domain.h"
#include "alembert/core/random.h"
#include "alembert/core/text.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/scalar/dual.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/energies/state_tape.h"

namespace alembert {
namespace {

using Slope = Dual<8>;

/// A program run on duals at a state.
class SlopeTape {
 public:
  SlopeTape(const Lagrangian& model, std::span<const double> parameters, std::span<const Expr> formulas)
      : layout_(state_layout(model)),
        machine_(Tape(layout_.symbols, formulas)),
        in_(layout_.symbols.size()),
        out_(formulas.size()) {
    for (std::size_t i = 0; i < parameters.size(); ++i) in_[i] = Slope(parameters[i]);
  }

  void set(const Point& x, std::span<const double> u) {
    const auto place = [&](std::span<const double> values, std::size_t at) {
      for (std::size_t i = 0; i < values.size(); ++i) in_[at + i] = Slope(values[i]);
    };
    in_[layout_.time] = Slope(x.t);
    place(u, layout_.inputs);
    place(x.q, layout_.q);
    place(x.v, layout_.v);
    place(x.z, layout_.z);
  }

  /// Derivative along direction 0 of the coordinates moving with `rates`.
  std::vector<double> along(std::span<const double> rates) {
    for (std::size_t i = 0; i < rates.size(); ++i) in_[layout_.q + i].d.set(0, rates[i]);
    machine_.run(in_, out_);
    std::vector<double> result;
    for (const Slope& s : out_) result.push_back(s.d[0]);
    return result;
  }

  /// d(formula_i)/d(q_j), row-major.
  std::vector<double> jacobian(std::size_t n) {
    std::vector<double> result(out_.size() * n);
    for (std::size_t first = 0; first < n; first += 8) {
      const std::size_t count = std::min<std::size_t>(8, n - first);
      for (std::size_t k = 0; k < count; ++k) in_[layout_.q + first + k].d.set(static_cast<int>(k), 1.0);
      machine_.run(in_, out_);
      for (std::size_t i = 0; i < out_.size(); ++i)
        for (std::size_t k = 0; k < count; ++k) result[i * n + first + k] = out_[i].d[static_cast<int>(k)];
      for (std::size_t k = 0; k < count; ++k) in_[layout_.q + first + k].d.set(static_cast<int>(k), 0.0);
    }
    return result;
  }

 private:
  StateLayout layout_;
  TapeMachine<Slope> machine_;
  std::vector<Slope> in_, out_;
};

Point random_point(Random& random, const Point& start, double time) {
  Point x = start;
  const auto shake = [&](std::vector<double>& list, double range) {
    for (double& value : list) value += random.uniform(-range, range) * (1.0 + std::abs(value));
  };
  x.t = random.uniform(0.0, time);
  shake(x.q, 1.5);
  shake(x.v, 2.0);
  shake(x.z, 1.0);
  return x;
}

/// Where equations are defined may be a narrow strip around the start.
constexpr std::array shares = {1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

/// Positions a share of the way from the start; all else as it is far away.
Point between(const Point& start, const Point& far, double share) {
  Point x = far;
  for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = start.q[i] + share * (far.q[i] - start.q[i]);
  return x;
}

bool finite(const Evaluation& e) {
  const auto all = [](const std::vector<double>& list) {
    return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
  };
  return all(e.M) && all(e.C) && all(e.inverse_dynamics) && all(e.effort) && std::isfinite(e.potential);
}

}  // namespace

StateSamples::StateSamples(const Lagrangian& model, const LagrangeEquations& equations,
                           std::span<const double> parameters, int count, std::uint64_t seed) {
  const GraphScope scope(*model.graph);
  SlopeTape mass(model, parameters, equations.M), g(model, parameters, equations.g);
  Evaluator evaluator(model, equations);
  WrittenDomains written(model, WrittenDomains::Of::motion);
  const Point start = assembled_start(model, evaluator.system());
  const double time = simulate_numbers(model).time;
  Random random(seed);
  wanted_ = static_cast<std::size_t>(count) + 1;
  for (int k = 0; k <= count; ++k) {
    StateSample s;
    const Point far = k == 0 ? start : random_point(random, start, time);
    s.acceleration.resize(equations.n);
    for (double& a : s.acceleration) a = random.uniform(-2.0, 2.0);
    const auto defined = [&](double share) {
      s.point = between(start, far, share);
      if (!assemble_if_possible(model, evaluator.system(), s.point)) return false;
      s.numbers = evaluator.at({s.point, s.acceleration, {}, {}});
      return finite(s.numbers) && written.all_defined(s.point);
    };
    if (!std::ranges::any_of(shares, defined)) continue;
    mass.set(s.point, s.numbers.inputs);
    s.mass_rate = mass.along(s.point.v);
    g.set(s.point, s.numbers.inputs);
    s.g_slope = g.jacobian(equations.n);
    potential_size_ = std::max(potential_size_, std::abs(s.numbers.potential));
    list_.push_back(std::move(s));
  }
}

std::string describe(const Lagrangian& model, const Point& x) {
  std::string text = "t = " + shortest(x.t);
  const auto add = [&](const std::string& name, double value) {
    text += ", ";
    text += name;
    text += " = ";
    text += shortest(value);
  };
  for (std::size_t i = 0; i < x.q.size(); ++i) add(model.coordinates[i].name, x.q[i]);
  for (std::size_t i = 0; i < x.v.size(); ++i) add(model.coordinates[i].name + "'", x.v[i]);
  for (std::size_t i = 0; i < x.z.size(); ++i) add(model.states[i].name, x.z[i]);
  return text;
}

}  // namespace alembert
