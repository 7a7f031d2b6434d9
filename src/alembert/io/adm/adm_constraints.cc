/// constraints[]: joints, drives and formulas.
#include <cmath>
#include <numbers>

#include "alembert/core/text.h"
#include "alembert/io/adm/adm_sections.h"

namespace alembert {
namespace {

/// One object of the list.
class AdmConstraint {
 public:
  AdmConstraint(const AdmItem& item, AdmReading& reading) : item_(item), reading_(reading) {}

  void read() {
    const AdmTable type(*item_.value, item_.path,
                        {"name", "id", "type", "body1", "body2", "fun", "sP1", "sP2", "vP1", "vP2", "sQ1", "vis", "R2",
                         "theta1", "theta2", "Pground"},
                        reading_.notes);
    static const std::vector<std::string> types{
        "AbsoluteX",     "AbsoluteY",        "AbsoluteAngle", "AbsoluteDistance",   "RelativeX", "RelativeY",
        "RelativeAngle", "RelativeDistance", "RevoluteJoint", "TranslationalJoint", "RackPinion"};
    switch (type.word("type", types)) {
      case 0: return absolute(type, 'x');
      case 1: return absolute(type, 'y');
      case 2: return absolute_angle(type);
      case 3: return absolute_distance(type);
      case 4: return relative(type, 'x');
      case 5: return relative(type, 'y');
      case 6: return relative_angle(type);
      case 7: return relative_distance(type);
      case 8: return revolute(type);
      case 9: return translational(type);
      default: return rack_pinion(type);
    }
  }

 private:
  AdmFunction function(const AdmTable& table, const char* hint) {
    std::optional<AdmFunction> fun = reading_.formulas.function(table.find("fun"), table.path("fun"));
    if (fun) return std::move(*fun);
    const Value* written = table.find("fun");
    throw Error(Error::Code::bad_value, table.path("fun") + (written == nullptr ? " is missing" : " is empty"),
                written == nullptr ? table.table().at() : written->at(), hint);
  }

  /// Joints hold whatever the time is; the course's engine does not look at their function.
  void refuse_function(const AdmTable& table) {
    const std::optional<AdmFunction> fun = reading_.formulas.function(table.find("fun"), table.path("fun"));
    if (!fun || (!fun->of_time && reading_.formulas.number(*table.find("fun"), table.path("fun")) == 0.0)) return;
    throw Error(Error::Code::bad_value, table.path("fun") + ": a " + table.find("type")->text + " has no function",
                fun->at, "write \"NONE\", and drive a body by an AbsoluteAngle, AbsoluteX or AbsoluteY");
  }

  /// [constraint.X] holonomic = row. `suffix` tells the rows of one constraint apart.
  void add_row(const std::string& row, const std::string& suffix = "") {
    const Value& at = *item_.value;
    Value table = table_value(at);
    add_entry(table, "holonomic", text_value(row, at));
    add_entry(reading_.constraints, name(suffix), std::move(table));
  }

  std::string name(const std::string& suffix = "") {
    const std::string written = adm_name(*item_.value), fallback = "constraint" + std::to_string(item_.number) + suffix;
    return reading_.constraint_names.take(written.empty() ? written : written + suffix, fallback, item_.value->at());
  }
  std::string joint_name() {
    return reading_.joint_names.take(adm_name(*item_.value), "joint" + std::to_string(item_.number), item_.value->at());
  }

  /// Prescribes a coordinate of a body: a drive where that moves and nothing else drives it, a condition otherwise.
  void prescribe(int body, std::size_t coordinate, const std::string& word, AdmFunction fun) {
    std::optional<AdmFunction>& motion = reading_.bodies[static_cast<std::size_t>(body)].motion[coordinate];
    if (!fun.of_time || motion) return add_row(word + " - " + fun.text);
    motion = std::move(fun);
  }

  void absolute(const AdmTable& table, char axis) {
    const int body = reading_.moving_body(table, "body1");
    const AdmPoint point = reading_.point(table, "sP1", body);
    AdmFunction fun = function(table, "write the coordinate of the point as a text in t, such as \"0\"");
    const std::string word = reading_.word(point, axis);
    if (point.x != 0.0 || point.y != 0.0) return add_row(word + " - " + fun.text);
    prescribe(body, axis == 'x' ? 0 : 1, word, std::move(fun));
  }

  void absolute_angle(const AdmTable& table) {
    const int body = reading_.moving_body(table, "body1");
    AdmFunction fun = function(table, "write the angle as a text in t, such as \"2*pi*t\"");
    prescribe(body, 2, reading_.angle_word(body), std::move(fun));
  }

  void relative(const AdmTable& table, char axis) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    const AdmPoint first = reading_.point(table, "sP1", body[0]), second = reading_.point(table, "sP2", body[1]);
    const AdmFunction fun = function(table, "write the difference of the coordinates as a text in t, such as \"0\"");
    add_row(reading_.word(second, axis) + " - " + reading_.word(first, axis) + " - " + fun.text);
  }

  void relative_angle(const AdmTable& table) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    const AdmFunction fun = function(table, "write the difference of the angles as a text in t, such as \"0\"");
    add_row(reading_.angle_word(body[1]) + " - " + reading_.angle_word(body[0]) + " - " + fun.text);
  }

  void absolute_distance(const AdmTable& table) {
    const int body = reading_.moving_body(table, "body1");
    const char* key = table.find("Pground") == nullptr && table.find("sP2") != nullptr ? "sP2" : "Pground";
    add_distance(table, reading_.point(table, key, adm_ground), reading_.point(table, "sP1", body));
  }

  void relative_distance(const AdmTable& table) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    add_distance(table, reading_.point(table, "sP1", body[0]), reading_.point(table, "sP2", body[1]));
  }

  void add_distance(const AdmTable& table, const AdmPoint& first, const AdmPoint& second) {
    const Value& at = *item_.value;
    const AdmFunction fun = function(table, "write the distance as a text in t, such as \"0.5\"");
    Value constraint = table_value(at);
    add_entry(constraint, "type", text_value("distance", at));
    add_entry(constraint, "points", list_value({reading_.end(first, at), reading_.end(second, at)}, at));
    add_entry(constraint, "length", text_value(fun.text, *table.find("fun")));
    add_entry(reading_.constraints, name(), std::move(constraint));
  }

  /// [joint.X] with its type and bodies.
  Value joint(const char* type, const std::array<int, 2>& bodies) const {
    const Value& at = *item_.value;
    Value table = table_value(at);
    add_entry(table, "type", text_value(type, at));
    add_entry(
        table, "bodies",
        list_value({text_value(reading_.name_of(bodies[0]), at), text_value(reading_.name_of(bodies[1]), at)}, at));
    return table;
  }

  void revolute(const AdmTable& table) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    const AdmPoint first = reading_.point(table, "sP1", body[0]), second = reading_.point(table, "sP2", body[1]);
    refuse_function(table);
    Value pin = joint("revolute", body);
    add_entry(pin, "at", list_value({first.p, second.p}, first.p));
    add_entry(reading_.joints, joint_name(), std::move(pin));
  }

  AdmPoint direction(const AdmTable& table, const char* key, int body) {
    AdmPoint v = reading_.point(table, key, body);
    if (v.x == 0.0 && v.y == 0.0)
      throw Error(Error::Code::bad_value, table.path(key) + " is zero and has no direction", v.p.at(),
                  "write a direction such as [1, 0]");
    return v;
  }

  void translational(const AdmTable& table) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    const AdmPoint first = reading_.point(table, "sP1", body[0]), second = reading_.point(table, "sP2", body[1]);
    const AdmPoint v1 = direction(table, "vP1", body[0]), v2 = direction(table, "vP2", body[1]);
    refuse_function(table);
    Value slide = joint("prismatic", body);
    add_entry(slide, "at", list_value({first.p, second.p}, first.p));
    add_entry(slide, "axis", v1.p);
    add_entry(slide, "rotation", text_value(turn(v1, v2), v2.p));
    add_entry(reading_.joints, joint_name(), std::move(slide));
  }

  double angle_of(int body) const {
    return body == adm_ground ? 0.0 : reading_.bodies[static_cast<std::size_t>(body)].angle;
  }

  /// Angle of the second body in the first where its direction v2 lies along v1. The condition of the course is that
  /// they are parallel, either way round; of all such angles this is the nearest to the start.
  std::string turn(const AdmPoint& v1, const AdmPoint& v2) const {
    const double base = std::atan2(v1.y, v1.x) - std::atan2(v2.y, v2.x);
    const double halves = std::round((angle_of(v2.body) - angle_of(v1.body) - base) / std::numbers::pi);
    const double quarters = base / (std::numbers::pi / 2), nearest = std::round(quarters);
    const bool square = std::abs(quarters - nearest) < 1e-14;  // directions along axes, up to rounding
    if (square) return shortest(nearest + 2 * halves) + "*pi/2";
    return shortest(base) + " + (" + shortest(halves) + ")*pi";
  }

  /// Haug's two rows divided by the length of the line from P to Q, so that both are lengths: the way of the pinion's
  /// centre along the rack, counted from Q, is R2 times the turn; and its distance from the rack is R2.
  void rack_pinion(const AdmTable& table) {
    const std::array<int, 2> body = reading_.two_bodies(table);
    const AdmPoint P = reading_.point(table, "sP1", body[0]), Q = reading_.point(table, "sQ1", body[0]);
    const AdmPoint centre = reading_.point(table, "sP2", body[1]);
    const double length = std::hypot(Q.x - P.x, Q.y - P.y);
    if (!std::isnormal(length))
      throw Error(Error::Code::bad_value, table.path("sQ1") + " and sP1 have no direction between them", Q.p.at(),
                  "write two different points of the rack");
    refuse_function(table);
    const auto number = [&](const char* key, const char* hint) {
      return number_text(reading_.number(table, key, hint));
    };
    const std::string theta1 = number("theta1", "write the direction of the rack in its body in rad");
    const std::string theta2 = number("theta2", "write the direction of the mark on the pinion in rad");
    const std::string radius = number("R2", "write the radius of the pinion in m");
    const auto difference = [&](const AdmPoint& a, const AdmPoint& b, char axis) {
      return "(" + reading_.word(a, axis) + " - " + reading_.word(b, axis) + ")";
    };
    const std::string turn = "(" + reading_.angle_word(body[0]) + " + " + theta1 + " - " +
                             reading_.angle_word(body[1]) + " - " + theta2 + " + 3*pi/2)";
    const std::string vx = difference(Q, P, 'x'), vy = difference(Q, P, 'y');
    add_row("(" + difference(centre, Q, 'x') + "*" + vx + " + " + difference(centre, Q, 'y') + "*" + vy + ")/" +
                shortest(length) + " - " + radius + "*" + turn,
            "_along");
    add_row("(" + difference(centre, P, 'y') + "*" + vx + " - " + difference(centre, P, 'x') + "*" + vy + ")/" +
                shortest(length) + " - " + radius,
            "_normal");
  }

  const AdmItem& item_;
  AdmReading& reading_;
};

}  // namespace

void read_adm_constraints(const Value& document, AdmReading& reading) {
  for (const AdmItem& item : adm_items(document, "constraints")) AdmConstraint(item, reading).read();
}

}  // namespace alembert
