/// The sections of an .adm file put together as those of a model file.
#include "alembert/core/text.h"
#include "alembert/io/adm/adm_sections.h"

namespace alembert {
namespace {

/// [joint.X] of a body, which is named like it: free, with its start, and what drives it.
Value free_joint(const AdmBody& body) {
  static constexpr std::array<const char*, 3> words{"x", "y", "angle"};
  const Value& at = body.table;
  Value joint = table_value(at);
  add_entry(joint, "type", text_value("free", at));
  add_entry(joint, "bodies", list_value({text_value("ground", at), text_value(body.name, at)}, at));
  Value start = table_value(at), rate = table_value(at), motion = table_value(at);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (body.motion[i]) {  // starts where the drive is
      Value fun = text_value(body.motion[i]->text, at);
      fun.place = fun.text_place = {body.motion[i]->at.line, body.motion[i]->at.column};
      add_entry(motion, words[i], std::move(fun));
    } else {
      add_entry(start, words[i], body.q0[i]);
      add_entry(rate, words[i], body.qd0[i]);
    }
  }
  if (!start.entries.empty()) add_entry(joint, "start", std::move(start));
  if (!rate.entries.empty()) add_entry(joint, "rate", std::move(rate));
  if (!motion.entries.empty()) add_entry(joint, "motion", std::move(motion));
  return joint;
}

Value simulate_section(const AcfAnalysis& analysis, const Value& at) {
  Value simulate = table_value(at);
  if (analysis.tend) add_entry(simulate, "time", text_value(shortest(*analysis.tend), at));
  if (analysis.step) add_entry(simulate, "step", text_value(shortest(*analysis.step), at));
  return simulate;
}

}  // namespace

Value text_value(std::string text, const Value& at) {
  Value value;
  value.kind = Value::Kind::text;
  value.text = std::move(text);
  value.place = at.place;
  value.text_place = at.is(Value::Kind::text) ? at.text_place : at.place;
  value.file = at.file;
  return value;
}

Value list_value(std::vector<Value> items, const Value& at) {
  Value value = table_value(at);
  value.kind = Value::Kind::array;
  value.items = std::move(items);
  return value;
}

Value table_value(const Value& at) {
  Value value;
  value.place = at.place;
  value.file = at.file;
  return value;
}

void add_entry(Value& table, std::string key, Value value) {
  const Place place = value.place;
  table.entries.push_back({std::move(key), place, std::move(value)});
}

Value adm_document(const AdmTable& root, AdmReading& reading, const AcfAnalysis* analysis) {
  const Value& document = root.table();
  Value model = table_value(document);
  if (const std::string name = adm_name(document); !name.empty()) add_entry(model, "name", text_value(name, document));
  add_entry(model, "space", text_value("planar", document));
  if (root.find("gravity") != nullptr)
    add_entry(model, "gravity", reading.numbers(root, "gravity", 2, "a list of two numbers [x, y]").list);

  Value bodies = table_value(document), joints = table_value(document);
  for (AdmBody& body : reading.bodies) {
    // The free joints come first, so that they carry the coordinates and all others close loops.
    add_entry(joints, body.name, free_joint(body));
    if (!body.points.entries.empty()) add_entry(body.table, "points", std::move(body.points));
    add_entry(bodies, body.name, std::move(body.table));
  }
  for (Entry& joint : reading.joints.entries) joints.entries.push_back(std::move(joint));
  add_entry(model, "body", std::move(bodies));
  add_entry(model, "joint", std::move(joints));
  if (!reading.forces.entries.empty()) add_entry(model, "force", std::move(reading.forces));
  if (!reading.constraints.entries.empty()) add_entry(model, "constraint", std::move(reading.constraints));
  if (analysis != nullptr) add_entry(model, "simulate", simulate_section(*analysis, document));
  return model;
}

}  // namespace alembert
