/// forces[]: forces at points, torques, and spring-damper-actuators.
#include "alembert/io/adm/adm_sections.h"

namespace alembert {
namespace {

/// One object of the list.
class AdmForce {
 public:
  AdmForce(const AdmItem& item, AdmReading& reading)
      : item_(item), reading_(reading), force_(table_value(*item.value)) {}

  void read() {
    const AdmTable table(*item_.value, item_.path,
                         {"name", "id", "type", "body1", "body2", "sP1", "sP2", "Pground", "frame", "funX", "funY",
                          "fun", "theta0", "k", "c", "l0", "mfile", "vis"},
                         reading_.notes);
    static const std::vector<std::string> types{"PointForce", "PointForceFile", "Torque", "RSDA1", "RSDA2", "TSDA"};
    switch (table.word("type", types)) {
      case 0: point_force(table); break;
      case 1: refuse_file(table);
      case 2: torque(table); break;
      case 3: rotational_spring(table, {adm_ground, reading_.moving_body(table, "body1")}); break;
      case 4: rotational_spring(table, reading_.two_bodies(table)); break;
      default: spring(table);
    }
    add_entry(
        reading_.forces,
        reading_.force_names.take(adm_name(*item_.value), "force" + std::to_string(item_.number), item_.value->at()),
        std::move(force_));
  }

 private:
  [[noreturn]] void refuse_file(const AdmTable& table) const {
    const Value* file = table.find("mfile");
    throw Error(
        Error::Code::unsupported, item_.path + ": a PointForceFile calls a MATLAB function",
        (file == nullptr ? table.find("type") : file)->at(),
        "remove it, write the model as .toml by 'alembert convert', and add [force.X] with type = \"force\" and "
        "a formula as value, such as value = [\"if(slider.vx > 0, -100*slider.x, 0)\", 0]");
  }

  void set(const char* key, Value value) { add_entry(force_, key, std::move(value)); }
  void set_text(const char* key, const std::string& text) { set(key, text_value(text, *item_.value)); }

  /// A function of t; zero where it is absent.
  Value component(const AdmTable& table, const char* key) {
    const std::optional<AdmFunction> fun = reading_.formulas.function(table.find(key), table.path(key));
    return fun ? text_value(fun->text, *table.find(key)) : text_value("0", *item_.value);
  }

  void point_force(const AdmTable& table) {
    const int body = reading_.moving_body(table, "body1");
    static const std::vector<std::string> frames{"GRF", "LRF"};
    set_text("type", "force");
    set_text("body", reading_.name_of(body));
    set("at", reading_.point(table, "sP1", body).p);
    set("value", list_value({component(table, "funX"), component(table, "funY")}, *item_.value));
    set_text("frame", table.word("frame", frames) == 0 ? "world" : "body");
  }

  void torque(const AdmTable& table) {
    set_text("type", "torque");
    set_text("body", reading_.name_of(reading_.moving_body(table, "body1")));
    set("value", component(table, "fun"));
  }

  /// The course's functions add to the pull of the spring, those of model files push against it.
  void add_actuator(const AdmTable& table) {
    const std::optional<AdmFunction> fun = reading_.formulas.function(table.find("fun"), table.path("fun"));
    if (fun) set("actuator", text_value("-" + fun->text, *table.find("fun")));
  }

  /// Stiffness, damping and free length or angle; the latter must be there where there is a stiffness.
  void add_parallel(const AdmTable& table, const char* rest_key, const char* rest_name, const char* rest_hint) {
    if (table.find("k") != nullptr) set("stiffness", reading_.number(table, "k", ""));
    if (table.find("c") != nullptr) set("damping", reading_.number(table, "c", ""));
    if (table.find("k") != nullptr || table.find(rest_key) != nullptr)
      set(rest_name, reading_.number(table, rest_key, rest_hint));
    add_actuator(table);
  }

  void rotational_spring(const AdmTable& table, const std::array<int, 2>& bodies) {
    const Value& at = *item_.value;
    set_text("type", "rotational-spring");
    set("bodies",
        list_value({text_value(reading_.name_of(bodies[0]), at), text_value(reading_.name_of(bodies[1]), at)}, at));
    add_parallel(table, "theta0", "rest", "write the angle without torque in rad");
  }

  void spring(const AdmTable& table) {
    const Value& at = *item_.value;
    const bool to_ground = table.find("body2") == nullptr;
    const std::array<int, 2> body =
        to_ground ? std::array<int, 2>{reading_.moving_body(table, "body1"), adm_ground} : reading_.two_bodies(table);
    const char* end = to_ground && table.find("Pground") != nullptr ? "Pground" : "sP2";
    set_text("type", "spring");
    set("points", list_value({reading_.end(reading_.point(table, "sP1", body[0]), at),
                              reading_.end(reading_.point(table, end, body[1]), at)},
                             at));
    add_parallel(table, "l0", "length", "write the free length in m");
  }

  const AdmItem& item_;
  AdmReading& reading_;
  Value force_;
};

}  // namespace

void read_adm_forces(const Value& document, AdmReading& reading) {
  for (const AdmItem& item : adm_items(document, "forces")) AdmForce(item, reading).read();
}

}  // namespace alembert
