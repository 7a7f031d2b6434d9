#include "alembert/report/base_derivation_report.h"

#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/named_values.h"

namespace alembert {
namespace {

std::string components(const Vec3<Expr>& a) {
  return "[" + to_text(a.x) + ", " + to_text(a.y) + ", " + to_text(a.z) + "]";
}

bool is_own_frame(const Transform<Expr>& X) {
  const auto entries = {X.R.r0.x, X.R.r1.y, X.R.r2.z};
  const auto zeros = {X.p.x, X.p.y, X.p.z, X.R.r0.y, X.R.r0.z, X.R.r1.x, X.R.r1.z, X.R.r2.x, X.R.r2.y};
  return std::ranges::all_of(entries, [](Expr e) { return e.is_one(); }) &&
         std::ranges::all_of(zeros, [](Expr e) { return e.is_zero(); });
}

/// Where the frames of the bodies lie that have base parameters.
std::string frame_lines(const BaseParameters& base) {
  std::string text;
  std::vector<std::string> own;
  for (std::size_t b = 1; b < base.frames.size(); ++b) {
    const BaseFrame& frame = base.frames[b];
    const auto has = [&](const BaseParameter& p) { return p.at.body == static_cast<int>(b); };
    if (std::ranges::none_of(base.list, has)) continue;
    if (!frame.inside.empty())
      text += "  " + frame.name + ": between the axes of joint " + frame.inside + "\n";
    else if (is_own_frame(frame.X))
      own.push_back(frame.name);
    else
      text += "  frame of " + frame.name + ": origin " + components(frame.X.p) + ", x along " +
              components(frame.X.R.c0()) + ", z along " + components(frame.X.R.c2()) + " in the body's own\n";
  }
  if (!own.empty()) text = "  own frames: " + join(own, ", ") + "\n" + text;
  return text;
}

std::size_t zeros_in(const BaseParameters& base) {
  return static_cast<std::size_t>(
      std::ranges::count_if(base.list, [](const BaseParameter& p) { return p.formula.is_zero(); }));
}

}  // namespace

std::string base_derivation_text(const BaseDerivation& d, Writing writing) {
  const GraphScope scope(*d.lagrangian.graph);
  const std::size_t zeros = zeros_in(d.base);
  std::string text = "Base inertial parameters: " + std::to_string(d.base.list.size());
  if (zeros > 0) text += ", of which " + std::to_string(zeros) + " are zero in this model";
  text +=
      "\nEntries of the bodies' inertias after regrouping: mass m, first moments mx my mz, moments and products of "
      "inertia XX ... ZZ\nin a frame with its origin on the joint and z along its axis.\n" +
      frame_lines(d.base) + "\n";
  std::vector<std::string> zero_names;
  for (const BaseParameter& p : d.base.list) {
    if (p.formula.is_zero())
      zero_names.push_back(p.name);
    else
      text += named_value_text(p.name, p.formula, p.value);
  }
  if (zeros > 0) text += "  zero: " + join(zero_names, ", ") + "\n";
  return text + "\n" + derivation_text(d.lagrangian, d.derivation, writing);
}

std::string base_derivation_latex(const BaseDerivation& d, Writing writing) {
  const GraphScope scope(*d.lagrangian.graph);
  std::string text;
  for (const BaseParameter& p : d.base.list)
    if (!p.formula.is_zero()) text += named_value_latex(p.name, p.formula, p.value);
  return text + derivation_latex(d.lagrangian, d.derivation, writing);
}

std::string base_derivation_json(const BaseDerivation& d, Writing writing) {
  const GraphScope scope(*d.lagrangian.graph);
  Json json = Json::parse(derivation_json(d.lagrangian, d.derivation, writing));
  json["base_parameters"] = Json::array();
  for (const BaseParameter& p : d.base.list)
    json["base_parameters"].push_back({{"name", p.name},
                                       {"formula", to_text(p.formula)},
                                       {"value", p.value},
                                       {"body", d.base.frames[static_cast<std::size_t>(p.at.body)].name}});
  return to_text(json);
}

}  // namespace alembert
