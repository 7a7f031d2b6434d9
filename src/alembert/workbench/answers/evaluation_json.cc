#include "alembert/workbench/answers/evaluation_json.h"

#include "alembert/analysis/mobility/near_singularity.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/spanning_tree.h"
#include "alembert/report/start_changes_json.h"
#include "alembert/spatial/rotations.h"
#include "alembert/workbench/tables/undefined_values.h"
#include "alembert/workbench/tables/unit_words.h"

namespace alembert {
namespace {

/// In a planar model [x, y], otherwise [x, y, z].
Json vector_json(const Vec3<double>& a, bool planar) {
  return planar ? Json::array({a.x, a.y}) : Json::array({a.x, a.y, a.z});
}

Json row_json(const Vec3<double>& a) { return Json::array({a.x, a.y, a.z}); }

/// Position, rotation matrix by rows, quaternion (w, x, y, z); planar: position and angle.
Json pose_json(const Transform<double>& X, bool planar, double angle) {
  Json json;
  json["position"] = vector_json(X.p, planar);
  if (planar) {
    json["angle"] = angle;
    return json;
  }
  json["rotation"] = Json::array({row_json(X.R.r0), row_json(X.R.r1), row_json(X.R.r2)});
  const Quaternion<double> q = quaternion(X.R);
  json["quaternion"] = Json::array({q.w, q.x, q.y, q.z});
  return json;
}

Json load_json(const JointLoad& load, bool planar) {
  Json json;
  json["force"] = vector_json(load.force, planar);
  json["moment"] = planar ? Json(load.moment.z) : row_json(load.moment);
  return json;
}

void add_bodies(Json& json, const BodyNumbers& bodies, std::size_t nv) {
  const bool planar = bodies.planar;
  json["mass"] = bodies.mass;
  json["linear_momentum"] = vector_json(bodies.linear_momentum, planar);
  json["angular_momentum"] = planar ? Json(bodies.angular_momentum.z) : row_json(bodies.angular_momentum);
  json["center_of_mass"] = vector_json(bodies.center_of_mass, planar);
  JsonTable poses;
  for (const BodyPose& pose : bodies.poses) poses.add(pose.name, pose_json(pose.X_WB, planar, pose.angle));
  json["poses"] = poses.take();
  if (!bodies.frame) return;
  const FrameMotion& frame = *bodies.frame;
  json["frame_pose"] = pose_json(frame.X_WF, false, 0.0);
  const Motion<double>& V = frame.velocity;
  json["frame_velocity"] = Json::array({V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z});
  json["frame_jacobian"] = json_matrix<double>(frame.jacobian, nv);
}

/// Of coordinates, speeds and what belongs to them, of rows and multipliers, and of M between two speeds.
Json units_json(const Workbench& workbench, const Evaluation& e) {
  Json json;
  for (const char* key : {"coordinates", "speeds", "accelerations", "efforts", "constraint", "multipliers"})
    json[key] = Json::array();
  for (const Workbench::Word& c : workbench.coordinates()) json["coordinates"].push_back(c.unit);
  std::vector<std::string> speeds;
  for (const Workbench::Word& s : workbench.speeds()) {
    json["speeds"].push_back(s.unit);
    json["accelerations"].push_back(rate_unit(s.unit));
    json["efforts"].push_back(effort_unit(s.unit));
    speeds.push_back(s.unit);
  }
  const UnitWords words(workbench);
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    json["constraint"].push_back(words.of_row(e, i));
    json["multipliers"].push_back(effort_unit(words(e.rows[i])));
  }
  json["M"] = entry_units(mass_unit, speeds, speeds);
  json["C"] = entry_units(coriolis_unit, speeds, speeds);
  return json;
}

}  // namespace

std::vector<std::string> evaluation_warnings(const Workbench& workbench, const Point& x, const Evaluation& e) {
  std::vector<std::string> warnings = undefined_numbers(e, x).warnings;
  if (e.status.good() && workbench.mechanism() != nullptr)
    if (std::optional<std::string> near = near_singularity(workbench.setup(), x, e.acceleration))
      warnings.push_back(std::move(*near));
  return warnings;
}

std::string evaluation_json(Workbench& workbench, const StartPoint& x, const Evaluation& e) {
  const std::size_t n = e.g.size();
  Json json;
  json["coordinates"] = Json::array();
  for (const Workbench::Word& c : workbench.coordinates()) json["coordinates"].push_back(c.name);
  json["speeds"] = Json::array();
  for (const Workbench::Word& s : workbench.speeds()) json["speeds"].push_back(s.name);
  json["units"] = units_json(workbench, e);
  JsonTable dependent, reactions, efforts;
  for (const auto& [name, value] : e.dependent) dependent.add(name, value);
  json["dependent"] = dependent.take();
  json["closed_by"] = Json::array();
  if (workbench.mechanism() != nullptr) json["closed_by"] = closing_joint_names(*workbench.mechanism());
  json["t"] = x.t;
  json["q"] = x.q;
  json["v"] = x.v;
  json["start_changes"] = start_changes_json(x.changes);
  json["M"] = e.M.empty() && n > 0 ? Json(nullptr) : json_matrix<double>(e.M, n);
  json["C"] = e.C.empty() && n > 0 ? Json(nullptr) : json_matrix<double>(e.C, n);
  json["g"] = e.g;
  json["bias"] = e.bias;
  json["passive"] = e.passive;
  json["remaining"] = e.remaining;
  json["effort"] = e.effort;
  json["inverse_dynamics"] = e.inverse_dynamics;
  json["acceleration"] = e.status.good() ? Json(e.acceleration) : Json(nullptr);
  json["momenta"] = e.momenta;
  json["kinetic"] = e.kinetic;
  json["potential"] = e.potential;
  json["conserved"] = e.conserved;
  json["power"] = e.power;
  for (const char* key : {"linear_momentum", "angular_momentum", "center_of_mass"}) json[key] = nullptr;
  json["poses"] = Json::object();
  if (e.bodies) add_bodies(json, *e.bodies, n);
  json["rows"] = e.rows;
  json["constraint"] = e.constraint;
  json["jacobian"] = json_matrix<double>(e.jacobian, n);
  json["multipliers"] = e.multipliers;
  for (const JointLoad& load : e.reactions) reactions.add(load.joint, load_json(load, e.bodies->planar));
  json["reactions"] = reactions.take();
  for (const auto& [name, value] : e.drives) efforts.add(name, value);
  json["efforts"] = efforts.take();
  json["undetermined"] = e.undetermined;
  json["reaction_length"] = workbench.mechanism() != nullptr ? Json(workbench.setup().length) : Json(nullptr);
  json["rank"] = e.rank;
  json["warnings"] = evaluation_warnings(workbench, x, e);
  return to_text(json);
}

}  // namespace alembert
