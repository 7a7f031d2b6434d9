#include "alembert/workbench/answers/mobility_report.h"

#include <algorithm>

#include "alembert/analysis/mobility/gruebler.h"
#include "alembert/forms/energies/constraint_rows.h"
#include "alembert/forms/traced/traced_equations.h"
#include "alembert/model/spanning_tree.h"
#include "alembert/system/mechanism/needed_inertia.h"
#include "alembert/system/reactions/reaction_solver.h"

namespace alembert {
namespace {

/// Without the rows of drives, of which `is_drive` [row] tells; empty: there are none.
ConstraintForms forms_of(const Lagrangian& model, const std::vector<bool>& is_drive) {
  const ConstraintFormulas rows = constraint_formulas(model);
  ConstraintForms forms;
  forms.q = positions(model);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_drive.empty() && is_drive[i]) continue;
    if (i < rows.holonomic()) {
      forms.phi.push_back(rows.phi[i]);
      continue;
    }
    for (std::size_t j = 0; j < rows.n; ++j) forms.A.push_back(rows.jacobian(i, j));
    forms.b.push_back(rows.b[i]);
  }
  return forms;
}

/// Of a mechanism whose rows, but for drives, are formulas in the coordinates of the tree; nothing where some are not.
std::optional<ConstraintForms> forms_of(const MechanismSetup& setup) {
  const Mechanism& model = setup.model;
  const RowPlan& plan = setup.constraints.rows;
  if (model.coordinates.size() != model.speeds.size()) return {};  // quaternions: speeds that are no rates
  ConstraintForms forms;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i)
    forms.q.push_back(coordinate_symbol(model, static_cast<int>(i)));
  for (const RowSource& source : plan.sources) {
    if (source.kind != RowSource::Kind::formula) return {};
    const FormulaRow& row = plan.formulas[static_cast<std::size_t>(source.index)];
    if (row.origin == FormulaRow::Origin::drive) continue;
    if (row.holonomic) {
      forms.phi.push_back(row.phi);
      continue;
    }
    std::vector<Expr> A(forms.q.size());
    for (std::size_t k = 0; k < row.variables.size(); ++k) {
      if (row.variables[k].kind != RowVariable::Kind::coordinate) return {};
      A[static_cast<std::size_t>(row.variables[k].index)] += row.coefficients[k];
    }
    forms.A.insert(forms.A.end(), A.begin(), A.end());
    forms.b.push_back(row.b);
  }
  return forms;
}

/// Whether rows of joints and of geometry are worth deriving as formulas.
bool few_coordinates(const MechanismSetup& setup) {
  constexpr std::size_t most = 10;
  return setup.model.coordinates.size() <= most && !has_quaternions(setup.model);
}

/// What formulas say about integrability, or why they say nothing.
void ask_formulas(Workbench& workbench, MobilityOptions& options) {
  const GraphScope scope(*workbench.model().graph);
  const bool energies = workbench.mechanism() == nullptr;
  std::optional<ConstraintForms> forms = energies ? forms_of(workbench.lagrangian(), {}) : forms_of(workbench.setup());
  if (forms)
    options.exact_at_values = [&workbench, written = *forms] {
      const GraphScope inner(*workbench.model().graph);
      std::string unused;
      return decide_integrability(at_parameter_values(written, workbench.model()), unused);
    };
  else if (few_coordinates(workbench.setup()))
    forms = forms_of(workbench.lagrangian(), workbench.setup().constraints.rows.is_drive);
  if (forms)
    options.exact = decide_integrability(*forms, options.why_not_exact);
  else
    options.why_not_exact = "rows of joints and of geometry are not short formulas in the coordinates";
}

/// The constraint or joint that a row belongs to: `contact` of `contact.forward`.
std::string owner(const Workbench& workbench, const std::string& row) {
  if (workbench.mechanism() == nullptr) return row;
  const Mechanism& model = *workbench.mechanism();
  std::string longest;
  const auto offer = [&](const std::string& name) {
    const bool fits = row == name || (row.size() > name.size() && row.starts_with(name) && row[name.size()] == '.');
    if (fits && name.size() > longest.size()) longest = name;
  };
  for (const MechanismConstraint& constraint : model.constraints) offer(name_of(constraint));
  for (const Joint& joint : model.joints) offer(joint.name);
  return longest.empty() ? row : longest;
}

void add_verdicts(const Workbench& workbench, MobilityReport& report) {
  const std::vector<RowVerdict>& rows = report.mobility.integrable;
  for (std::size_t i = 0; i < rows.size();) {
    const std::string whole = owner(workbench, rows[i].name);
    std::size_t end = i;
    bool all = true;
    for (; end < rows.size() && owner(workbench, rows[end].name) == whole; ++end) all = all && rows[end].integrable;
    if (end - i > 1) report.integrable.emplace_back(whole, all);
    for (; i < end; ++i) report.integrable.emplace_back(rows[i].name, rows[i].integrable);
  }
}

void add_undetermined(Workbench& workbench, const Point& at, MobilityReport& report) {
  const Mobility& found = report.mobility;
  if (found.rows + found.drives == 0) return;
  report.undetermined = workbench.mechanism() == nullptr
                            ? found.undetermined_rows
                            : undetermined_reactions(workbench.setup(), {at.t, found.q, at.v, at.z});
}

/// Geometry needs no masses; where there are some, one that is missing was forgotten.
bool has_mass(const MechanismSetup& setup) {
  return std::ranges::any_of(setup.model.bodies, [&](const Body& body) { return setup.real(body.mass) > 0.0; });
}

}  // namespace

MobilityReport report_mobility(Workbench& workbench, const StartPoint& at) {
  const std::unique_ptr<System> system = workbench.system();
  MobilityOptions options;
  const Sizes sizes = system->sizes();
  if (sizes.na > sizes.nc) ask_formulas(workbench, options);
  if (workbench.mechanism() != nullptr) options.drives = workbench.setup().constraints.rows.is_drive;
  const MobilityCounts counts =
      workbench.mechanism() != nullptr ? count_motions(*workbench.mechanism()) : count_motions(workbench.lagrangian());
  MobilityReport report;
  report.mobility = mobility(*system, {at.t, at.q, at.v, at.z}, counts, options);
  report.start_changes = at.changes;
  add_verdicts(workbench, report);
  add_undetermined(workbench, at, report);
  if (workbench.mechanism() == nullptr) return report;
  report.closed_by = closing_joint_names(*workbench.mechanism());
  report.idle_spins = describe(*workbench.mechanism(), idle_spins(workbench.setup()));
  if (has_mass(workbench.setup()))
    if (const std::optional<Error> lacking = lacking_inertia(workbench.setup()))
      report.mobility.notes.push_back(lacking->message());
  return report;
}

}  // namespace alembert
