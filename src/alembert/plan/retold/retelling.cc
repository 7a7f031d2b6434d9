#include "alembert/plan/retold/retelling.h"

#include <algorithm>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/symbolic/substitute.h"

namespace alembert::retelling {
namespace {

std::vector<int> counting(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

template <class T>
void move_to(std::vector<T>& list, const std::vector<int>& places) {
  std::vector<T> moved(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) moved[index(places[i])] = std::move(list[i]);
  list = std::move(moved);
}

struct Renumber {
  const std::vector<int>& bodies;
  void point(PointOn& p) const { body(p.body); }
  void direction(int /*body*/, Vec3<Expr>& /*d*/) const {}
  void body(int& b) const { b = bodies[index(b)]; }
};

/// Which list a measure's index counts in.
const std::vector<int>* list_of(const Places& places, Measure::Kind kind) {
  switch (kind) {
    case Measure::Kind::point:
    case Measure::Kind::angle:
    case Measure::Kind::quaternion:
    case Measure::Kind::angular_velocity: return &places.bodies;
    case Measure::Kind::spring_length:
    case Measure::Kind::spring_force: return &places.springs;
    case Measure::Kind::joint_effort:
    case Measure::Kind::closing_coordinate:
    case Measure::Kind::closing_speed:
    case Measure::Kind::joint_force:
    case Measure::Kind::joint_moment: return &places.joints;
    case Measure::Kind::constraint_force:
    case Measure::Kind::multiplier: return &places.constraints;
    case Measure::Kind::kinetic:
    case Measure::Kind::potential: break;
  }
  return nullptr;
}

bool any_given(const auto& list) {
  return std::ranges::any_of(list, [](const auto& item) { return item.has_value(); });
}

}  // namespace

void refuse(const std::string& reason, const Source& at) { throw Error(Error::Code::unsupported, reason, at); }

Places::Places(const Mechanism& model)
    : bodies(counting(model.bodies.size())),
      joints(counting(model.joints.size())),
      springs(counting(model.springs.size())),
      constraints(counting(model.constraints.size())) {}

void renumber(Mechanism& model, const Places& places) {
  const Renumber change{places.bodies};
  PlaceVisitor(change).all(model);
  for (Joint& joint : model.joints) {
    change.body(joint.first);
    change.body(joint.second);
    for (PointOn& at : joint.at) change.point(at);
  }
  for (RotationalSpring& spring : model.rotational_springs)
    if (spring.joint) spring.joint = places.joints[index(*spring.joint)];
  for (Measure& measure : model.measures)
    if (const std::vector<int>* list = list_of(places, measure.kind)) measure.index = (*list)[index(measure.index)];
  move_to(model.bodies, places.bodies);
  move_to(model.joints, places.joints);
  move_to(model.springs, places.springs);
  move_to(model.constraints, places.constraints);
}

void put_last_joints_first(Mechanism& model, std::size_t count) {
  Places places(model);
  const std::size_t others = model.joints.size() - count;
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    places.joints[j] = static_cast<int>(j < others ? j + count : j - others);
  renumber(model, places);
}

int add_fixed_frame(Mechanism& model, int body, const std::string& name, const Transform<Expr>& X) {
  const int frame = static_cast<int>(model.bodies.size());
  Body carrier;
  carrier.name = free_name(model, name);
  carrier.at = model.bodies[index(body)].at;
  Joint joint;
  joint.name = carrier.name;
  joint.type = JointType::fixed;
  joint.first = body;
  joint.second = frame;
  joint.at = {PointOn{body, X.p}, PointOn{frame, {}}};
  if (!is_identity(X.R)) joint.rotation = orientation_of(model, X.R);
  model.bodies.push_back(std::move(carrier));
  draw_at(model, frame, drawn_pose_of(model, body) * X);
  model.joints.push_back(std::move(joint));
  return frame;
}

Transform<Expr> drawn_pose_of(const Mechanism& model, int body) {
  return joint_frames_detail::drawn_pose<Expr>(model.bodies[index(body)], FormulaReals{});
}

void draw_at(Mechanism& model, int body, const Transform<Expr>& X_WB) {
  Body& drawn = model.bodies[index(body)];
  drawn.position = X_WB.p;
  ReadableNumbers(model).tidy(drawn.position);
  drawn.rotation = orientation_of(model, X_WB.R);
}

Orientation orientation_of(const Mechanism& model, Mat3<Expr> R) {
  const ReadableNumbers numbers(model);
  Orientation result;
  if (is_identity(R)) return result;
  if (model.planar) {
    result.kind = Orientation::Kind::angle;
    result.n[0] = atan2(R.r1.x, R.r0.x);
    numbers.tidy(result.n[0]);
    return result;
  }
  result.kind = Orientation::Kind::matrix;
  for (Vec3<Expr>* row : {&R.r0, &R.r1, &R.r2}) numbers.tidy(*row);
  result.n = {R.r0.x, R.r0.y, R.r0.z, R.r1.x, R.r1.y, R.r1.z, R.r2.x, R.r2.y, R.r2.z};
  return result;
}

Transform<double> numbers_of(const Transform<Expr>& X, const NumberReals& real) {
  const auto row = [&](const Vec3<Expr>& r) { return Vec3<double>{real(r.x), real(r.y), real(r.z)}; };
  return {{row(X.R.r0), row(X.R.r1), row(X.R.r2)}, row(X.p)};
}

bool is_identity(const Mat3<Expr>& R) {
  return R.r0.x.is_one() && R.r1.y.is_one() && R.r2.z.is_one() && R.r0.y.is_zero() && R.r0.z.is_zero() &&
         R.r1.x.is_zero() && R.r1.z.is_zero() && R.r2.x.is_zero() && R.r2.y.is_zero();
}

void Rewriting::replace(Expr symbol, Expr formula) {
  symbols_.push_back(symbol);
  formulas_.push_back(formula);
}

void Rewriting::replace(const Measure& measure, Expr formula, const std::vector<Measure>& others) {
  replace(measure.symbol, formula);
  measures_.insert(measures_.end(), others.begin(), others.end());
}

Expr Rewriting::in(Expr formula) const { return substitute(formula, symbols_, formulas_); }

void Rewriting::apply(Mechanism& model) const {
  each_motion_formula(model, [&](Expr& formula) { formula = in(formula); });
  std::vector<Measure> offered = measures_;
  for (const Measure& measure : model.measures)
    if (std::ranges::none_of(symbols_, [&](Expr s) { return identical(s, measure.symbol); }))
      offered.push_back(measure);
  model.measures.clear();
  for (const Expr symbol : motion_symbols(model)) {
    const auto it = std::ranges::find_if(offered, [&](const Measure& m) { return identical(m.symbol, symbol); });
    if (it != offered.end()) model.measures.push_back(*it);
  }
}

std::vector<Measure> components(const Mechanism& model, const Measure& measure) {
  std::vector<Measure> result(model.planar ? 2 : 3, measure);
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k].component = static_cast<int>(k);
    result[k].word.back() = "xyz"[k];
    result[k].symbol = Expr::symbol(result[k].word, SymbolKind::coordinate, measure.order);
  }
  return result;
}

void choose_tree(Mechanism& model) {
  declare_coordinates(model);
  measure_closing_joints(model);
}

bool is_mentioned(const Mechanism& model, int joint, const std::vector<Expr>& symbols) {
  const Joint& j = model.joints[index(joint)];
  const JointWords& has = words(model, j);
  const auto names_it = [&](Expr symbol) {
    const auto is = [&](const JointWord& word) { return coordinate_name(j.name, word) == symbol.name(); };
    return std::ranges::any_of(has.coordinates, is) || std::ranges::any_of(has.speeds, is);
  };
  return std::ranges::any_of(symbols, names_it) || std::ranges::any_of(model.measures, [&](const Measure& m) {
           return m.kind == Measure::Kind::joint_effort && m.index == joint;
         });
}

bool only_connects(const Mechanism& model, int joint) {
  const Joint& j = model.joints[index(joint)];
  const bool sprung = std::ranges::any_of(model.rotational_springs, [&](const auto& s) { return s.joint == joint; });
  return !any_given(j.effort) && !any_given(j.motion) && !any_given(j.limits) && !any_nonzero(j.damping) &&
         !any_nonzero(j.stiffness) && !any_nonzero(j.armature) && !rubs(j) && !sprung && !j.fixed_start;
}

std::string free_name(const Mechanism& model, const std::string& wanted) {
  const auto taken = [&](const std::string& name) {
    const auto has_it = [&](const auto& part) { return part.name == name; };
    return std::ranges::any_of(model.bodies, has_it) || std::ranges::any_of(model.joints, has_it) ||
           std::ranges::any_of(model.constraints, [&](const auto& c) { return name_of(c) == name; });
  };
  std::string name = wanted;
  for (int k = 2; taken(name); ++k) name = wanted + " " + std::to_string(k);
  return name;
}

}  // namespace alembert::retelling
