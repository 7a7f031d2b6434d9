/// [force.X]: forces, torques and springs.
#include "alembert/io/write/mechanism_writer_sections.h"

namespace alembert {
namespace {

void write_force(const MechanismWords& words, const BodyForce& force, TomlLines& lines) {
  lines.heading("force", force.name);
  lines.entry("type", toml_string(force.torque ? "torque" : "force"));
  lines.entry("body", words.body(force.at.body));
  const bool planar = words.model().planar;
  if (!force.torque) lines.entry("at", words.vector(force.at.p));
  if (planar && force.torque)
    lines.entry("value", words.value(force.value[2].formula));
  else
    lines.entry("value", words.vector({force.value[0].formula, force.value[1].formula, force.value[2].formula}));
  if (force.in_body_frame) lines.entry("frame", toml_string("body"));
}

/// Stiffness and damping, and what else points and angles have alike.
template <class AnySpring>
void write_parallel(const MechanismWords& words, const AnySpring& spring, std::string_view rest_key,
                    const std::optional<Expr>& rest, TomlLines& lines) {
  if (!spring.stiffness.is_zero()) lines.entry("stiffness", words.value(spring.stiffness));
  if (!spring.damping.is_zero()) lines.entry("damping", words.value(spring.damping));
  if (rest) lines.entry(rest_key, words.value(*rest));
  if (spring.actuator) lines.entry("actuator", words.value(spring.actuator->formula));
}

void write_spring(const MechanismWords& words, const Spring& spring, TomlLines& lines) {
  lines.heading("force", spring.name);
  lines.entry("type", toml_string("spring"));
  lines.entry("points", toml_list({words.point(spring.points[0]), words.point(spring.points[1])}));
  write_parallel(words, spring, "length", spring.length, lines);
}

void write_spring(const MechanismWords& words, const RotationalSpring& spring, TomlLines& lines) {
  lines.heading("force", spring.name);
  lines.entry("type", toml_string("rotational-spring"));
  if (spring.joint)
    lines.entry("joint", toml_string(words.model().joints[static_cast<std::size_t>(*spring.joint)].name));
  else
    lines.entry("bodies", toml_list({words.body(spring.bodies[0]), words.body(spring.bodies[1])}));
  write_parallel(words, spring, "rest", spring.rest, lines);
}

}  // namespace

void write_forces(const MechanismWords& words, TomlLines& lines) {
  for (const BodyForce& force : words.model().forces) write_force(words, force, lines);
  for (const Spring& spring : words.model().springs) write_spring(words, spring, lines);
  for (const RotationalSpring& spring : words.model().rotational_springs) write_spring(words, spring, lines);
}

}  // namespace alembert
