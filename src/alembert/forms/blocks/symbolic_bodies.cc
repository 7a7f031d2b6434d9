#include "alembert/forms/blocks/symbolic_bodies.h"

#include "alembert/core/index.h"
#include "alembert/forms/blocks/body_blocks.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

Expr symbol(const std::string& name, int order = 0) { return Expr::symbol(name, SymbolKind::coordinate, order); }

/// The elements of a body's rotation matrix.
Mat3<Expr> axes_of(const std::string& body) {
  const auto row = [&](const std::string& axis) {
    return Vec3<Expr>{symbol(body + ".R" + axis + "x"), symbol(body + ".R" + axis + "y"),
                      symbol(body + ".R" + axis + "z")};
  };
  return {row("x"), row("y"), row("z")};
}

/// Adds the inputs that Qe is linear in, each with its column.
void add_inputs(const Mechanism& model, Blocks<Expr>& blocks) {
  for (const Input& input : model.inputs) {
    std::vector<Expr> column;
    bool acts = false, linear = true;
    for (const Expr force : blocks.Qe) {
      column.push_back(simplify(derivative(force, input.symbol)));
      acts = acts || !column.back().is_zero();
      linear = linear && !contains(column.back(), input.symbol);
    }
    if (!acts || !linear) continue;
    Dense<Expr> wider(blocks.n, blocks.drive_reach.cols + 1);
    for (int i = 0; i < blocks.n; ++i) {
      for (int j = 0; j < blocks.drive_reach.cols; ++j) wider(i, j) = blocks.drive_reach(i, j);
      wider(i, blocks.drive_reach.cols) = column[index(i)];
    }
    blocks.drive_reach = std::move(wider);
    blocks.drives.push_back(input.name);
    blocks.drive_value.push_back(input.symbol);
  }
}

}  // namespace

SymbolicBodies::SymbolicBodies(const BodyPlan& plan) : bodies(plan.model.bodies.size()), w_B(plan.model.bodies.size()) {
  const Mechanism& model = plan.model;
  if (model.planar) angles.resize(model.bodies.size());
  for (const Joint& joint : model.joints) {
    const JointWords& has = words(model, joint);
    for (const JointWord& word : has.coordinates) coordinates_.push_back(symbol(coordinate_name(joint.name, word)));
    for (const JointWord& word : has.speeds)
      speeds_.push_back(symbol(coordinate_name(joint.name, word), has.quaternion ? 0 : 1));
  }
  for (const Written& formula : force_formulas(model)) forces_.push_back(formula.formula);
  for (const FormulaRow& row : plan.formulas) {
    rows_.insert(rows_.end(), row.coefficients.begin(), row.coefficients.end());
    rows_.insert(rows_.end(), {row.phi, row.b, row.c});
  }
  for (const MechanismConstraint& constraint : model.constraints) {
    drives_.emplace_back();
    if (const auto* distance = std::get_if<Distance>(&constraint)) {
      const TimedLength length = timed_length(model, *distance);
      drives_.back() = {length.value, length.rate, length.acceleration};
    }
  }
  for (const Measure& measure : model.measures) measures_.push_back(measure.symbol);
}

void describe_by_bodies(const BodyPlan& plan, const BodyParams<Expr>& par, SymbolicBodies& state) {
  const Mechanism& model = plan.model;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const std::vector<std::string> names = body_coordinate_names(model, static_cast<int>(b), par.reference);
    BodyMotion<Expr>& motion = state.bodies[b];
    if (model.planar) {
      const Expr angle = symbol(names[2]), rate = symbol(names[2], 1), zero;
      motion = {{rotation_z(angle), {symbol(names[0]), symbol(names[1]), zero}},
                {zero, zero, rate},
                {symbol(names[0], 1), symbol(names[1], 1), zero}};
      state.w_B[b] = motion.w;
      state.angles[b] = angle;
      continue;
    }
    state.w_B[b] = {symbol(names[3]), symbol(names[4]), symbol(names[5])};
    motion.X_W = {axes_of(model.bodies[b].name), {symbol(names[0]), symbol(names[1]), symbol(names[2])}};
    motion.w = motion.X_W.R * state.w_B[b];
    motion.v = {symbol(names[0], 1), symbol(names[1], 1), symbol(names[2], 1)};
  }
}

Blocks<Expr> body_formulas(const BodyPlan& plan, const BodyParams<Expr>& par) {
  SymbolicBodies state(plan);
  describe_by_bodies(plan, par, state);
  Blocks<Expr> blocks = body_blocks<Expr>(plan, par, state.state(), state.w_B);
  add_inputs(plan.model, blocks);
  for (int i = 0; i < blocks.n; ++i) {
    const bool speed = !blocks.planar && i % blocks.body_size() >= 3;
    blocks.a.push_back(symbol(blocks.coordinates[index(i)], speed ? 1 : 2));
  }
  return blocks;
}

}  // namespace alembert
