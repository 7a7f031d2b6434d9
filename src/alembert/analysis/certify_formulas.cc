#include "alembert/analysis/certify_formulas.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/evaluate.h"
#include "alembert/analysis/evaluate_mechanism.h"
#include "alembert/analysis/worst.h"
#include "alembert/forms/lagrange.h"
#include "alembert/forms/traced_equations.h"
#include "alembert/forms/traced_lagrangian.h"

namespace alembert {
namespace {

constexpr int most_coordinates = 8;  // beyond it formulas take longer than the certificate may

bool finite(std::span<const double> list) {
  return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
}

}  // namespace

Check check_formulas(const MechanismSetup& setup, std::span<const MechanismSample> samples) {
  Check check;
  check.name = "derived formulas = kernels";
  if (setup.compiled.plan.nv > most_coordinates) {
    check.note = "formulas of more than " + std::to_string(most_coordinates) + " coordinates are not compared";
    return check;
  }
  if (has_quaternions(setup.model)) {
    check.note = "quaternion joints: formulas in the speeds are not compared";
    return check;
  }
  try {
    const GraphScope scope(*setup.model.graph);
    const Lagrangian lagrangian = traced_lagrangian(setup.model, setup.compiled, setup.angles, setup.lengths);
    Evaluator formulas(lagrangian, derive_lagrange(lagrangian));
    MechanismEvaluator kernels(setup);
    Worst worst(check.name, rounding_tolerance);
    for (const MechanismSample& s : samples) {
      EvaluateOptions options;
      options.at = s.x;
      options.a = s.vdot;
      const Evaluation derived = formulas.at(options), computed = kernels.at(options);
      const std::size_t n = computed.g.size();
      if (!finite(derived.inverse_dynamics) || !finite(computed.inverse_dynamics)) continue;
      double size = size_of(computed.bias) + size_of(computed.passive) + size_of(computed.effort);
      for (std::size_t i = 0; i < n * n; ++i) size = std::max(size, std::abs(computed.M[i]) * size_of(s.vdot));
      for (std::size_t i = 0; i < n; ++i) {
        const auto where = [&] { return describe(setup.model, s.x); };
        worst.add(derived.inverse_dynamics[i] - computed.inverse_dynamics[i], size, where);
        worst.add(derived.effort[i] - computed.effort[i], size, where);
      }
    }
    return worst.finish("the derived equations differ from the kernels");
  } catch (const Error& error) {
    if (error.code() != Error::Code::unsupported && error.code() != Error::Code::too_large) throw;
    check.note = error.message();
    return check;
  }
}

}  // namespace alembert
