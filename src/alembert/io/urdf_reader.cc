#include "alembert/io/urdf_reader.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "alembert/core/text.h"
#include "alembert/io/mechanism_sections.h"
#include "alembert/io/names_in_model.h"
#include "alembert/io/urdf_elements.h"
#include "alembert/io/urdf_placing.h"
#include "alembert/io/urdf_tree.h"
#include "alembert/model/dependency_order.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

Vec3<Expr> standard_gravity() { return {Expr(), Expr(), Expr(-9.81)}; }

/// Makes the mechanism of a file that is known to be a tree.
class MechanismMaker {
 public:
  MechanismMaker(const UrdfFile& file, const UrdfTree& tree, const UrdfOptions& options, Mechanism& model)
      : file_(file), tree_(tree), options_(options), model_(model) {}

  void run() {
    model_.name = file_.name;
    model_.gravity = standard_gravity();
    add_ground();
    add_body(tree_.root);
    add_base();
    for (const UrdfBranch& branch : tree_.branches) {
      add_body(branch.child);
      add_joint(branch);
    }
    declare_coordinates(model_);
    for (Joint& joint : model_.joints) set_joint_defaults(joint);
    check_names();
    add_mimics();
  }

 private:
  std::string named(const std::string& name) const { return options_.prefix + name; }

  void add_ground() {
    Body ground;
    ground.name = "ground";
    ground.at = file_.at;
    model_.bodies.push_back(std::move(ground));
  }

  void add_body(std::size_t l) {
    const UrdfLink& link = file_.links[l];
    Body body;
    body.name = named(link.name);
    body.mass = link.mass;
    body.center = link.center.p;
    body.inertia = inertia_in_link(link);
    body.shapes = link.looks;
    body.at = link.at;
    body_of_link_[l] = static_cast<int>(model_.bodies.size());
    model_.bodies.push_back(std::move(body));
  }

  void add_base() {
    Joint base;
    base.name = base_name();
    base.type = options_.free_base ? JointType::free : JointType::fixed;
    base.second = body_of_link_[tree_.root];
    base.at[1].body = base.second;
    base.source = file_.links[tree_.root].at;
    model_.joints.push_back(std::move(base));
  }

  /// A name that no link or joint has: a joint's coordinates and a body's points are words of the same formulas.
  std::string base_name() const {
    std::unordered_set<std::string> taken;
    for (const UrdfLink& link : file_.links) taken.insert(link.name);
    for (const UrdfJoint& joint : file_.joints) taken.insert(joint.name);
    std::string name = "base";
    for (int i = 1; taken.contains(name); ++i) name = i == 1 ? "root_joint" : "root_joint_" + std::to_string(i);
    return named(name);
  }

  void add_joint(const UrdfBranch& branch) {
    const UrdfJoint& from = file_.joints[branch.joint];
    Joint joint;
    joint.name = named(from.name);
    joint.type = from.type;
    joint.first = body_of_link_[branch.parent];
    joint.second = body_of_link_[branch.child];
    joint.source = from.at;
    place_urdf_joint(from, joint);
    if (from.limits) joint.limits = {*from.limits};
    if (!from.damping.is_zero()) joint.damping = {from.damping};
    if (!from.friction.is_zero()) joint.friction = {{from.friction, from.friction}};
    joint.effort_limit = from.effort_limit;
    joint.speed_limit = from.speed_limit;
    joint_of_urdf_[branch.joint] = static_cast<int>(model_.joints.size());
    model_.joints.push_back(std::move(joint));
  }

  /// Names must stay apart in formulas and in columns of results.
  void check_names() const {
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
      if (model_.bodies[b].name == "ground")
        throw Error(Error::Code::bad_value, "a link is named 'ground', which is the fixed body", model_.bodies[b].at,
                    "rename it, or include the file in a model file, which puts a prefix before its names");
    for (const Joint& joint : model_.joints) check_free_name(joint.name, joint.source);
    std::unordered_set<std::string_view> taken;
    for (const std::vector<MechanismCoordinate>* list : {&model_.coordinates, &model_.speeds})
      for (const MechanismCoordinate& c : *list)
        if (!taken.insert(c.name).second)
          throw Error(Error::Code::duplicate_name, "two joints have a coordinate or speed named " + shown(c.name),
                      model_.joints[static_cast<std::size_t>(c.joint)].source, "rename one of the joints");
  }

  Expr coordinate_of(std::size_t urdf_joint) const {
    const int joint = joint_of_urdf_.at(urdf_joint);
    const auto it = std::ranges::lower_bound(model_.coordinates, joint, {}, &MechanismCoordinate::joint);
    return coordinate_symbol(model_, static_cast<int>(it - model_.coordinates.begin()));
  }

  /// The joint that joint `j` follows.
  std::size_t followed(std::size_t j, const std::unordered_map<std::string_view, std::size_t>& index) const {
    const UrdfJoint& joint = file_.joints[j];
    const UrdfMention& other = joint.mimic->joint;
    const auto it = index.find(other.name);
    if (it == index.end()) {
      std::vector<std::string> known;
      for (const UrdfJoint& k : file_.joints)
        if (&k != &joint) known.push_back(k.name);
      throw Error(Error::Code::unknown_name,
                  "joint " + shown(joint.name) + " mimics " + shown(other.name) + ", which does not exist", other.at,
                  did_you_mean(other.name, known));
    }
    if (it->second == j)
      throw Error(Error::Code::cyclic, "joint " + shown(joint.name) + " mimics itself", other.at,
                  "name another joint, or remove <mimic>");
    const JointType type = file_.joints[it->second].type;
    if (type != JointType::revolute && type != JointType::prismatic)
      throw Error(Error::Code::bad_value,
                  "joint " + shown(joint.name) + " mimics " + shown(other.name) + ", which has " +
                      (type == JointType::fixed ? "no coordinate" : "several coordinates"),
                  other.at, "revolute, continuous and prismatic joints can be mimicked");
    return it->second;
  }

  void add_mimics() {
    std::unordered_map<std::string_view, std::size_t> index;
    for (std::size_t j = 0; j < file_.joints.size(); ++j) index.emplace(file_.joints[j].name, j);
    std::vector<std::vector<std::size_t>> follows(file_.joints.size());
    for (std::size_t j = 0; j < file_.joints.size(); ++j)
      if (file_.joints[j].mimic) follows[j] = {followed(j, index)};
    if (options_.independent_mimic) return;
    refuse_cycle(dependency_order(follows).cycle);
    for (const UrdfBranch& branch : tree_.branches)
      if (const UrdfJoint& joint = file_.joints[branch.joint]; joint.mimic)
        add_mimic(joint, coordinate_of(branch.joint), coordinate_of(follows[branch.joint][0]));
  }

  void refuse_cycle(const std::vector<std::size_t>& cycle) const {
    if (cycle.empty()) return;
    std::vector<std::string> names;
    for (const std::size_t j : cycle) names.push_back(shown(file_.joints[j].name));
    throw Error(Error::Code::cyclic, "joints mimic each other: " + describe_cycle(names),
                file_.joints[cycle.front()].mimic->joint.at, "let one of them move on its own");
  }

  void add_mimic(const UrdfJoint& joint, Expr q, Expr other) {
    Constraint constraint;
    constraint.name = named(joint.name);
    constraint.row = {q - (joint.mimic->multiplier * other + joint.mimic->offset), joint.mimic->joint.at};
    model_.constraints.push_back(std::move(constraint));
  }

  const UrdfFile& file_;
  const UrdfTree& tree_;
  const UrdfOptions& options_;
  Mechanism& model_;
  std::unordered_map<std::size_t, int> body_of_link_, joint_of_urdf_;
};

Mechanism make_mechanism(const XmlElement& robot, const UrdfOptions& options, std::shared_ptr<Graph> graph) {
  if (!graph) graph = std::make_shared<Graph>();
  const GraphScope scope(*graph);
  Mechanism model;
  model.file = *robot.file;
  model.graph = std::move(graph);
  UrdfUnused unused;
  const UrdfFile file = read_urdf_elements(robot, unused);
  MechanismMaker(file, order_urdf(file), options, model).run();
  if (std::optional<Warning> warning = unused.warning()) model.warnings.push_back(std::move(*warning));
  return model;
}

}  // namespace

Mechanism read_urdf(const std::filesystem::path& path, const UrdfOptions& options, std::shared_ptr<Graph> graph) {
  return make_mechanism(read_xml(path), options, std::move(graph));
}

Mechanism parse_urdf(std::string_view text, std::string file, const UrdfOptions& options,
                     std::shared_ptr<Graph> graph) {
  return make_mechanism(parse_xml(text, std::move(file)), options, std::move(graph));
}

}  // namespace alembert
