#include <algorithm>
#include <span>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/io/json.h"
#include "alembert/system/describe_status.h"
#include "alembert/system/lagrange_system.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

struct Named {
  std::vector<std::string> coordinates, speeds;
};

Named names_of(const Lagrangian& model) {
  Named named;
  for (const Coordinate& c : model.coordinates) {
    named.coordinates.push_back(c.name);
    named.speeds.push_back(c.name + "'");
  }
  return named;
}

std::string as_json(const Lagrangian& model, const Point& x, const Evaluation& e) {
  const Named named = names_of(model);
  const std::size_t n = named.coordinates.size();
  Json json;
  json["coordinates"] = named.coordinates;
  json["speeds"] = named.speeds;
  json["dependent"] = Json::array();
  json["t"] = x.t;
  json["q"] = x.q;
  json["v"] = x.v;
  json["M"] = json_matrix<double>(e.M, n);
  json["C"] = json_matrix<double>(e.C, n);
  json["g"] = e.g;
  json["bias"] = e.bias;
  json["passive"] = e.passive;
  json["remaining"] = e.remaining;
  json["effort"] = e.effort;
  json["inverse_dynamics"] = e.inverse_dynamics;
  json["acceleration"] = e.status.good() ? Json(e.acceleration) : Json(nullptr);
  json["momenta"] = e.momenta;
  json["kinetic"] = e.kinetic;
  json["potential"] = e.potential;
  json["conserved"] = e.conserved;
  json["power"] = e.power;
  // A system given by its energies has no bodies, and this one no constraints.
  for (const char* key : {"linear_momentum", "angular_momentum", "center_of_mass"}) json[key] = nullptr;
  json["poses"] = Json::object();
  json["constraint"] = Json::array();
  json["jacobian"] = Json::array();
  json["multipliers"] = Json::array();
  json["reactions"] = Json::object();
  json["rank"] = 0;
  return to_text(json);
}

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

std::string matrix_text(const std::string& name, std::span<const double> values, std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i)
    text += (i == 0 ? name + " = " : std::string(name.size() + 3, ' ')) + list_text(values.subspan(i * n, n)) + "\n";
  return text;
}

std::string as_text(const Lagrangian& model, const Point& x, const Evaluation& e) {
  const Named named = names_of(model);
  const std::size_t n = named.coordinates.size();
  std::string text = "coordinates " + join(named.coordinates, ", ") + " at t = " + shortest(x.t) + " s\n";
  text += vector_text("q", x.q) + vector_text("v", x.v) + matrix_text("M", e.M, n) + matrix_text("C", e.C, n);
  text += vector_text("g", e.g) + vector_text("bias = C v + g", e.bias) + vector_text("passive", e.passive);
  const bool rest = std::ranges::any_of(e.remaining, [](double r) { return r != 0.0; });
  if (rest) text += vector_text("  of which -r", e.remaining);
  text += vector_text("effort", e.effort);
  text += vector_text("inverse dynamics = M a + bias - passive", e.inverse_dynamics);
  if (e.status.good()) text += vector_text("acceleration", e.acceleration);
  text += "kinetic = " + shortest(e.kinetic) + " J\npotential = " + shortest(e.potential) + " J\n";
  return text;
}

}  // namespace

int evaluate_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set);
  EvaluateOptions options;
  options.at = workbench.point(args.q, args.v, args.t);
  const std::vector<double> zeros(workbench.model().coordinates.size(), 0.0);
  if (!args.a.empty()) workbench.change(options.a.emplace(zeros), args.a, "--a", 2);
  if (!args.tau.empty()) workbench.change(options.tau.emplace(zeros), args.tau, "--tau", -1);
  const Evaluation e = workbench.evaluate(options);
  print((args.json ? as_json : as_text)(workbench.model(), options.at, e));
  if (e.status.good()) return 0;
  const LagrangeSystem system(workbench.model(), workbench.equations());
  throw Error(Error::Code::singular, describe(e.status, system));
}

}  // namespace alembert::cli
