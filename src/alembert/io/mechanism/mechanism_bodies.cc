/// [ground] and [body.X].
#include <array>

#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/io/mechanism/shape_reader.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> inertia_dimension{{{.length = 2, .mass = 1}}};

/// Points are looked for one after the other.
void check_point_count(const Value& table, const std::string& path) {
  constexpr std::size_t most_points = 1000;
  if (entries_of(table, path).size() > most_points)
    throw Error(Error::Code::too_large, path + ": more than " + std::to_string(most_points) + " points", table.at(),
                "points may also be written where they are used, as [body, [..]]");
}

void read_points(const TableReader& reader, const MechanismReading& reading, Body& body) {
  const Value* points = reader.find("points");
  if (points == nullptr) return;
  check_point_count(*points, reader.path("points"));
  for (const Entry& entry : entries_of(*points, reader.path("points"))) {
    check_name(entry.key, entry.at());
    if (entry.key == "origin" || entry.key == "center")
      throw Error(Error::Code::duplicate_name, reader.path("points") + "." + entry.key + " is built in", entry.at(),
                  entry.key == "center" ? "write center = [..] for the centre of mass" : "choose another name");
    body.points.push_back(
        {entry.key, reading.position(entry.value, reader.path("points") + "." + entry.key), entry.at()});
  }
}

void read_frames(const TableReader& reader, const MechanismReading& reading, Body& body) {
  const Value* frames = reader.find("frames");
  if (frames == nullptr) return;
  check_point_count(*frames, reader.path("frames"));
  for (const Entry& entry : entries_of(*frames, reader.path("frames"))) {
    const TableReader frame(entry.value, reader.path("frames") + "." + entry.key, {"at", "rotation"});
    check_name(entry.key, entry.at());
    for (const std::string& taken : point_names(body))
      if (taken == entry.key)
        throw Error(Error::Code::duplicate_name, frame.path() + ": a point has that name", entry.at(),
                    "the origin of a frame is a point too; choose another name");
    NamedFrame result{entry.key, {}, {}, entry.at()};
    if (const Value* at = frame.find("at")) result.p = reading.position(*at, frame.path("at"));
    if (const Value* rotation = frame.find("rotation"))
      result.R = reading.orientation(*rotation, frame.path("rotation"));
    body.frames.push_back(std::move(result));
  }
}

Sym3<Expr> read_inertia(const Value& value, const std::string& path, const MechanismReading& reading) {
  if (reading.model.planar) {
    if (value.is(Value::Kind::array))
      fail_wrong_type(value, path, "a number (the model is planar)", "write the moment of inertia about z");
    Sym3<Expr> inertia;
    inertia.zz = reading.number(value, path, inertia_dimension, "a moment of inertia");
    return inertia;
  }
  static constexpr const char* words = "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]";
  if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, words);
  if (value.items.size() != 3 && value.items.size() != 6)
    throw Error(Error::Code::bad_value,
                path + " has " + std::to_string(value.items.size()) + " components instead of 3 or 6", value.at(),
                std::string("write ") + words);
  std::array<Expr, 6> n{};
  for (std::size_t i = 0; i < value.items.size(); ++i)
    n.at(i) =
        reading.number(value.items[i], path + "[" + std::to_string(i) + "]", inertia_dimension, "a moment of inertia");
  return {n[0], n[1], n[2], n[3], n[4], n[5]};
}

void read_mass(const TableReader& reader, MechanismReading& reading, Body& body) {
  if (const Value* shapes = reader.find("shapes")) {
    for (const char* key : {"mass", "center", "inertia"})
      if (const Value* value = reader.find(key))
        throw Error(Error::Code::bad_value, reader.path(key) + " cannot stand beside shapes, which give it",
                    value->at(), "remove one of them, or add a shape { point = mass, at = [..] }");
    const std::string path = reader.path("shapes");
    const std::vector<Warning> warnings =
        read_shapes(*shapes, path, constants_at(reading.names, path), reading.model.planar, reading.file->folder, body);
    reading.model.warnings.insert(reading.model.warnings.end(), warnings.begin(), warnings.end());
    return;
  }
  if (const Value* mass = reader.find("mass"))
    body.mass = reading.number(*mass, reader.path("mass"), mass_dimension, "a mass");
  if (const Value* center = reader.find("center")) body.center = reading.position(*center, reader.path("center"));
  if (const Value* inertia = reader.find("inertia"))
    body.inertia = read_inertia(*inertia, reader.path("inertia"), reading);
}

bool read_particle(const TableReader& reader) {
  const std::string kind = reader.text("kind", "rigid");
  if (kind != "rigid" && kind != "particle")
    throw Error(Error::Code::bad_value, reader.path("kind") + " is " + shown(kind), reader.find("kind")->at(),
                "write \"particle\" for a mass without rotation, or \"rigid\"");
  const Value* inertia = reader.find("inertia");
  if (kind == "particle" && inertia != nullptr)
    throw Error(Error::Code::bad_value, reader.path("inertia") + ": a particle has none", inertia->at(),
                "remove it, or remove kind = \"particle\"");
  return kind == "particle";
}

/// position, and rotation or (planar) angle: where the body is drawn.
void read_pose(const TableReader& reader, const MechanismReading& reading, Body& body) {
  if (const Value* position = reader.find("position")) {
    body.position = reading.position(*position, reader.path("position"));
    body.states_position = true;
  }
  const char* key = reading.model.planar ? "angle" : "rotation";
  const char* other = reading.model.planar ? "rotation" : "angle";
  if (const Value* wrong = reader.find(other))
    throw Error(Error::Code::bad_value,
                reader.path(other) + " is for " + (reading.model.planar ? "spatial" : "planar") + " models",
                wrong->at(), reading.model.planar ? "write angle = \"30 deg\"" : "write rotation = {rpy = [..]}");
  if (const Value* rotation = reader.find(key)) {
    body.rotation = reading.orientation(*rotation, reader.path(key));
    body.states_rotation = true;
  }
  if (!reading.file->drawn) return;
  set_drawn_pose(body, *reading.file->drawn * drawn_pose(body));
}

void read_body(const std::string& path, const Value& table, MechanismReading& reading, Body& body) {
  const TableReader reader(table, path,
                           {"mass", "center", "inertia", "points", "frames", "shapes", "kind", "position", "rotation",
                            "angle", "start", "rate", "count"});
  body.particle = read_particle(reader);
  read_mass(reader, reading, body);
  read_points(reader, reading, body);
  read_frames(reader, reading, body);
  read_pose(reader, reading, body);
}

}  // namespace

void declare_bodies(MechanismReading& reading) {
  declare_included_bodies(reading);
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "body")) {
    check_name(entry.key, entry.at());
    if (entry.key == "ground")
      throw Error(Error::Code::bad_value, "the name 'ground' is reserved", entry.at(),
                  "ground is the fixed body; its points stand in [ground]");
    if (entry.value.is(Value::Kind::table) && entry.value.find("count") != nullptr)
      reading.words.add_numbered_body(reading.names.prefix + entry.key);
    reading.each_copy(entry, "body", reading.model.bodies.size() - 1, [&](const std::string& name, const Value&) {
      Body body;
      body.name = reading.names.prefix + name;
      body.at = entry.at();
      reading.words.add_body(body.name, static_cast<int>(reading.model.bodies.size()), body.at);
      reading.model.bodies.push_back(std::move(body));
    });
  }
}

void read_bodies(MechanismReading& reading) {
  place_included_ground(reading);
  if (reading.file->document == nullptr) return;
  if (const Entry* ground = reading.file->document->find("ground")) {
    const TableReader reader(ground->value, "[ground]", {"points", "frames"});
    Body& body = reading.model.bodies[static_cast<std::size_t>(reading.file->ground)];
    read_points(reader, reading, body);
    read_frames(reader, reading, body);
  }
  for (const Entry& entry : entries_in(*reading.file->document, "body"))
    reading.each_copy(entry, "body", 0, [&](const std::string& name, const Value& table) {
      const int index = *reading.words.find_body(name);
      read_body("[body." + entry.key + "]", table, reading, reading.model.bodies[static_cast<std::size_t>(index)]);
    });
}

}  // namespace alembert
