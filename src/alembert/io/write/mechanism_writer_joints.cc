/// [joint.X].
#include "alembert/io/write/mechanism_writer_sections.h"

namespace alembert {
namespace {

class JointWriter {
 public:
  JointWriter(const MechanismWords& words, const Joint& joint, TomlLines& lines)
      : words_(words), joint_(joint), has_(alembert::words(words.model(), joint)), lines_(lines) {}

  void write() {
    lines_.heading("joint", joint_.name);
    lines_.entry("type", toml_string(name_of(joint_.type)));
    lines_.entry("bodies", toml_list({words_.body(joint_.first), words_.body(joint_.second)}));
    write_placing();
    write_motion();
    write_passive();
    write_limits();
  }

 private:
  using Values = std::vector<std::pair<std::string, std::string>>;

  bool moves_freely() const { return joint_.type == JointType::free || joint_.type == JointType::translation; }

  void write_placing() {
    const bool placed = joint_.drawn || !is_zero(joint_.at[0].p) || !is_zero(joint_.at[1].p) || joint_.rotation;
    if (placed || !moves_freely()) lines_.entry("at", joint_.drawn ? drawn_point() : both_points());
    write_axes();
    if (joint_.rotation) lines_.entry("rotation", zero_rotation());
    if (!joint_.sequence.empty()) lines_.entry("sequence", toml_string(joint_.sequence));
    if (joint_.type == JointType::screw) lines_.entry("pitch", words_.value(joint_.pitch));
  }

  std::string both_points() const { return toml_list({words_.vector(joint_.at[0].p), words_.vector(joint_.at[1].p)}); }

  /// Where the point is while the bodies are in their drawn pose: by its name if it has one, else in world coordinates.
  std::string drawn_point() const {
    const PointOn& at = joint_.at[0];
    if (at.body == 0) return words_.vector(at.p);
    const Body& body = words_.model().bodies[static_cast<std::size_t>(at.body)];
    if (is_zero(at.p)) return toml_string(body.name + ".origin");
    if (same(at.p, body.center)) return toml_string(body.name + ".center");
    for (const NamedPoint& point : body.points)
      if (same(at.p, point.p)) return toml_string(body.name + "." + point.name);
    const Mat3<Expr> R = rotation_of<Expr>(body.rotation, [](Expr e) { return e; });
    return words_.vector(R * at.p + body.position);
  }

  void write_axes() {
    if (joint_.axes.size() == 1) lines_.entry("axis", words_.vector(joint_.axes[0]));
    if (joint_.axes.size() > 1)
      lines_.entry("axes", toml_list({words_.vector(joint_.axes[0]), words_.vector(joint_.axes[1])}));
  }

  /// Two axes without a rotation would mean the smallest turn between them, so that no rotation is written out.
  std::string zero_rotation() const {
    if (joint_.rotation->kind != Orientation::Kind::identity) return words_.rotation(*joint_.rotation);
    return joint_.axes.size() > 1 ? "{ rpy = [0, 0, 0] }" : "";
  }

  /// What a list has, one item a coordinate or speed; `text` gives "" for what need not be written.
  template <class List, class Text>
  void write_list(std::string_view key, const List& list, const std::vector<JointWord>& names, Text text) {
    Values values;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (const std::string value = text(list[i]); !value.empty())
        values.emplace_back(std::string(names[i].suffix), value);
    if (values.empty()) return;
    lines_.entry(key, names.size() == 1 ? values[0].second : toml_table(values));
  }

  void write_motion() {
    const auto number = [&](const std::optional<Expr>& e) { return e ? words_.value(*e) : std::string(); };
    const auto formula = [&](const std::optional<Written>& w) { return w ? words_.value(w->formula) : std::string(); };
    write_list("start", joint_.start, has_.coordinates, number);
    write_list("rate", joint_.rate, has_.speeds, number);
    if (joint_.fixed_start) lines_.entry("fixed", "true");
    write_list("effort", joint_.effort, has_.speeds, formula);
    write_list("motion", joint_.motion, has_.speeds, formula);
    if (joint_.cut) lines_.entry("cut", "true");
  }

  void write_passive() {
    const auto unless_zero = [&](Expr e) { return e.is_zero() ? std::string() : words_.value(e); };
    write_list("damping", joint_.damping, has_.speeds, unless_zero);
    write_list("stiffness", joint_.stiffness, has_.speeds, unless_zero);
    write_list("rest", joint_.rest, has_.speeds, unless_zero);
    write_list("armature", joint_.armature, has_.speeds, unless_zero);
    std::vector<std::string> laws;
    for (std::size_t k = 0; k < has_.speeds.size(); ++k) laws.push_back(friction_law(k));
    write_list("friction", laws, has_.speeds, [](const std::string& law) { return law; });
    write_list("friction_width", joint_.friction_width, has_.speeds, [&](Expr width) {
      return identical(width, Expr(Rational(1, 1000))) ? std::string() : words_.value(width);  // the default
    });
  }

  std::string friction_law(std::size_t k) const {
    const auto both_ways = [&](const std::array<Expr, 2>& f) {
      return identical(f[0], f[1]) ? words_.value(f[0]) : toml_list({words_.value(f[0]), words_.value(f[1])});
    };
    const std::array<Expr, 2>& sliding = joint_.friction[k];
    if (const auto& at_rest = joint_.friction_at_rest[k])
      return toml_table({{"static", both_ways(*at_rest)}, {"sliding", both_ways(sliding)}});
    if (const std::optional<LoadFriction>& law = joint_.load_friction[k]) {
      Values values{{"coefficient", words_.value(law->coefficient)}};
      if (!identical(law->coefficient_at_rest, law->coefficient))
        values.emplace_back("static_coefficient", words_.value(law->coefficient_at_rest));
      if (joint_.type == JointType::revolute) values.emplace_back("radius", words_.value(law->radius));
      return toml_table(values);
    }
    return sliding[0].is_zero() && sliding[1].is_zero() ? std::string() : both_ways(sliding);
  }

  void write_limits() {
    write_list("limits", joint_.limits, has_.speeds, [&](const std::optional<std::array<Expr, 2>>& limits) {
      return limits ? toml_list({words_.value((*limits)[0]), words_.value((*limits)[1])}) : std::string();
    });
    write_list("restitution", joint_.restitution, has_.speeds,
               [&](const std::optional<Expr>& e) { return e ? words_.value(*e) : std::string(); });
    if (joint_.effort_limit) lines_.comment("largest effort " + words_.value(*joint_.effort_limit) + " (not enforced)");
    if (joint_.speed_limit) lines_.comment("largest speed " + words_.value(*joint_.speed_limit) + " (not enforced)");
  }

  const MechanismWords& words_;
  const Joint& joint_;
  const JointWords& has_;
  TomlLines& lines_;
};

}  // namespace

void write_joints(const MechanismWords& words, TomlLines& lines) {
  for (const Joint& joint : words.model().joints) JointWriter(words, joint, lines).write();
}

}  // namespace alembert
