/// Mechanisms with constraints and their formulas, for tests.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "alembert/forms/traced/traced_equations.h"
#include "alembert/forms/traced/traced_lagrangian.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/zero_test.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Names as model files write them; a primed name is a rate.
class WordsOf : public Names {
 public:
  explicit WordsOf(const Mechanism& model) : model_(model) {}
  std::optional<Expr> find(std::string_view name, int primes) const override {
    for (const Parameter& p : model_.parameters)
      if (p.name == name) return p.symbol;
    if (name == "t") return Expr::time();
    return Expr::symbol(name, SymbolKind::coordinate, primes);
  }
  std::vector<std::string> known() const override { return {}; }

 private:
  const Mechanism& model_;
};

/// A model with its formulas.
struct Traced {
  Mechanism model;
  MechanismSetup setup;
  GraphScope scope;
  Lagrangian lagrangian;
  LagrangeEquations eq;

  explicit Traced(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        setup(model),
        scope(*model.graph),
        lagrangian(traced_lagrangian(setup.trace_input())),
        eq(has_quaternions(model) ? traced_equations(setup.trace_input(), lagrangian) : derive_lagrange(lagrangian)) {}

  std::size_t row(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(eq.rows.names, name) - eq.rows.names.begin());
  }
  Expr let(const std::string& name) const {
    for (const auto& [known, value] : lagrangian.lets)
      if (known == name) return value;
    ADD_FAILURE() << name << " is not named";
    return {};
  }
  /// Is e proved to be what the text says?
  ::testing::AssertionResult is(Expr e, const std::string& text) const {
    const Expr wanted = parse_expression(text, WordsOf(model), {"closed form", 1, 1});
    if (compare_values(e, wanted).verdict == Verdict::proved) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << to_text(e) << " instead of " << text;
  }
};

inline const char* const four_bar = R"toml(
space = "planar"
[parameters]
a = 0.1
b = 0.35
c = 0.25
d = 0.3
w = 5
k = 2
e = 0.3
[body.crank]
mass = 0.5
center = ["a/2", 0]
inertia = 4e-4
points.tip = ["a", 0]
[body.coupler]
mass = 1.2
center = ["b/2", 0.04]
inertia = 0.013
points.tip = ["b", 0]
[body.rocker]
mass = 0.9
center = ["c/2", 0]
inertia = 5e-3
points.tip = ["c", 0]
[joint.O]
type = "revolute"
bodies = ["ground", "crank"]
motion = "w*t + 0.1*t^2"
[joint.A]
type = "revolute"
bodies = ["crank", "coupler"]
at = ["crank.tip", [0, 0]]
start = "60 deg"
[joint.C]
type = "revolute"
bodies = ["ground", "rocker"]
at = [["d", 0], [0, 0]]
start = "100 deg"
[joint.B]
type = "revolute"
bodies = ["coupler", "rocker"]
at = ["coupler.tip", "rocker.tip"]
start = "40 deg"
cut = true
stiffness = "k"
rest = 0.5
damping = "e"
effort = "3*sin(t)"
[outputs]
moment = "O.effort"
turn = "B"
)toml";

}  // namespace alembert
