/// [ground] and [body.X].
#include "alembert/io/write/mechanism_writer_sections.h"

namespace alembert {
namespace {

std::string inertia_of(const MechanismWords& words, const Sym3<Expr>& I) {
  const bool diagonal = I.xy.is_zero() && I.xz.is_zero() && I.yz.is_zero();
  if (words.model().planar) return I.zz.is_zero() ? "" : words.value(I.zz);
  if (diagonal && I.xx.is_zero() && I.yy.is_zero() && I.zz.is_zero()) return {};
  std::vector<std::string> items{words.value(I.xx), words.value(I.yy), words.value(I.zz)};
  if (!diagonal)
    for (const Expr e : {I.xy, I.xz, I.yz}) items.push_back(words.value(e));
  return toml_list(items);
}

void write_marks(const MechanismWords& words, const Body& body, TomlLines& lines) {
  for (const NamedPoint& point : body.points) lines.entry("points", point.name, words.vector(point.p));
  for (const NamedFrame& frame : body.frames) {
    std::vector<std::pair<std::string, std::string>> entries{{"at", words.vector(frame.p)}};
    if (const std::string R = words.rotation(frame.R); !R.empty()) entries.emplace_back("rotation", R);
    lines.entry("frames", frame.name, toml_table(entries));
  }
}

void write_drawn_pose(const MechanismWords& words, const Body& body, TomlLines& lines) {
  if (!is_zero(body.position)) lines.entry("position", words.vector(body.position));
  if (body.rotation.kind == Orientation::Kind::angle)
    lines.entry("angle", words.value(body.rotation.n[0]));
  else
    lines.entry("rotation", words.rotation(body.rotation));
}

void write_body(const MechanismWords& words, const Body& body, TomlLines& lines) {
  lines.heading("body", body.name);
  if (body.particle) lines.entry("kind", toml_string("particle"));
  if (!body.mass.is_zero()) lines.entry("mass", words.value(body.mass));
  if (!is_zero(body.center)) lines.entry("center", words.vector(body.center));
  lines.entry("inertia", inertia_of(words, body.inertia));
  write_drawn_pose(words, body, lines);
  write_marks(words, body, lines);
}

}  // namespace

void write_bodies(const MechanismWords& words, TomlLines& lines) {
  const std::vector<Body>& bodies = words.model().bodies;
  if (!bodies[0].points.empty() || !bodies[0].frames.empty()) {
    lines.heading("ground");
    write_marks(words, bodies[0], lines);
  }
  for (std::size_t b = 1; b < bodies.size(); ++b) write_body(words, bodies[b], lines);
}

}  // namespace alembert
