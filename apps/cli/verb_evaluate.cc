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

std::vector<std::string> names_of(const std::vector<Workbench::Word>& words) {
  std::vector<std::string> names;
  for (const Workbench::Word& word : words) names.push_back(word.name);
  return names;
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

std::string as_text(const Workbench& workbench, const Point& x, const Evaluation& e) {
  const std::size_t n = e.g.size();
  std::string text =
      "coordinates " + join(names_of(workbench.coordinates()), ", ") + " at t = " + shortest(x.t) + " s\n";
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
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  EvaluateOptions options;
  options.at = workbench.point(args.q, args.v, args.t);
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
