#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string difference_text(Workbench& workbench, const Arguments& args) {
  const GraphScope scope(*workbench.model().graph);
  return alembert::to_text(
      simplify(workbench.formula(args.equal[0], "left side") - workbench.formula(args.equal[1], "right side")));
}

std::string domain_text(const Comparison& c) {
  return c.domain.empty() ? "where both sides are defined" : "for " + c.domain + ", where both sides are defined";
}

std::string as_json(const Comparison& c, const std::string& difference) {
  Json json;
  json["verdict"] = verdict_name(c.verdict);
  json["proved"] = c.verdict == Verdict::proved;
  json["method"] = c.method;
  json["domain"] = domain_text(c);
  if (!c.equal_where.empty()) json["equal_where"] = c.equal_where;
  if (c.verdict != Verdict::proved) {
    json["points"] = c.points;
    json["at_the_model"] = c.at_the_model;
  }
  json["difference"] = difference;
  if (c.verdict == Verdict::refuted) {
    json["witness"] = Json::object();
    for (const auto& [symbol, value] : c.witness) json["witness"][alembert::to_text(symbol)] = value.to_double();
    json["left"] = c.left;
    json["right"] = c.right;
    json["decimals"] = {{"left", c.left_text}, {"right", c.right_text}, {"difference", c.difference_text}};
  }
  return to_text(json);
}

std::string as_text(const Comparison& c, const std::string& difference) {
  std::string text(verdict_name(c.verdict));
  if (c.verdict == Verdict::proved) text += " " + domain_text(c);
  text += (c.verdict == Verdict::undecided ? ": " : ": by ") + c.method + "\n";
  for (const std::string& part : c.equal_where) text += "proved for " + part + " alone\n";
  if (c.verdict != Verdict::proved) text += "left - right = " + difference + "\n";
  if (c.verdict == Verdict::refuted) {
    text += c.witness.empty() ? "both sides are constants" : "witness:";
    for (const auto& [symbol, value] : c.witness)
      text += (identical(symbol, c.witness.front().first) ? " " : ", ") + alembert::to_text(symbol) + " = " +
              shortest(value.to_double());
    // Doubles show the difference, or decimals with more digits and larger exponents do.
    constexpr double shows = 1e-13;
    const bool plain = std::isfinite(c.left) && std::isfinite(c.right) &&
                       std::abs(c.left - c.right) > shows * std::max(std::abs(c.left), std::abs(c.right));
    if (plain) return text + "\n  left  = " + shortest(c.left) + "\n  right = " + shortest(c.right) + "\n";
    text +=
        "\n  left  = " + c.left_text + "\n  right = " + c.right_text + "\n  left - right = " + c.difference_text + "\n";
  }
  return text;
}

}  // namespace

int prove_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const Comparison comparison = workbench.prove(args.equal[0], args.equal[1], args.assume);
  const GraphScope scope(*workbench.model().graph);
  const std::string difference = comparison.verdict == Verdict::proved ? "0" : difference_text(workbench, args);
  print(args.json ? as_json(comparison, difference) : as_text(comparison, difference));
  return comparison.verdict == Verdict::proved ? 0 : 1;
}

}  // namespace alembert::cli
