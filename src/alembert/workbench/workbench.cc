#include "alembert/workbench/workbench.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/analysis/certificate/certify_mechanism.h"
#include "alembert/analysis/driven/driven_motion.h"
#include "alembert/analysis/state/assembled_start.h"
#include "alembert/analysis/state/evaluate.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/forms/energies/growth_limit.h"
#include "alembert/forms/traced/traced_equations.h"
#include "alembert/forms/traced/traced_lagrangian.h"
#include "alembert/model/model_values.h"
#include "alembert/plan/start.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/walk.h"
#include "alembert/system/assembly/assemble.h"
#include "alembert/system/assembly/given_start.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/mechanism/needed_inertia.h"
#include "alembert/workbench/answers/given_values.h"
#include "alembert/workbench/tables/derived_names.h"

namespace alembert {
namespace {

/// Settings are known while the file is read, because counts of repeated parts may depend on them.
LoadOptions with_values(LoadOptions options, std::span<const std::string> settings) {
  for (const std::string& setting : settings) options.values.push_back(split_setting(setting));
  return options;
}

}  // namespace

std::vector<std::string> names_of(const std::vector<Workbench::Word>& words) {
  std::vector<std::string> names;
  names.reserve(words.size());
  for (const Workbench::Word& word : words) names.push_back(word.name);
  return names;
}

Workbench::Workbench(const std::filesystem::path& file, std::span<const std::string> settings,
                     const WorkbenchOptions& options)
    : model_(load_model(file, with_values(options, settings))), branch_(options.branch) {
  std::visit([&](auto& model) { description_ = &model; }, model_);
  const GraphScope scope(*description_->graph);
  for (const std::string& setting : settings) apply_setting(*description_, setting);
  note_values(*description_);  // reports values that are not finite, and cycles made by a setting
  if (auto* m = std::get_if<Mechanism>(&model_)) {
    setup_.emplace(*m, options.purpose);
    if (options.hold_spins) hold_idle_spins(*m, options);
    for (const MechanismCoordinate& c : m->coordinates) coordinates_.push_back({c.name, std::string(c.unit)});
    for (const MechanismCoordinate& s : m->speeds) speeds_.push_back({s.name, std::string(s.unit)});
  } else {
    for (const Coordinate& c : std::get<Lagrangian>(model_).coordinates) {
      coordinates_.push_back({c.name, c.unit});
      speeds_.push_back({c.name + "'", rate_unit(c.unit)});
    }
    note_values(std::get<Lagrangian>(model_));
  }
}

void Workbench::hold_idle_spins(Mechanism& model, const WorkbenchOptions& options) {
  std::vector<IdleSpin> spins = idle_spins(*setup_);
  // Where forces move what a spin is joined to, they move that with it.
  if (options.purpose == MechanismSetup::Purpose::forces)
    std::erase_if(spins, [](const IdleSpin& spin) { return !spin.led; });
  if (spins.empty()) return;
  held_spins_ = describe(model, spins);
  hold_spins(model, spins, *options.hold_spins);
  setup_.emplace(model, options.purpose);
}

const Lagrangian& Workbench::lagrangian() {
  if (const auto* written = std::get_if<Lagrangian>(&model_)) return *written;
  if (!traced_) {
    traced_ = traced_lagrangian(setup_->trace_input());
    const GraphScope scope(*description_->graph);
    note_values(*traced_);
  }
  return *traced_;
}

LagrangeEquations Workbench::derived() {
  const GraphScope scope(*description_->graph);
  if (setup_ && has_quaternions(setup_->model)) return traced_equations(setup_->trace_input(), lagrangian());
  return setup_ ? derive_lagrange(lagrangian(), most_formula_nodes) : derive_lagrange(lagrangian());
}

const LagrangeEquations& Workbench::equations() {
  if (!equations_) {
    const GraphScope scope(*description_->graph);
    equations_ = simplified(derived());
  }
  return *equations_;
}

void Workbench::change(std::vector<double>& values, const std::string& text, const std::string& option,
                       int order) const {
  std::vector<Word> targets = speeds_;
  for (Word& target : targets) {
    if (order < 0) target.unit = effort_unit(target.unit);
    if (order == 2) target.unit = rate_unit(target.unit);
  }
  change_by_list(*description_, targets, text, option, order, values);
}

Branches Workbench::branches(const std::string& hold, double t) {
  std::vector<Word> known = coordinates_;
  if (setup_)
    for (const MechanismCoordinate& c : setup_->model.dependent_coordinates)
      known.push_back({c.name, std::string(c.unit)});
  if (!hold.empty() && hold.find('=') == std::string::npos)
    throw Error(Error::Code::syntax, "--hold needs name=value,..., found '" + hold + "'");
  std::vector<double> values(known.size(), std::nan(""));
  change_by_list(*description_, known, hold, "--hold", 0, values);
  std::vector<std::pair<std::string, double>> held;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (!std::isnan(values[i])) held.emplace_back(known[i].name, values[i]);
  if (setup_) return find_branches(*setup_, t, held);
  const std::unique_ptr<System> constrained = system();
  Point x = start_point(lagrangian());
  x.t = t;
  assemble(lagrangian(), *constrained, x);
  return find_branches(lagrangian(), *constrained, x, held);
}

Point Workbench::start() {
  if (branch_ == 1) return setup_ ? start_point(*setup_) : start_point(lagrangian());
  if (branch_start_) return *branch_start_;
  const std::vector<Branch> found = branches("", 0.0).list;
  if (branch_ < 1 || static_cast<std::size_t>(branch_) > found.size())
    throw Error(
        Error::Code::bad_value,
        "--branch " + std::to_string(branch_) + ": " +
            (found.size() == 1 ? "there is 1 branch" : "there are " + std::to_string(found.size()) + " branches"),
        {description_->file, 0, 0}, "`alembert branches` lists them");
  const Branch& branch = found[static_cast<std::size_t>(branch_ - 1)];
  if (setup_) setup_->constraints.closing_start = branch.dependent;  // angles are read in the turn that is listed
  branch_start_ = setup_ ? start_on(*setup_, branch) : start_on(lagrangian(), *system(), branch);
  return *branch_start_;
}

std::pair<GivenValues, Point> Workbench::given(const std::string& q, const std::string& v, const Point& x) const {
  const double none = std::nan("");
  std::vector<double> q_list(x.q.size(), none), v_list(x.v.size(), none);
  change_by_list(*description_, coordinates_, q, "--q", 0, q_list);
  change(v_list, v, "--v", 1);
  GivenValues given;
  Point stated = x;
  const auto take = [](const std::vector<double>& list, std::vector<bool>& which, std::vector<double>& values) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      which.push_back(!std::isnan(list[i]));
      if (which.back()) values[i] = list[i];
    }
  };
  take(q_list, given.q, stated.q);
  take(v_list, given.v, stated.v);
  if (setup_) normalize_quaternions(setup_->model, stated.q);
  return {given, stated};
}

std::vector<StartChange> Workbench::changes_at(const GivenValues& given, const Point& stated, const Point& x) {
  return setup_ ? alembert::start_changes(*setup_, x.t, given, stated.q, stated.v, x.q, x.v)
                : alembert::start_changes(lagrangian(), given, stated, x);
}

StartPoint Workbench::own_start(double t) {
  Point x = start();
  if (!setup_) {
    x.t = t;
    if (!lagrangian().constraints.empty()) assemble(lagrangian(), *system(), x);
  }
  return {x, changes_at({}, x, x)};
}

StartPoint Workbench::point(const std::string& q, const std::string& v, double t, bool assembled) {
  StartPoint x = own_start(t);
  x.t = t;
  if (q.empty() && v.empty()) {
    if (setup_) follow_drives(*setup_, t, x);
    return x;
  }
  const auto [said, stated] = given(q, v, x);
  x = {stated, without(x.changes, said)};
  if (!assembled) return x;
  if (setup_)
    assemble_given(*setup_, t, said, x.q, x.v);
  else if (!lagrangian().constraints.empty())
    assemble(lagrangian(), *system(), x, said);
  x.changes = changes_at(said, stated, x);
  return x;
}

std::vector<StartChange> Workbench::without(std::vector<StartChange> changes, const GivenValues& given) const {
  const auto stays = [&](const std::vector<Word>& words, const std::vector<bool>& given_of, const std::string& name) {
    const auto it = std::ranges::find(words, name, &Word::name);
    return it != words.end() && !given_of[static_cast<std::size_t>(it - words.begin())];
  };
  std::erase_if(changes, [&](const StartChange& c) {
    return !stays(coordinates_, given.q, c.name) && !stays(speeds_, given.v, c.name);
  });
  return changes;
}

bool Workbench::work_is_not_felt() const {
  const GraphScope scope(*description_->graph);
  const auto holds_time = [](Expr formula) {
    const Walk walk(std::array{formula});
    return std::ranges::any_of(
        walk, [](Expr e) { return e.is_symbol() && (e.kind() == SymbolKind::time || e.kind() == SymbolKind::input); });
  };
  const auto energy_holds_time = [&](const std::optional<Written>& energy) {
    return energy && holds_time(energy->formula);
  };
  // A rate that is given, without time, moves as well: x' - 0.3.
  const auto moves = [&](const Constraint& row) { return row.pfaffian || holds_time(row.row.formula); };
  if (const auto* model = std::get_if<Lagrangian>(&model_))
    return energy_holds_time(model->kinetic) || energy_holds_time(model->potential) ||
           energy_holds_time(model->lagrangian) || std::ranges::any_of(model->constraints, moves);
  const auto& model = std::get<Mechanism>(model_);
  const auto driven = [](const Joint& joint) {
    return std::ranges::any_of(joint.motion, [](const auto& motion) { return motion.has_value(); });
  };
  return std::ranges::any_of(model.joints, driven) ||
         std::ranges::any_of(model.constraints, [&](const MechanismConstraint& constraint) {
           if (const auto* formula = std::get_if<Constraint>(&constraint)) return moves(*formula);
           const auto* distance = std::get_if<Distance>(&constraint);
           return distance != nullptr && holds_time(distance->length.formula);
         });
}

Expr Workbench::formula(const std::string& text, const std::string& what, Domain* written) {
  const GraphScope scope(*description_->graph);
  const DerivedNames names(lagrangian(), *description_, [this]() -> const LagrangeEquations& { return equations(); });
  return parse_expression(text, names, {what, 1, 1}, written);
}

BaseDerivation Workbench::derive_in_base_parameters(bool numeric) {
  if (!setup_)
    throw Error(Error::Code::unsupported, "a system given by its energies has no bodies, so no base parameters", {},
                "--constants names the coefficients of its equations");
  return alembert::derive_in_base_parameters(*setup_, lagrangian(), numeric);
}

ConstantDerivation Workbench::derive_with_constants() {
  return setup_ ? alembert::derive_with_constants(*setup_, lagrangian())
                : alembert::derive_with_constants(lagrangian());
}

Comparison Workbench::prove(const std::string& left, const std::string& right,
                            std::span<const std::string> assumptions) {
  const GraphScope scope(*description_->graph);
  std::vector<Signs::Said> assumed;
  for (const std::string& text : assumptions) assumed.push_back(assumption(text));
  Domain written, of_right;
  const Expr first = formula(left, "left side", &written), second = formula(right, "right side", &of_right);
  written.add(of_right);
  return prove_equal(first, second, assumed, written);
}

Signs::Said Workbench::assumption(const std::string& text) {
  const std::size_t at = text.find_first_of("<>");
  if (at == std::string::npos || text.find_first_of("<>=", at + 1) != std::string::npos)
    throw Error(Error::Code::syntax, "--assume needs one formula below or above another, found '" + text + "'", {},
                "as in --assume \"x > 0\" or --assume \"a < b\"");
  const Expr left = formula(text.substr(0, at), "left side of --assume");
  const Expr right = formula(text.substr(at + 1), "right side of --assume");
  if ((left - right).is_number())
    throw Error(Error::Code::bad_value, "--assume '" + text + "' says nothing about the model's symbols");
  return {left - right, SignSet::of(text[at] == '<' ? -1 : 1)};
}

Evaluation Workbench::evaluate(const EvaluateOptions& options) {
  if (setup_) return MechanismEvaluator(*setup_).at(options);
  if (!options.frame.empty())
    throw Error(Error::Code::bad_value, "--frame: a system given by its energies has no bodies");
  return Evaluator(lagrangian(), equations()).at(options);
}

WrittenDomains Workbench::written_domains() { return setup_ ? WrittenDomains(*setup_) : WrittenDomains(lagrangian()); }

std::vector<Warning> Workbench::undefined_as_written(const Point& at) {
  return alembert::undefined_as_written(written_domains(), at);
}

std::vector<Warning> Workbench::friction_left_out() const {
  std::vector<Warning> list;
  if (!setup_) return list;
  for (const Joint& joint : setup_->model.joints)
    if (std::ranges::any_of(joint.load_friction, [](const auto& law) { return law.has_value(); }))
      list.push_back({"the friction of joint '" + joint.written() +
                          "' follows its load: `run` and `inverse` solve for it, here it is left out",
                      joint.source});
  return list;
}

Certificate Workbench::check(const CertifyOptions& options) {
  if (setup_) need_some_mass(*setup_);
  if (setup_) return certify(*setup_, options);
  return certify(lagrangian(), equations(), options);
}

std::unique_ptr<System> Workbench::system() {
  if (setup_) return std::make_unique<MechanismSystem>(*setup_);
  return std::make_unique<LagrangeSystem>(lagrangian(), equations());
}

}  // namespace alembert
