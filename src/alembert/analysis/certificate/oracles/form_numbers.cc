#include "alembert/analysis/certificate/oracles/form_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "alembert/analysis/certificate/oracles/kernel_lagrange.h"
#include "alembert/core/index.h"
#include "alembert/forms/blocks/body_blocks.h"
#include "alembert/forms/blocks/independent.h"
#include "alembert/forms/blocks/joint_blocks.h"
#include "alembert/forms/classical/choose_drives.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/rnea.h"
#include "alembert/linalg/vectors.h"

namespace alembert {
namespace {

std::vector<Vec3<double>> own_axes(std::span<const BodyMotion<double>> bodies) {
  std::vector<Vec3<double>> w_B;
  w_B.reserve(bodies.size());
  for (const BodyMotion<double>& body : bodies) w_B.push_back(body.X_W.R.transpose_times(body.w));
  return w_B;
}

/// Rows that have no coefficient at any configuration hold rounding where bodies' rows are carried to joints.
Blocks<double> without_rounding(Blocks<double> blocks, const ConstraintSetup& constraints) {
  for (std::size_t i = 0; i < constraints.vanishing.size(); ++i) {
    if (!constraints.vanishing[i]) continue;
    const auto at = std::ranges::find(blocks.rows, constraints.rows.names[i]);
    if (at == blocks.rows.end()) continue;
    const auto row = static_cast<int>(at - blocks.rows.begin());
    for (int j = 0; j < blocks.n; ++j) blocks.Cq(row, j) = 0.0;
    blocks.Qd[index(row)] = 0.0;
  }
  return blocks;
}

Blocks<double> finished(Blocks<double> blocks) {
  choose_independent(blocks, blocks.Cq, body_angles(blocks), {});
  blocks.unknown_drives = choose_drives(blocks);
  return blocks;
}

/// M and bias of Lagrange's equations in place of the recursion's: Euler-Lagrange's expression is M v' + bias. What
/// armatures of closing joints have added to M and Qe stays.
Blocks<double> lagrange_blocks(const MechanismSetup& setup, const Point& x, const Blocks<double>& joints) {
  KernelLagrange lagrange(setup.compiled.plan, setup.par);
  Blocks<double> blocks = joints;
  Workspace<double> w(setup.compiled.plan);
  std::vector<double> unit(index(blocks.n), 0.0), recursive(index(blocks.n)), M(index(blocks.n) * index(blocks.n));
  joint_poses<double>(setup.compiled.plan, setup.par, x.q, w);
  crba<double>(setup.compiled.plan, setup.par, M, w);
  rnea<double>(setup.compiled.plan, setup.par, x.v, {}, {}, recursive, w);
  const auto bias = lagrange.inverse_dynamics(x.q, x.v, unit);
  for (int k = 0; k < blocks.n; ++k) {
    blocks.Qe[index(k)] += recursive[index(k)] - bias[index(k)].value;
    unit[index(k)] = 1.0;
    const auto column = lagrange.inverse_dynamics(x.q, x.v, unit);
    unit[index(k)] = 0.0;
    for (int i = 0; i < blocks.n; ++i)
      blocks.M(i, k) += column[index(i)].value - bias[index(i)].value - M[index(i) * index(blocks.n) + index(k)];
  }
  return blocks;
}

}  // namespace

struct MechanismBlockReader::Memory {
  explicit Memory(const MechanismSetup& s)
      : setup(s),
        plan(s.model, s.constraints.rows.formulas),
        center(number_body_params<double>(s.model, s.choices, BodyReference::center, s.real, s.lengths)),
        frame(number_body_params<double>(s.model, s.choices, BodyReference::frame, s.real, s.lengths)),
        center_reader(s, plan, center),
        frame_reader(s, plan, frame) {}

  const MechanismSetup& setup;
  BodyPlan plan;
  BodyParams<double> center, frame;
  BodyStateReader center_reader, frame_reader;
  BodyState<double> state;

  /// Accelerations of mass centres in the coordinates of the blocks.
  static std::vector<double> accelerations(const Blocks<double>& joints, const std::vector<double>& vdot) {
    std::vector<double> a = joints.to_center * vdot;
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += joints.center_bias[i];
    return a;
  }
};

MechanismBlockReader::MechanismBlockReader(const MechanismSetup& setup) : memory_(std::make_unique<Memory>(setup)) {}
MechanismBlockReader::~MechanismBlockReader() = default;

const BodyPlan& MechanismBlockReader::plan() const { return memory_->plan; }
const BodyState<double>& MechanismBlockReader::body_state() const { return memory_->state; }

MechanismBlocks MechanismBlockReader::at(MechanismDynamics<double>& dynamics, const Point& x,
                                         std::span<const double> u) {
  Memory& m = *memory_;
  dynamics.at(x.t, x.q, x.v, x.z, u);
  std::vector<double> vdot(x.v.size()), lambda(static_cast<std::size_t>(m.setup.constraints.rows.size()));
  dynamics.accelerate({}, vdot, lambda);
  dynamics.at(x.t, x.q, x.v, x.z, u);
  m.state = m.center_reader.read(dynamics, x.t, x.q, x.v, x.z, u);
  const std::vector<Vec3<double>> w_B = own_axes(m.state.bodies);
  MechanismBlocks blocks;
  const JointBlocksInput<double> input{m.setup.compiled, m.setup.par, m.plan, m.center, x.q, x.v};
  blocks.joints = finished(without_rounding(joint_blocks(input, m.state), m.setup.constraints));
  blocks.center = finished(body_blocks<double>(m.plan, m.center, m.state, w_B));
  blocks.center.a = Memory::accelerations(blocks.joints, vdot);
  blocks.frame =
      finished(body_blocks<double>(m.plan, m.frame, m.frame_reader.read(dynamics, x.t, x.q, x.v, x.z, u), w_B));
  return blocks;
}

std::vector<FormResult> all_forms_at(const MechanismSetup& setup, MechanismDynamics<double>& dynamics, const Point& x,
                                     std::span<const double> u) {
  std::vector<FormResult> results;
  for (const FormEntry<double>& form : classical_forms<double>()) results.push_back({form.name, {}, {}});
  results.push_back({"lagrange", {}, {}});
  const int size = (setup.model.planar ? 3 : 6) * (static_cast<int>(setup.model.bodies.size()) - 1);
  if (size > most_form_coordinates) {
    for (FormResult& result : results)
      result.why_not = std::to_string(size) + " body coordinates: dense matrices of all forms are made for up to " +
                       std::to_string(most_form_coordinates);
    return results;
  }
  MechanismBlockReader reader(setup);
  const MechanismBlocks blocks = reader.at(dynamics, x, u);
  for (std::size_t i = 0; i + 1 < results.size(); ++i) {
    const FormEntry<double>& form = classical_forms<double>()[i];
    const FormSystem<double> system = form.assemble(blocks.of(form.blocks), {});
    if (system.why_not)
      results[i].why_not = *system.why_not;
    else
      results[i].answer = solve_form(system, blocks.of(form.blocks));
  }
  const Blocks<double> lagrange = lagrange_blocks(setup, x, blocks.joints);
  results.back().answer = solve_form(recursive_form(lagrange, {}), lagrange);
  return results;
}

namespace {

/// One kind of quantity as several forms give it.
class Votes {
 public:
  /// `known` [component] where only some are; empty: all.
  void add(const std::string& form, const std::vector<double>& values, const std::vector<char>& known) {
    if (!values.empty() && (list_.empty() || values.size() == list_.front().values->size()))
      list_.push_back({&form, &values, &known});
  }

  /// How far the form that is furthest from the middle of all is away from it, relative to the largest value, at least
  /// `size`; nothing where no two forms can be compared.
  std::optional<double> apart(double size, double& worst, std::string& name) const {
    if (list_.size() < 2) return {};
    double scale = std::max(size, std::numeric_limits<double>::min());
    for (const Vote& vote : list_) scale = std::max(scale, largest(*vote.values));
    std::optional<double> result;
    for (std::size_t i = 0; i < list_.front().values->size(); ++i) {
      std::vector<double> values;
      for (const Vote& vote : list_)
        if (vote.knows(i)) values.push_back((*vote.values)[i]);
      if (values.size() < 2) continue;
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::ranges::nth_element(values, middle);
      for (const Vote& vote : list_) {
        if (!vote.knows(i)) continue;
        const double difference = std::abs((*vote.values)[i] - *middle) / scale;
        result = std::isnan(difference) ? difference : std::max(result.value_or(0.0), difference);
        if (difference <= worst) continue;
        worst = difference;
        name = *vote.form;
      }
    }
    return result;
  }

 private:
  struct Vote {
    const std::string* form;
    const std::vector<double>* values;
    const std::vector<char>* known;
    bool knows(std::size_t i) const { return known->empty() || (*known)[i] != 0; }
  };
  std::vector<Vote> list_;
};

}  // namespace

FormAgreement compare_forms(const std::vector<FormResult>& results, const FormSizes& sizes) {
  FormAgreement agreement;
  Votes accelerations, forces, reactions;
  const std::vector<char> all;
  for (const FormResult& result : results) {
    if (!result.answer) continue;
    ++agreement.forms;
    agreement.residual = std::max(agreement.residual, result.answer->residual);
    accelerations.add(result.form, result.answer->accelerations, all);
    forces.add(result.form, result.answer->constraint_force, all);
    if (result.answer->unique) reactions.add(result.form, result.answer->reactions, result.answer->known_reactions);
  }
  double worst = -1.0;
  agreement.accelerations = accelerations.apart(sizes.accelerations, worst, agreement.worst);
  agreement.forces = forces.apart(sizes.forces, worst, agreement.worst);
  agreement.reactions = reactions.apart(sizes.forces, worst, agreement.worst);
  return agreement;
}

}  // namespace alembert
