#include <algorithm>
#include <span>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/system/describe_status.h"
#include "alembert/workbench/evaluation_json.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

/// "(1, 2, 3)", zeros without a sign.
std::string list_text(std::span<const double> values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const double v : values) texts.push_back(shortest(v == 0.0 ? 0.0 : v));
  return "(" + join(texts, ", ") + ")";
}

std::string vector_text(const std::string& name, std::span<const double> values) {
  return name + " = " + list_text(values) + "\n";
}

std::string matrix_text(const std::string& name, std::span<const double> values, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; columns > 0 && i < values.size(); i += columns)
    text += (i == 0 ? name + " = " : std::string(name.size() + 3, ' ')) + list_text(values.subspan(i, columns)) + "\n";
  return text;
}

std::string vector_text(const std::string& name, const Vec3<double>& a, bool planar) {
  const std::vector<double> values = planar ? std::vector{a.x, a.y} : std::vector{a.x, a.y, a.z};
  return vector_text(name, values);
}

std::string bodies_text(const BodyNumbers& bodies, std::size_t nv) {
  std::string text = "mass = " + shortest(bodies.mass) + " kg\n";
  text += vector_text("mass centre [m]", bodies.center_of_mass, bodies.planar);
  text += vector_text("linear momentum [kg m/s]", bodies.linear_momentum, bodies.planar);
  text += bodies.planar ? "angular momentum about the origin [kg m^2/s] = " + shortest(bodies.angular_momentum.z) + "\n"
                        : vector_text("angular momentum about the origin [kg m^2/s]", bodies.angular_momentum, false);
  if (!bodies.frame) return text;
  const FrameMotion& frame = *bodies.frame;
  text += vector_text("frame: position [m]", frame.X_WF.p, false);
  const std::vector<double> R{frame.X_WF.R.r0.x, frame.X_WF.R.r0.y, frame.X_WF.R.r0.z,
                              frame.X_WF.R.r1.x, frame.X_WF.R.r1.y, frame.X_WF.R.r1.z,
                              frame.X_WF.R.r2.x, frame.X_WF.R.r2.y, frame.X_WF.R.r2.z};
  text += matrix_text("frame: rotation", R, 3);
  text += vector_text("frame: angular velocity [rad/s]", frame.velocity.w, false);
  text += vector_text("frame: velocity [m/s]", frame.velocity.v, false);
  return text + matrix_text("frame: Jacobian", frame.jacobian, nv);
}

/// One line for each row of the constraints: its name, value and multiplier, in columns.
std::string rows_text(const Evaluation& e) {
  if (e.rows.empty()) return {};
  std::string text = "constraint rows, of rank " + std::to_string(e.rank) + ": value, multiplier\n";
  std::size_t longest_name = 0, longest_value = 0;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    values.push_back(shortest(e.constraint[i] == 0.0 ? 0.0 : e.constraint[i]));
    longest_name = std::max(longest_name, e.rows[i].size());
    longest_value = std::max(longest_value, values.back().size());
  }
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    text += "  " + e.rows[i] + std::string(longest_name - e.rows[i].size() + 2, ' ') + values[i];
    if (i < e.multipliers.size())
      text += std::string(longest_value - values[i].size() + 2, ' ') + shortest(e.multipliers[i] + 0.0);
    text += "\n";
  }
  return text;
}

/// Matrices with more rows than this are for machines: --json has them.
constexpr std::size_t most_rows_in_text = 40;

std::string as_text(const Workbench& workbench, const Point& x, const Evaluation& e) {
  const std::size_t n = e.g.size();
  std::string text =
      "coordinates " + join(names_of(workbench.coordinates()), ", ") + " at t = " + shortest(x.t) + " s\n";
  text += vector_text("q", x.q) + vector_text("v", x.v);
  if (n <= most_rows_in_text)
    text += matrix_text("M", e.M, n) + matrix_text("C", e.C, n);
  else
    text += "M and C have " + std::to_string(n) + " rows each" + (e.M.empty() ? "" : ": --json prints them") + "\n";
  text += vector_text("g", e.g) + vector_text("bias = C v + g", e.bias) + vector_text("passive", e.passive);
  const bool rest = std::ranges::any_of(e.remaining, [](double r) { return r != 0.0; });
  if (rest) text += vector_text("  of which -r", e.remaining);
  text += vector_text("effort", e.effort);
  text += vector_text("inverse dynamics = M a + bias - passive", e.inverse_dynamics);
  if (e.status.good()) text += vector_text("acceleration", e.acceleration);
  text += "kinetic = " + shortest(e.kinetic) + " J\npotential = " + shortest(e.potential) + " J\n";
  text += rows_text(e);
  if (e.bodies) text += bodies_text(*e.bodies, n);
  return text;
}

}  // namespace

int evaluate_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  EvaluateOptions options;
  options.at = workbench.point(args.q, args.v, args.t, args.assemble);
  options.frame = args.frame;
  const std::vector<double> zeros(workbench.speeds().size(), 0.0);
  if (!args.a.empty()) workbench.change(options.a.emplace(zeros), args.a, "--a", 2);
  if (!args.tau.empty()) workbench.change(options.tau.emplace(zeros), args.tau, "--tau", -1);
  const Evaluation e = workbench.evaluate(options);
  print(args.json ? evaluation_json(workbench, options.at, e) : as_text(workbench, options.at, e));
  if (e.status.good()) return 0;
  throw Error(Error::Code::singular, describe(e.status, *workbench.system()));
}

}  // namespace alembert::cli
