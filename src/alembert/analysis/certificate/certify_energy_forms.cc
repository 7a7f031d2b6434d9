#include "alembert/analysis/certificate/certify_energy_forms.h"

#include <deque>

#include "alembert/analysis/certificate/lines/derived_form.h"
#include "alembert/analysis/certificate/oracles/form_numbers.h"
#include "alembert/analysis/certificate/solved_sample.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/derivation/form_point.h"

namespace alembert {
namespace {

/// Forms that apply, and those that are not made with the reason.
struct DerivedForms {
  std::deque<DerivedForm> list;
  std::string left_out;

  DerivedForms(const Lagrangian& model, const LagrangeEquations& equations, const Point& at) {
    FormRequest request;
    request.at = at;
    FormDeriver deriver(model, equations, request);
    for (const std::string& name : form_names()) try {
        list.emplace_back(deriver.derive(name));
      } catch (const Error& error) {
        if (error.code() == Error::Code::too_large)
          left_out += (left_out.empty() ? "" : "; ") + name + ": " + error.message();
        else if (error.code() != Error::Code::unsupported)  // forms that speak of bodies
          throw;
      }
  }

  std::string names() const {
    std::string result = "lagrange";
    for (const DerivedForm& form : list) result += ", " + form.name();
    return result;
  }
};

FormResult solved_by_multipliers(const SolvedSample& s) {
  FormResult result{"lagrange", FormAnswer{}, {}};
  result.answer->accelerations = s.acceleration;
  if (s.m == 0) return result;
  for (std::size_t j = 0; j < s.n; ++j) {
    double force = 0.0;
    for (std::size_t i = 0; i < s.m; ++i) force -= s.A[i * s.n + j] * s.lambda[i];
    result.answer->constraint_force.push_back(force);
  }
  return result;
}

}  // namespace

void check_energy_forms(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& equations,
                        const StateSamples& samples) {
  constexpr double tolerance = 1e-8;  // as that of all that is solved
  Worst accelerations("forms agree: accelerations", tolerance), forces("forms agree: constraint forces", tolerance);
  const GraphScope scope(*model.graph);
  std::string compared;
  if (!samples.list().empty()) {
    Evaluator evaluator(model, equations);
    DerivedForms forms(model, equations, samples.list().front().point);
    for (const StateSample& sample : samples.list()) {
      for (Worst* line : {&accelerations, &forces}) line->next_state();
      const SolvedSample solved = solve(evaluator, sample);
      if (solved.acceleration.empty()) continue;
      const SymbolValues values = energy_values(model, equations, sample.point);
      std::vector<FormResult> results{solved_by_multipliers(solved)};
      for (DerivedForm& form : forms.list)
        if (form.holds(evaluator.system(), sample.point.t, sample.point.q))
          results.push_back({form.name(), form.at(values), {}});
      const SampleSizes sizes(solved, sample.numbers.M, row_sizes(evaluator, sample));
      const FormAgreement agreement = compare_forms(results, {size_of(sizes.accelerations), size_of(sizes.forces)});
      const auto where = [&] { return describe(model, sample.point) + " (worst: " + agreement.worst + ")"; };
      if (agreement.accelerations) accelerations.add(*agreement.accelerations, 1.0, where);
      if (agreement.forces) forces.add(*agreement.forces, 1.0, where);
    }
    compared = forms.names() + (forms.left_out.empty() ? "" : "; not " + forms.left_out);
  }
  const auto finish = [&](Worst& worst, const char* why) {
    Check check = worst.finish(why, "the equations are singular, or formulas solved for some coordinates do not hold");
    if (check.passed.value_or(false)) check.note = compared + (check.note.empty() ? "" : "; " + check.note);
    certificate.checks.push_back(std::move(check));
  };
  finish(accelerations, "a form gives other accelerations");
  if (equations.rows.size() == 0)
    certificate.checks.push_back(not_applicable("forms agree: constraint forces", "the model has no constraints"));
  else
    finish(forces, "a form gives other constraint forces");
}

}  // namespace alembert
