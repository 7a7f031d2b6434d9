#include "alembert/analysis/derivation/form_matrices.h"

#include <algorithm>

#include "alembert/analysis/derivation/closing_definitions.h"
#include "alembert/analysis/derivation/form_point.h"
#include "alembert/analysis/derivation/named_coordinates.h"
#include "alembert/forms/blocks/generalized_blocks.h"
#include "alembert/forms/blocks/independent.h"
#include "alembert/forms/blocks/joint_blocks.h"
#include "alembert/forms/blocks/symbolic_bodies.h"
#include "alembert/forms/classical/choose_drives.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {
namespace {

/// Coordinates up to which formulas are made: beyond it nobody reads them.
constexpr int most_coordinates = 90;

void check_size(int coordinates) {
  if (coordinates > most_coordinates)
    throw Error(Error::Code::too_large,
                "formulas of " + std::to_string(coordinates) + " coordinates are too long to read", {},
                "evaluate and check use all forms in numbers; formulas are made for up to " +
                    std::to_string(most_coordinates) + " coordinates");
}

/// Independent coordinates and unknown drives, decided by the numbers at the state. B and gamma are made only where
/// they are needed: for bodies in space they take the longest.
void decide(Blocks<Expr>& blocks, const SymbolValues& values, bool eliminates, const FormRequest& request,
            const std::vector<std::string>& redundant) {
  Blocks<double> numbers;
  numbers.n = blocks.n;
  numbers.m = blocks.m;
  numbers.coordinates = blocks.coordinates;
  numbers.rows = blocks.rows;
  numbers.M = Dense<double>(blocks.n, blocks.n);
  numbers.M.a = values(blocks.M.a);
  numbers.Cq = Dense<double>(blocks.m, blocks.n);
  numbers.Cq.a = values(blocks.Cq.a);
  for (int i = 0; i < blocks.m; ++i)
    if (std::ranges::find(redundant, blocks.rows[static_cast<std::size_t>(i)]) != redundant.end())
      for (int j = 0; j < blocks.n; ++j) numbers.Cq(i, j) = 0.0;
  numbers.Qd.assign(static_cast<std::size_t>(blocks.m), 0.0);
  numbers.drives = blocks.drives;
  numbers.drive_reach = Dense<double>(blocks.n, blocks.drive_reach.cols);
  numbers.drive_reach.a = values(blocks.drive_reach.a);
  const std::vector<char> angles = body_angles(blocks);
  const std::vector<int> wanted = coordinates_named(request.independent, blocks);
  choose_independent(numbers, numbers.Cq, angles, wanted);
  blocks.unknown_drives = choose_drives(numbers);
  if (eliminates) return choose_independent(blocks, numbers.Cq, angles, wanted);
  blocks.independent = numbers.independent;
  blocks.dependent = numbers.dependent;
  blocks.basis_rows = numbers.basis_rows;
}

/// Rates of all coordinates of a mechanism's tree.
std::vector<CoordinateRate> coordinate_rates(const Mechanism& model) {
  std::vector<CoordinateRate> rates;
  int v = 0;
  for (std::size_t i = 0; i < model.coordinates.size();) {
    const MechanismCoordinate& c = model.coordinates[i];
    const Joint& joint = model.joints[static_cast<std::size_t>(c.joint)];
    const JointWords& has = words(model, joint);
    const auto q = [&](std::size_t k) { return coordinate_symbol(model, static_cast<int>(i + k)); };
    const auto speed = [&](int k) { return speed_symbol(model, v + k); };
    std::vector<Expr> own;
    if (!has.quaternion) {
      for (int k = 0; k < static_cast<int>(has.speeds.size()); ++k) own.push_back(speed(k));
    } else {
      const std::size_t turn = has.coordinates.size() - 4;
      const Quaternion<Expr> p{q(turn), q(turn + 1), q(turn + 2), q(turn + 3)};
      if (turn > 0) {
        const Vec3<Expr> velocity = rotation(p) * Vec3<Expr>{speed(3), speed(4), speed(5)};
        own = {velocity.x, velocity.y, velocity.z};
      }
      const Quaternion<Expr> rate = quaternion_rate(p, {speed(0), speed(1), speed(2)});
      own.insert(own.end(), {rate.w, rate.x, rate.y, rate.z});
    }
    for (std::size_t k = 0; k < own.size(); ++k) rates.push_back({model.coordinates[i + k].name, own[k]});
    i += has.coordinates.size();
    v += static_cast<int>(has.speeds.size());
  }
  return rates;
}

class MechanismMatrices final : public FormMatrices {
 public:
  MechanismMatrices(const MechanismSetup& setup, const FormRequest& request)
      : FormMatrices(request), setup_(setup), plan_(setup.model, setup.constraints.rows.formulas) {
    values_ = mechanism_values(setup, request_.at);
    const ConstraintSetup& constraints = setup.constraints;
    for (int i = 0; i < constraints.rows.size(); ++i)
      if (!std::ranges::binary_search(constraints.kept, i))
        redundant_.push_back(constraints.rows.names[static_cast<std::size_t>(i)]);
  }

  const Description& model() const override { return setup_.model; }

 protected:
  Blocks<Expr> make(FormBlocks kind) const override {
    const Mechanism& model = setup_.model;
    if (kind == FormBlocks::joints) {
      check_size(setup_.compiled.plan.nv);
      return joint_formulas(model, setup_.compiled, plan_, params(BodyReference::center));
    }
    check_size((model.planar ? 3 : 6) * (static_cast<int>(model.bodies.size()) - 1));
    return body_formulas(plan_, params(reference(kind)));
  }

  std::vector<CoordinateRate> rates() const override { return coordinate_rates(setup_.model); }

  FormOptions<Expr> options(FormBlocks kind, const Blocks<Expr>& blocks) const override {
    FormOptions<Expr> options;
    if (kind == FormBlocks::joints) return options;
    options.cut = request_.cut;
    if (!request_.about.empty()) {
      options.about = point_about(plan_, params(reference(kind)), blocks, request_.about);
      options.about_name = request_.about;
    }
    return options;
  }

  std::vector<FormDefinition> closing(const FormSystem<Expr>& system) const override {
    return closing_definitions(setup_, system);
  }

 private:
  static BodyReference reference(FormBlocks kind) {
    return kind == FormBlocks::frame ? BodyReference::frame : BodyReference::center;
  }
  BodyParams<Expr> params(BodyReference at) const {
    return formula_body_params(setup_.model, setup_.choices, at, setup_.lengths);
  }

  const MechanismSetup& setup_;
  BodyPlan plan_;
};

class EnergyMatrices final : public FormMatrices {
 public:
  EnergyMatrices(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request)
      : FormMatrices(request), model_(model), equations_(equations) {
    values_ = energy_values(model, equations, request_.at);
  }

  const Description& model() const override { return model_; }

 protected:
  /// All kinds are the same here: generalized coordinates.
  Blocks<Expr> make(FormBlocks /*kind*/) const override {
    check_size(static_cast<int>(equations_.n));
    std::vector<std::string> names;
    for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
    return generalized_blocks(equations_, names);
  }

  std::vector<CoordinateRate> rates() const override {
    std::vector<CoordinateRate> rates;
    for (std::size_t i = 0; i < equations_.n; ++i) rates.push_back({model_.coordinates[i].name, equations_.v[i]});
    return rates;
  }

  FormOptions<Expr> options(FormBlocks kind, const Blocks<Expr>& /*blocks*/) const override {
    if (kind == FormBlocks::joints)
      throw Error(Error::Code::unsupported,
                  "--form recursive: joint coordinates need joints; a system given by its energies has none", {},
                  "--form augmented has the same matrices");
    return {};
  }

  std::vector<FormDefinition> closing(const FormSystem<Expr>& /*system*/) const override { return {}; }

 private:
  const Lagrangian& model_;
  const LagrangeEquations& equations_;
};

}  // namespace

/// Runs `make` once and keeps what came of it, an error too.
template <class Make>
const Blocks<Expr>& FormMatrices::once(Kept& kept, const Make& make) {
  if (!kept.blocks && !kept.error) {
    try {
      kept.blocks = make();
    } catch (const Error& error) {
      kept.error = error;
    }
  }
  if (kept.error) throw Error(*kept.error);
  return *kept.blocks;
}

const Blocks<Expr>& FormMatrices::blocks(FormBlocks kind, bool with_B) {
  const auto k = static_cast<std::size_t>(kind);
  return once(decided_[k][with_B ? 1 : 0], [&] {
    Blocks<Expr> blocks = once(plain_[k], [&] { return make(kind); });
    decide(blocks, values_, with_B, request_, redundant_);
    return blocks;
  });
}

std::unique_ptr<FormMatrices> form_matrices(const MechanismSetup& setup, const FormRequest& request) {
  return std::make_unique<MechanismMatrices>(setup, request);
}

std::unique_ptr<FormMatrices> form_matrices(const Lagrangian& model, const LagrangeEquations& equations,
                                            const FormRequest& request) {
  return std::make_unique<EnergyMatrices>(model, equations, request);
}

}  // namespace alembert
