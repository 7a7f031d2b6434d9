/// Where included files stand in the mechanism, and the parts of included .urdf files.
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

bool is_placed(const ModelFile& file) {
  const auto& has = file.include->value;
  return has.find("at") != nullptr || has.find("rotation") != nullptr || has.find("on") != nullptr;
}

std::string full_name(const ModelFile& file) { return file.prefix.substr(0, file.prefix.size() - 1); }

/// A body whose frame is the ground of the file needs to exist.
bool needs_ground(const ModelFile& file) {
  if (file.document == nullptr) return !file.free_base && is_placed(file);
  return file.free_base || is_placed(file) || file.document->find("ground") != nullptr;
}

/// on, at and rotation, which are written in the parent and in its names.
void read_place(ModelFile& file, MechanismReading& reading) {
  reading.enter(*file.parent);
  const TableReader reader(file.include->value, "[include." + file.name() + "]",
                           {"file", "base", "at", "rotation", "on", "set"});
  if (const Value* on = reader.find("on")) {
    if (file.free_base)
      throw Error(Error::Code::bad_value, reader.path("on") + ": a free base is held by nothing", on->at(),
                  "remove it, or write base = \"fixed\"");
    file.on = reading.body(*on, reader.path("on"));
    if (file.on >= file.ground)  // bodies are numbered in the order of the files
      throw Error(Error::Code::bad_value, reader.path("on") + ": " + shown(on->text) + " is included here or below",
                  on->at(), "name a body of this file, or of an [include] above");
  }
  if (const Value* at = reader.find("at")) file.at = reading.position(*at, reader.path("at"));
  if (const Value* rotation = reader.find("rotation"))
    file.rotation = reading.orientation(*rotation, reader.path("rotation"));
  reading.enter(file);
  const Transform<Expr> X_WO = drawn_pose(reading.model.bodies[static_cast<std::size_t>(file.on)]);
  const Orientation R = file.rotation.value_or(Orientation());
  file.drawn = X_WO * Transform<Expr>{rotation_of<Expr>(R, FormulaReals()), file.at};
}

/// Moves a joint of an included robot into the whole mechanism.
void add_robot_joint(Joint joint, MechanismReading& reading) {
  const auto body = [&](int i) { return i == 0 ? reading.file->ground : reading.file->first_body + i - 1; };
  joint.first = body(joint.first);
  joint.second = body(joint.second);
  for (PointOn& point : joint.at) point.body = body(point.body);
  reading.add_joint(std::move(joint));
}

}  // namespace

Transform<Expr> drawn_pose(const Body& body) {
  return {rotation_of<Expr>(body.rotation, FormulaReals()), body.position};
}

void set_drawn_pose(Body& body, const Transform<Expr>& X) {
  body.position = X.p;
  body.rotation = {Orientation::Kind::matrix,
                   {X.R.r0.x, X.R.r0.y, X.R.r0.z, X.R.r1.x, X.R.r1.y, X.R.r1.z, X.R.r2.x, X.R.r2.y, X.R.r2.z}};
}

void declare_included_bodies(MechanismReading& reading) {
  ModelFile& file = *reading.file;
  if (file.include == nullptr) return;
  file.ground = file.parent->ground;
  file.own_ground = needs_ground(file);
  if (file.own_ground) {
    Body body;
    body.name = full_name(file);
    body.at = file.include->at();
    file.ground = static_cast<int>(reading.model.bodies.size());
    reading.words.add_body(body.name, file.ground, body.at);
    reading.model.bodies.push_back(std::move(body));
  }
  reading.enter(file);
  if (!file.robot) return;
  if (reading.model.planar)
    throw Error(Error::Code::bad_value, "a planar model cannot include a .urdf file", file.include->at(),
                "write space = \"spatial\"");
  file.first_body = static_cast<int>(reading.model.bodies.size());
  for (std::size_t i = 1; i < file.robot->bodies.size(); ++i) {
    Body& body = file.robot->bodies[i];
    reading.words.add_body(body.name, static_cast<int>(reading.model.bodies.size()), body.at);
    reading.model.bodies.push_back(std::move(body));
  }
}

void place_included_ground(MechanismReading& reading) {
  ModelFile& file = *reading.file;
  if (file.include == nullptr) return;
  file.on = file.parent->ground;
  file.drawn = file.parent->drawn;
  if (is_placed(file)) read_place(file, reading);
  if (!file.drawn) return;
  if (file.own_ground) set_drawn_pose(reading.model.bodies[static_cast<std::size_t>(file.ground)], *file.drawn);
  if (!file.robot) return;
  for (std::size_t i = 1; i < file.robot->bodies.size(); ++i) {
    Body& body = reading.model.bodies[static_cast<std::size_t>(file.first_body) + i - 1];
    set_drawn_pose(body, *file.drawn * drawn_pose(body));
  }
}

void declare_included_joints(MechanismReading& reading) {
  ModelFile& file = *reading.file;
  if (file.own_ground) {
    Joint joint;
    joint.name = full_name(file);
    joint.type = file.free_base ? JointType::free : JointType::fixed;
    joint.first = file.on;
    joint.second = file.ground;
    joint.at = {PointOn{file.on, {}}, PointOn{file.ground, {}}};
    if (!file.free_base) {  // a free joint starts at the drawn pose, which is the same place
      joint.at[0].p = file.at;
      joint.rotation = file.rotation;
    }
    joint.source = file.include->at();
    reading.add_joint(std::move(joint));
  }
  if (!file.robot) return;
  Mechanism &robot = *file.robot, &model = reading.model;
  for (Joint& joint : robot.joints) add_robot_joint(std::move(joint), reading);
  for (const MechanismConstraint& constraint : robot.constraints) {
    reading.words.add_constraint(name_of(constraint), static_cast<int>(model.constraints.size()),
                                 source_of(constraint));
    model.constraints.push_back(constraint);
  }
  model.warnings.insert(model.warnings.end(), robot.warnings.begin(), robot.warnings.end());
}

}  // namespace alembert
