/// bodies[], and what the other sections need of them.
#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/adm/adm_sections.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr int ambiguous = -2;

std::int64_t read_id(const AdmTable& table, int number) {
  const Value* id = table.find("id");
  if (id == nullptr) return number;
  if (!id->is(Value::Kind::integer) || std::abs(id->number) > 1e15)
    fail_wrong_type(*id, table.path("id"), "a whole number", "number the bodies 1, 2, 3, ...");
  if (id->number == 0.0)
    throw Error(Error::Code::bad_value, table.path("id") + " is 0, which is the ground", id->at(),
                "number the bodies from 1; constraints may name the ground as 0, and it is not listed");
  return static_cast<std::int64_t>(id->number);
}

std::array<Value, 3> three(const Value& list) { return {list.items[0], list.items[1], list.items[2]}; }

std::array<Value, 3> zeros(const Value& at) {
  const Value zero = text_value("0", at);
  return {zero, zero, zero};
}

void read_body(const AdmItem& item, AdmReading& reading) {
  const AdmTable table(*item.value, item.path, {"name", "id", "mass", "jbar", "q0", "qd0", "vis"}, reading.notes);
  const Source at = item.value->at();
  const int index = static_cast<int>(reading.bodies.size());
  const std::int64_t id = read_id(table, item.number);
  if (!reading.body_by_id.emplace(id, index).second)
    throw Error(Error::Code::duplicate_name, "two bodies have the id " + std::to_string(id), at,
                "give every body an id of its own");
  const std::string written = adm_name(*item.value);
  if (!written.empty()) {
    const auto [it, is_new] = reading.body_by_name.emplace(written, index);
    if (!is_new) it->second = ambiguous;
  }

  AdmBody body;
  body.name = reading.joint_names.take(written, "body" + std::to_string(id), at);
  body.table = table_value(*item.value);
  body.points = table_value(*item.value);
  add_entry(body.table, "mass", reading.number(table, "mass", "write the mass in kg"));
  add_entry(body.table, "inertia",
            reading.number(table, "jbar", "write the moment of inertia about the centre of mass in kg m^2"));
  static constexpr const char* form = "a list of three numbers [x, y, phi]";
  const AdmReading::Numbers q0 = reading.numbers(table, "q0", 3, form);
  body.angle = q0.value[2];
  body.q0 = three(q0.list);
  body.qd0 = table.find("qd0") == nullptr ? zeros(*item.value) : three(reading.numbers(table, "qd0", 3, form).list);
  add_entry(body.table, "position", list_value({body.q0[0], body.q0[1]}, q0.list));
  add_entry(body.table, "angle", body.q0[2]);
  reading.bodies.push_back(std::move(body));
}

}  // namespace

void read_adm_bodies(const Value& document, AdmReading& reading) {
  for (const AdmItem& item : adm_items(document, "bodies")) read_body(item, reading);
  if (reading.bodies.empty())
    throw Error(Error::Code::bad_value, "the model has no bodies", document.at(),
                "write \"bodies\": [ { \"name\": ..., \"mass\": ..., \"jbar\": ..., \"q0\": [x, y, phi] } ]");
}

AdmReading::Numbers AdmReading::numbers(const AdmTable& table, std::string_view key, std::size_t count,
                                        const char* form) {
  const Value& list = table.need(key, std::string("write ") + form);
  const std::string path = table.path(key);
  if (!list.is(Value::Kind::array)) fail_wrong_type(list, path, form);
  if (list.items.size() != count)
    throw Error(Error::Code::bad_value,
                path + " has " + std::to_string(list.items.size()) + " components instead of " + std::to_string(count),
                list.at(), std::string("write ") + form);
  Numbers result{list, {}};
  for (std::size_t i = 0; i < count; ++i) {
    result.value.push_back(formulas.number(list.items[i], path + "[" + std::to_string(i) + "]"));
    result.list.items[i] = number_value(list.items[i]);
  }
  return result;
}

Value AdmReading::number(const AdmTable& table, std::string_view key, const char* hint) {
  const Value& value = table.need(key, hint);
  static_cast<void>(formulas.number(value, table.path(key)));
  return number_value(value);
}

int AdmReading::body(const AdmTable& table, std::string_view key) const {
  const Value& value = table.need(key, "write the id of a body");
  const std::string path = table.path(key);
  if (value.is(Value::Kind::text)) {
    const std::string name(trimmed(value.text));
    const auto it = body_by_name.find(name);
    if (it != body_by_name.end() && it->second != ambiguous) return it->second;
    if (it != body_by_name.end())
      throw Error(Error::Code::bad_value, path + ": several bodies are called " + shown(name), value.at(),
                  "write the id instead");
    if (name == "ground" || name == "Ground" || name == "GROUND") return adm_ground;
    std::vector<std::string> known{"ground"};
    for (const auto& [other, index] : body_by_name) known.push_back(other);
    std::ranges::sort(known);
    throw Error(Error::Code::unknown_name, path + ": no body is called " + shown(name), value.at(),
                did_you_mean(name, known));
  }
  if (!value.is(Value::Kind::integer)) fail_wrong_type(value, path, "the id of a body");
  if (value.number == 0.0) return adm_ground;
  const auto it =
      std::abs(value.number) > 1e15 ? body_by_id.end() : body_by_id.find(static_cast<std::int64_t>(value.number));
  if (it != body_by_id.end()) return it->second;
  std::vector<std::int64_t> ids;
  for (const auto& [id, index] : body_by_id) ids.push_back(id);
  std::ranges::sort(ids);
  std::string hint = "ids are 0 (the ground)";
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(ids.size(), most); ++i) hint += ", " + std::to_string(ids[i]);
  throw Error(Error::Code::unknown_name, path + ": no body has the id " + value.text, value.at(),
              hint + (ids.size() > most ? ", ..." : ""));
}

int AdmReading::moving_body(const AdmTable& table, std::string_view key) const {
  const int index = body(table, key);
  if (index == adm_ground)
    throw Error(Error::Code::bad_value, table.path(key) + " is the ground, which does not move", table.find(key)->at(),
                "write the id of a body");
  return index;
}

std::array<int, 2> AdmReading::two_bodies(const AdmTable& table) const {
  const std::array<int, 2> both{body(table, "body1"), body(table, "body2")};
  if (both[0] == both[1])
    throw Error(Error::Code::bad_value, table.path("body2") + " is the same as body1", table.find("body2")->at(),
                "write two different bodies");
  return both;
}

const std::string& AdmReading::name_of(int body) const {
  static const std::string ground = "ground";
  return body == adm_ground ? ground : bodies[static_cast<std::size_t>(body)].name;
}

AdmPoint AdmReading::point(const AdmTable& table, std::string_view key, int body) {
  Numbers p = numbers(table, key, 2, "a list of two numbers [x, y]");
  return {body, std::move(p.list), p.value[0], p.value[1]};
}

std::string AdmReading::word(const AdmPoint& point, char axis) {
  if (point.body == adm_ground) return number_text(point.p.items[axis == 'x' ? 0 : 1]);
  AdmBody& body = bodies[static_cast<std::size_t>(point.body)];
  std::string word = written_name(body.name) + ".";
  if (point.x != 0.0 || point.y != 0.0) {
    const std::string next = "P" + std::to_string(body.point_at.size() + 1);
    const auto [it, is_new] = body.point_at.try_emplace({point.x, point.y}, next);
    if (is_new) add_entry(body.points, next, point.p);
    word += it->second + ".";
  }
  return word + axis;
}

Value AdmReading::end(const AdmPoint& point, const Value& at) const {
  return list_value({text_value(name_of(point.body), at), point.p}, at);
}

std::string AdmReading::angle_word(int body) const {
  return body == adm_ground ? "0" : written_name(name_of(body)) + ".angle";
}

}  // namespace alembert
