/// From a file to results: the one facade that the command line and other front ends call.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/analysis/certificate.h"
#include "alembert/analysis/derivation.h"
#include "alembert/analysis/evaluate.h"
#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {

/// A model with its equations, which are derived when first asked for. Every method throws Error on bad input.
class Workbench {
 public:
  /// Reads the model. Each of `settings` is "name=value" and changes a parameter (to a number, an expression in other
  /// parameters or a number with a unit) or an input (to an expression in t and parameters).
  explicit Workbench(const std::filesystem::path& file, std::span<const std::string> settings = {});

  const Lagrangian& model() const { return model_; }
  /// The simplified equations.
  const LagrangeEquations& equations();

  /// The state that is the model's start, changed by lists from the command line: "0.1,0.2" in the order of the
  /// coordinates, or "th=0.1,x=2" over the start. Values are expressions in parameters. Empty text changes nothing.
  Point point(const std::string& q, const std::string& v, double t) const;
  /// Changes `values`, one per coordinate, by such a list; `order` counts the time derivatives of what is listed (for
  /// units and names; -1 for forces), `option` is named in errors.
  void change(std::vector<double>& values, const std::string& text, const std::string& option, int order) const;

  /// A formula in the model's symbols: parameters, inputs, coordinates with any number of primes, t, [let] names,
  /// outputs, T, V, L, and the derived M[i,j], C[i,j], Gamma[i,j,k], g[i], r[i], Q[i], equation[i] by name or number.
  Expr formula(const std::string& text, const std::string& what);

  Derivation derive(bool numeric) const { return alembert::derive(model_, numeric); }
  Comparison prove(const std::string& left, const std::string& right);
  Evaluation evaluate(const EvaluateOptions& options) { return Evaluator(model_, equations()).at(options); }
  Certificate check(const CertifyOptions& options) { return certify(model_, equations(), options); }

 private:
  Lagrangian model_;
  std::optional<LagrangeEquations> equations_;
};

}  // namespace alembert
