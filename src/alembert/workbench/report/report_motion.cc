#include "alembert/workbench/report/report_motion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/workbench/report/report_bodies.h"
#include "alembert/workbench/report/report_drawing.h"
#include "alembert/workbench/report/report_frames.h"
#include "alembert/workbench/report/report_packing.h"
#include "alembert/workbench/report/report_scene.h"

namespace alembert {
namespace {

constexpr std::size_t most_numbers = 3'000'000, most_frames = 2000, fewest_frames = 100;
constexpr std::size_t most_bodies = 5000;
constexpr std::size_t numbers_of_body = 16;  ///< a frame, in space

// Of a load: its place is only there where it moves.
constexpr std::size_t force = 0, moment = 3, place = 6, of_load = 9;

/// How many numbers each frame needs.
struct Needs {
  std::size_t table = 0, motion = 0, loads = 0;
};

Needs needs(const Mechanism& model, std::size_t slots, std::size_t columns) {
  // Planar: x, y, two of the quaternion, velocity and acceleration, one angular velocity; forces and one moment.
  return {columns, model.bodies.size() * (model.planar ? 9 : numbers_of_body), slots * (model.planar ? 3 : 6)};
}

bool loads_fit(const Needs& n) { return (n.table + n.motion + n.loads) * fewest_frames <= most_numbers; }

/// Finding out which constraint rows repeat each other takes time with the third power of their number.
std::size_t frames_in_time(int constraint_rows) {
  constexpr double seconds_a_row_cubed = 2e-10, most_seconds = 1.0;
  const double seconds = seconds_a_row_cubed * std::pow(constraint_rows, 3);
  return seconds * static_cast<double>(most_frames) < most_seconds
             ? most_frames
             : std::max(fewest_frames, static_cast<std::size_t>(most_seconds / seconds));
}

/// The motion of a mechanism at all frames.
class MechanismMotion {
 public:
  MechanismMotion(const MechanismSystem& system, const ReportRows& rows, bool with_loads)
      : system_(system),
        rows_(rows),
        frames_(system, rows),
        scene_(system.setup(), system.loads().params()),
        with_loads_(with_loads),
        bodies_(system.setup().model.bodies.size(), rows.frames()),
        loads_(with_loads ? of_load * system.loads().slots().size() : 0, rows.frames()) {}

  Json write() {
    for (std::size_t i = 0; i < rows_.frames(); ++i) read(i);
    const Mechanism& model = system_.setup().model;
    Json json{{"planar", model.planar}, {"up", scene_.up()}, {"length", length_}};
    json["bodies"] = scene_.bodies();
    bodies_.write(length_, json["bodies"]);
    json["joints"] = scene_.joints();
    json["links"] = scene_.links();
    json["contacts"] = scene_.contacts();
    json["loads"] = with_loads_ ? loads() : Json(nullptr);
    if (const std::string text = note(); !text.empty()) json["loads_note"] = text;
    return json;
  }

 private:
  void read(std::size_t frame) {
    const bool found = frames_.go_to(frame);
    const LoadList& list = frames_.loads();
    const BodyParams<double>& par = list.params();
    if (frame == 0) length_ = scene_.length(list.motions());
    for (std::size_t b = 0; b < list.motions().size(); ++b) {
      const BodyMotion<double>& motion = list.motions()[b];
      const Vec3<double> arm = motion.X_W.R * par.center[b];
      // Moments may cancel to rounding of these.
      const Sym3<double>& I = par.inertia[b];
      largest_moment_ = std::max(largest_moment_, std::max({I.xx, I.yy, I.zz}) * dot(motion.w, motion.w));
      bodies_.add(b, motion.X_W, motion.v + cross(motion.w, arm), motion.w);
      if (!found) {
        bodies_.carry_acceleration(b);
        continue;
      }
      const BodyAcceleration<double>& a = list.accelerations()[b];
      bodies_.add_acceleration(b, a.linear + cross(a.angular, arm) + cross(motion.w, cross(motion.w, arm)));
    }
    if (!found && missed_++ == 0) first_missed_ = rows_.frame(frame).front();
    if (with_loads_) read_loads(frame, found);
  }

  void read_loads(std::size_t frame, bool found) {
    const LoadList& list = frames_.loads();
    for (std::size_t i = 0; i < list.slots().size(); ++i) {
      if (!found) {
        loads_.carry(of_load * i, of_load, frame + 1);
        continue;
      }
      loads_.add(of_load * i + force, list.loads()[i].force);
      loads_.add(of_load * i + moment, list.loads()[i].moment);
      loads_.add(of_load * i + place, list.loads()[i].place);
    }
    for (const std::string& name : list.undetermined())
      if (std::ranges::find(undetermined_, name) == undetermined_.end()) undetermined_.push_back(name);
  }

  Json loads() {
    const std::vector<LoadSlot>& slots = frames_.loads().slots();
    double force_size = 0.0, moment_size = largest_moment_;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      force_size = std::max(force_size, loads_.largest(of_load * i + force, 3));
      moment_size = std::max(moment_size, loads_.largest(of_load * i + moment, 3));
    }
    moment_size = std::max(moment_size, force_size * length_);
    Json list = Json::array();
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const std::size_t first = of_load * i;
      loads_.quieten(first + force, 3, force_size);
      loads_.quieten(first + moment, 3, moment_size);
      if (loads_.largest(first, 6) == 0.0) continue;
      Json json = scene_.load(slots[i]);
      if (slots[i].moves) json["at"] = {{"body", nullptr}, {"point", loads_.list(first + place, 3)}};
      json["force"] = loads_.list(first + force, 3);
      json["moment"] = loads_.list(first + moment, 3);
      list.push_back(std::move(json));
    }
    return list;
  }

  std::string note() const {
    std::vector<std::string> parts;
    if (!with_loads_) parts.emplace_back("there are too many bodies and joints to keep every load");
    if (!undetermined_.empty())
      parts.push_back("reactions of " + join(undetermined_, ", ") +
                      " are not unique because constraints repeat each other: the smallest ones are shown");
    if (missed_ > 0)
      parts.push_back("at " + std::to_string(missed_) + " of " + std::to_string(rows_.frames()) +
                      " moments, first at t = " + shortest(first_missed_) +
                      " s, accelerations cannot be found because the configuration is singular: those of the moment "
                      "before are shown");
    return join(parts, "; ");
  }

  const MechanismSystem& system_;
  const ReportRows& rows_;
  ReportFrames frames_;
  ReportScene scene_;
  bool with_loads_;
  ReportBodies bodies_;
  PackedColumns loads_;
  double length_ = 1.0;
  double largest_moment_ = 0.0;  ///< of the parts of the inertia's
  std::size_t missed_ = 0;
  double first_missed_ = 0.0;
  std::vector<std::string> undetermined_;
};

}  // namespace

std::size_t report_frames(Workbench& workbench, const System& system, std::size_t columns, std::size_t rows) {
  Needs n{columns, 0, 0};
  const Mechanism* mechanism = workbench.mechanism();
  if (mechanism != nullptr && mechanism->bodies.size() <= most_bodies) {
    n = needs(*mechanism, dynamic_cast<const MechanismSystem&>(system).loads().slots().size(), columns);
    if (!loads_fit(n)) n.loads = 0;
  }
  if (mechanism == nullptr) n.motion = numbers_of_body * most_drawn_bodies(workbench.lagrangian());
  // A table of very many columns gets by with fewer.
  const std::size_t fewest = std::clamp<std::size_t>(3 * most_numbers / columns, 10, fewest_frames);
  const auto fit = [&](std::size_t per_column) {
    return std::clamp(most_numbers / (per_column * n.table + n.motion + n.loads + 1), fewest, most_frames);
  };
  // Where rows are left out, extremes take another three numbers a column: time counts double.
  const std::size_t all = std::min(fit(1), frames_in_time(n.loads > 0 ? system.sizes().na : 0));
  return rows <= all ? rows : std::min(fit(4), all);
}

void report_motion(Workbench& workbench, const System& system, const ReportRows& rows, Json& recording) {
  const Mechanism* mechanism = workbench.mechanism();
  if (mechanism == nullptr) {
    const Lagrangian& model = workbench.lagrangian();
    if (model.drawing.empty())
      recording["motion_note"] = "the model is given by its energies: a section [draw] would say what there is to see";
    else
      recording["motion"] = report_drawing(model, system, rows);
    return;
  }
  if (mechanism->bodies.size() > most_bodies) {
    recording["motion_note"] = "there are more than " + std::to_string(most_bodies) + " bodies, too many to draw";
    return;
  }
  const GraphScope scope(*mechanism->graph);
  const auto& moving = dynamic_cast<const MechanismSystem&>(system);
  const bool with_loads = loads_fit(needs(*mechanism, moving.loads().slots().size(), rows.columns()));
  recording["motion"] = MechanismMotion(moving, rows, with_loads).write();
}

}  // namespace alembert
