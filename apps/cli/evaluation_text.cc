#include "evaluation_text.h"

#include <algorithm>
#include <cstdio>
#include <span>

#include "alembert/core/text.h"
#include "alembert/model/spanning_tree.h"
#include "alembert/spatial/rotations.h"
#include "alembert/workbench/tables/unit_words.h"

namespace alembert::cli {
namespace {

/// Longer lists are for machines: --json has them.
constexpr std::size_t most_in_text = 40;

std::string more(std::size_t count) { return "… " + std::to_string(count) + " more, see --json"; }

/// The first of a list, with commas between them.
std::string list_text(std::vector<std::string> texts) {
  const std::size_t all = texts.size();
  texts.resize(std::min(all, most_in_text));
  if (all > texts.size()) texts.push_back(more(all - texts.size()));
  return join(texts, ", ");
}

/// "(1, 2, 3)", zeros without a sign.
std::string list_text(std::span<const double> values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const double v : values) texts.push_back(shortest(v == 0.0 ? 0.0 : v));
  return "(" + list_text(std::move(texts)) + ")";
}

std::string vector_text(const std::string& name, std::span<const double> values) {
  return name + " = " + list_text(values) + "\n";
}

/// With units in a line above it, if there are any.
std::string matrix_text(const std::string& name, const std::string& units, std::span<const double> values,
                        std::size_t columns) {
  std::string text = units.empty() || values.empty() ? "" : name + in_brackets(units) + ":\n";
  for (std::size_t i = 0; columns > 0 && i < values.size(); i += columns)
    text += (i == 0 ? name + " = " : std::string(name.size() + 3, ' ')) + list_text(values.subspan(i, columns)) + "\n";
  return text;
}

std::string vector_text(const std::string& name, const Vec3<double>& a, bool planar) {
  const std::vector<double> values = planar ? std::vector{a.x, a.y} : std::vector{a.x, a.y, a.z};
  return vector_text(name, values);
}

/// Ten digits are enough to read; --json has all.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value == 0.0 ? 0.0 : value);
  return text;
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

/// Rows of words in columns, under a heading.
class TextTable {
 public:
  explicit TextTable(std::string heading) : heading_(std::move(heading)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void add(const std::string& name, std::span<const double> values) {
    std::vector<std::string> row{name};
    for (const double value : values) row.push_back(number(value));
    add(std::move(row));
  }

  /// The first `names` rows name the columns; "" where there are no others.
  std::string text(std::size_t names = 0) const {
    if (rows_.size() <= names) return {};
    const std::size_t shown = std::min(rows_.size(), most_in_text + names);
    std::vector<std::size_t> width;
    for (std::size_t i = 0; i < shown; ++i) {
      width.resize(std::max(width.size(), rows_[i].size()));
      for (std::size_t c = 0; c < rows_[i].size(); ++c) width[c] = std::max(width[c], rows_[i][c].size());
    }
    std::string text = heading_ + "\n";
    for (std::size_t i = 0; i < shown; ++i) {
      std::string line;
      for (std::size_t c = 0; c < rows_[i].size(); ++c)
        line += "  " + rows_[i][c] + std::string(width[c] - rows_[i][c].size(), ' ');
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return rows_.size() == shown ? text : text + "  " + more(rows_.size() - shown) + "\n";
  }

 private:
  std::string heading_;
  std::vector<std::vector<std::string>> rows_;
};

/// One line for each row of the constraints: its name, value and multiplier.
std::string rows_text(const UnitWords& words, const Evaluation& e) {
  TextTable table("constraint rows, of rank " + std::to_string(e.rank) + ": value, multiplier");
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    std::vector<std::string> row{
        e.rows[i], with_unit(shortest(e.constraint[i] == 0.0 ? 0.0 : e.constraint[i]), words.of_row(e, i))};
    if (i < e.multipliers.size())
      row.push_back(with_unit(shortest(e.multipliers[i] + 0.0), effort_unit(words(e.rows[i]))));
    table.add(std::move(row));
  }
  return table.text();
}

std::string dependent_text(const Mechanism& model, const Evaluation& e) {
  const std::vector<std::string> closing = closing_joint_names(model);
  if (closing.empty()) return {};
  TextTable table("loops are closed by: " + list_text(closing) + " (cut); their coordinates follow from the others");
  for (std::size_t k = 0; k < e.dependent.size(); ++k)
    table.add({e.dependent[k].first, number(e.dependent[k].second), std::string(model.dependent_coordinates[k].unit)});
  const std::string text = table.text();
  return text.empty() ? "loops are closed by: " + list_text(closing) + " (cut)\n" : text;
}

std::string poses_text(const BodyNumbers& bodies) {
  TextTable table(bodies.planar ? "poses of the bodies' frames in the world: position [m], angle [rad]"
                                : "poses of the bodies' frames in the world: position [m], quaternion");
  if (bodies.planar)
    table.add({"", "x", "y", "angle"});
  else
    table.add({"", "x", "y", "z", "qw", "qx", "qy", "qz"});
  for (const BodyPose& pose : bodies.poses) {
    const Vec3<double>& p = pose.X_WB.p;
    if (bodies.planar) {
      table.add(pose.name, std::vector{p.x, p.y, pose.angle});
    } else {
      const Quaternion<double> q = quaternion(pose.X_WB.R);
      table.add(pose.name, std::vector{p.x, p.y, p.z, q.w, q.x, q.y, q.z});
    }
  }
  return table.text(1);
}

std::string reactions_text(const Evaluation& e, bool planar) {
  TextTable table(
      "reactions [N, N m]: what the constraint of a joint makes its first body exert on its second, at the joint's"
      " point, in world\n  axes; efforts, drives, springs, dampers and friction along its coordinates are not in them");
  if (planar)
    table.add({"", "fx", "fy", "m"});
  else
    table.add({"", "fx", "fy", "fz", "mx", "my", "mz"});
  for (const JointLoad& load : e.reactions) {
    const Vec3<double>&f = load.force, &m = load.moment;
    table.add(load.joint, planar ? std::vector{f.x, f.y, m.z} : std::vector{f.x, f.y, f.z, m.x, m.y, m.z});
  }
  return table.text(1);
}

std::string drives_text(const Mechanism& model, const Evaluation& e) {
  TextTable table("efforts of the drives, along their coordinates");
  for (const auto& [name, value] : e.drives) {
    std::string unit;
    for (const auto* list : {&model.coordinates, &model.dependent_coordinates})
      for (const MechanismCoordinate& c : *list)
        if (c.name == name) unit = effort_unit(c.unit);
    table.add({name, number(value), unit});
  }
  return table.text();
}

std::string undetermined_text(const Workbench& workbench, const Evaluation& e) {
  if (e.undetermined.empty()) return {};
  const std::string names = list_text(e.undetermined);
  if (workbench.mechanism() == nullptr)
    return "not unique, so the least ones are given: multipliers of " + names + "\n";
  return "not unique: forces of " + names +
         "\n  given are those with the least sum of squared drive efforts, then of |force|^2 + |moment/L|^2 over the"
         " joints, L = " +
         number(workbench.setup().length) + " m\n";
}

std::string momenta_text(const BodyNumbers& bodies) {
  std::string text = "mass = " + shortest(bodies.mass) + " kg\n";
  text += vector_text("mass centre [m]", bodies.center_of_mass, bodies.planar);
  text += vector_text("linear momentum [kg m/s]", bodies.linear_momentum, bodies.planar);
  return text + (bodies.planar
                     ? "angular momentum about the origin [kg m^2/s] = " + shortest(bodies.angular_momentum.z) + "\n"
                     : vector_text("angular momentum about the origin [kg m^2/s]", bodies.angular_momentum, false));
}

std::string frame_text(const FrameMotion& frame, std::size_t nv) {
  std::string text = vector_text("frame: position [m]", frame.X_WF.p, false);
  const std::vector<double> R{frame.X_WF.R.r0.x, frame.X_WF.R.r0.y, frame.X_WF.R.r0.z,
                              frame.X_WF.R.r1.x, frame.X_WF.R.r1.y, frame.X_WF.R.r1.z,
                              frame.X_WF.R.r2.x, frame.X_WF.R.r2.y, frame.X_WF.R.r2.z};
  text += matrix_text("frame: rotation", "", R, 3);
  text += vector_text("frame: angular velocity [rad/s]", frame.velocity.w, false);
  text += vector_text("frame: velocity [m/s]", frame.velocity.v, false);
  return text + matrix_text("frame: Jacobian of angular velocity and velocity by v", "", frame.jacobian, nv);
}

/// "A [rad], x [m]"
std::string with_units(const std::vector<Workbench::Word>& words) {
  std::vector<std::string> texts;
  for (const Workbench::Word& word : words)
    texts.push_back(word.name + (word.unit.empty() ? "" : " [" + word.unit + "]"));
  return list_text(std::move(texts));
}

/// " [rad, m]", of a list.
std::string units_text(const std::vector<Workbench::Word>& words) {
  std::vector<std::string> units;
  for (const Workbench::Word& word : words) units.push_back(word.unit);
  return in_brackets(list_units(units));
}

/// Matrices and lists of the equations of motion.
std::string equations_text(const Workbench& workbench, const Evaluation& e) {
  const std::size_t n = e.g.size();
  std::vector<std::string> speeds, accelerations, efforts;
  for (const Workbench::Word& s : workbench.speeds()) {
    speeds.push_back(s.unit);
    accelerations.push_back(rate_unit(s.unit));
    efforts.push_back(effort_unit(s.unit));
  }
  const std::string force = in_brackets(list_units(efforts));
  std::string text;
  if (n <= most_in_text)
    text += matrix_text("M", entry_units(mass_unit, speeds, speeds), e.M, n) +
            matrix_text("C", entry_units(coriolis_unit, speeds, speeds), e.C, n);
  else
    text += "M and C have " + std::to_string(n) + " rows each" + (e.M.empty() ? "" : ": --json prints them") + "\n";
  text += vector_text("g" + force, e.g) + vector_text("bias = C v + g" + force, e.bias) +
          vector_text("passive" + force, e.passive);
  const bool rest = std::ranges::any_of(e.remaining, [](double r) { return r != 0.0; });
  if (rest) text += vector_text("  of which -r" + force, e.remaining);
  text += vector_text("effort" + force, e.effort);
  text += vector_text("inverse dynamics = M a + bias - passive" + force, e.inverse_dynamics);
  if (e.status.good()) text += vector_text("acceleration" + in_brackets(list_units(accelerations)), e.acceleration);
  return text + "kinetic = " + shortest(e.kinetic) + " J\npotential = " + shortest(e.potential) + " J\n";
}

}  // namespace

std::string evaluation_text(const Workbench& workbench, const Point& x, const Evaluation& e) {
  std::string text = "coordinates " + with_units(workbench.coordinates()) + " at t = " + shortest(x.t) + " s\n";
  const auto is_rate = [](const Workbench::Word& speed) { return speed.name.ends_with('\''); };
  if (!std::ranges::all_of(workbench.speeds(), is_rate)) text += "speeds " + with_units(workbench.speeds()) + "\n";
  text += vector_text("q" + units_text(workbench.coordinates()), x.q) +
          vector_text("v" + units_text(workbench.speeds()), x.v) + equations_text(workbench, e) +
          rows_text(UnitWords(workbench), e);
  if (e.bodies) {
    const Mechanism& model = *workbench.mechanism();
    text += dependent_text(model, e) + drives_text(model, e) + reactions_text(e, model.planar);
  }
  text += undetermined_text(workbench, e);
  if (!e.bodies) return text;
  text += poses_text(*e.bodies) + momenta_text(*e.bodies);
  return e.bodies->frame ? text + frame_text(*e.bodies->frame, e.g.size()) : text;
}

}  // namespace alembert::cli
