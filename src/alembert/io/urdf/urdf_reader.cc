#include "alembert/io/urdf/urdf_reader.h"

#include <algorithm>
#include <unordered_map>

#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/io/urdf/urdf_elements.h"
#include "alembert/io/urdf/urdf_mimics.h"
#include "alembert/io/urdf/urdf_names.h"
#include "alembert/io/urdf/urdf_placing.h"
#include "alembert/io/urdf/urdf_snap.h"
#include "alembert/io/urdf/urdf_tree.h"

namespace alembert {
namespace {

Vec3<Expr> standard_gravity() { return {Expr(), Expr(), Expr(-9.81)}; }

/// Makes the mechanism of a file that is known to be a tree.
class MechanismMaker {
 public:
  MechanismMaker(const UrdfFile& file, const UrdfTree& tree, const UrdfOptions& options, Mechanism& model,
                 UrdfRemarks& remarks)
      : file_(file),
        tree_(tree),
        options_(options),
        model_(model),
        remarks_(remarks),
        names_(names_in_formulas(file, options.prefix, remarks)) {}

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
    add_mimics();
  }

 private:
  /// What the file calls a part, where formulas call it `name`; empty where both are the same.
  std::string label(const std::string& written, const std::string& name) const {
    const std::string full = options_.prefix + written;
    return full == name ? "" : full;
  }

  void add_ground() {
    Body ground;
    ground.name = "ground";
    ground.at = file_.at;
    model_.bodies.push_back(std::move(ground));
  }

  void add_body(std::size_t l) {
    const UrdfLink& link = file_.links[l];
    Body body;
    body.name = names_.links[l];
    body.label = label(link.name, body.name);
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
    base.name = names_.base;
    base.type = options_.free_base ? JointType::free : JointType::fixed;
    base.second = body_of_link_[tree_.root];
    base.at[1].body = base.second;
    base.source = file_.links[tree_.root].at;
    model_.joints.push_back(std::move(base));
  }

  void add_joint(const UrdfBranch& branch) {
    const UrdfJoint& from = file_.joints[branch.joint];
    Joint joint;
    joint.name = names_.joints[branch.joint];
    joint.label = label(from.name, joint.name);
    joint.type = from.type;
    joint.first = body_of_link_[branch.parent];
    joint.second = body_of_link_[branch.child];
    joint.source = from.at;
    place_urdf_joint(from, joint);
    if (from.limits) joint.limits = {*from.limits};
    if (!from.damping.is_zero()) joint.damping = {from.damping};
    if (!from.armature.is_zero()) joint.armature = {from.armature};
    if (!from.friction.is_zero()) joint.friction = {{from.friction, from.friction}};
    joint.effort_limit = from.effort_limit;
    joint.speed_limit = from.speed_limit;
    joint_of_urdf_[branch.joint] = static_cast<int>(model_.joints.size());
    model_.joints.push_back(std::move(joint));
  }

  Expr coordinate_of(std::size_t urdf_joint) const {
    const int joint = joint_of_urdf_.at(urdf_joint);
    const auto it = std::ranges::lower_bound(model_.coordinates, joint, {}, &MechanismCoordinate::joint);
    return coordinate_symbol(model_, static_cast<int>(it - model_.coordinates.begin()));
  }

  void add_mimics() {
    const std::vector<std::optional<std::size_t>> follows =
        followed_joints(file_, options_.independent_mimic, remarks_);
    for (const UrdfBranch& branch : tree_.branches)
      if (follows[branch.joint])
        add_mimic(branch.joint, coordinate_of(branch.joint), coordinate_of(*follows[branch.joint]));
  }

  void add_mimic(std::size_t j, Expr q, Expr other) {
    const UrdfMimic& mimic = *file_.joints[j].mimic;
    Constraint constraint;
    constraint.name = names_.joints[j];
    constraint.row = {q - (mimic.multiplier * other + mimic.offset), mimic.joint.at};
    model_.constraints.push_back(std::move(constraint));
  }

  const UrdfFile& file_;
  const UrdfTree& tree_;
  const UrdfOptions& options_;
  Mechanism& model_;
  UrdfRemarks& remarks_;
  UrdfNames names_;
  std::unordered_map<std::size_t, int> body_of_link_, joint_of_urdf_;
};

Mechanism make_mechanism(const XmlElement& robot, const UrdfOptions& options, std::shared_ptr<Graph> graph) {
  if (!graph) graph = std::make_shared<Graph>();
  const GraphScope scope(*graph);
  Mechanism model;
  model.file = *robot.file;
  model.graph = std::move(graph);
  UrdfRemarks remarks;
  UrdfFile file = read_urdf_elements(robot, options.free_base, remarks);
  if (options.snap) snap_right_angles(file, remarks);
  MechanismMaker(file, order_urdf(file), options, model, remarks).run();
  model.warnings = remarks.warnings();
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
