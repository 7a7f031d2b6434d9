/// Helpers for tests that read mechanisms from text.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/model/reals.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
#include "bad_files.h"

namespace alembert {

inline Mechanism read_mechanism_text(const std::string& text) { return read_mechanism(parse_toml(text, "m.toml")); }

inline std::string text_of(const Mechanism& model, Expr e) {
  const GraphScope scope(*model.graph);
  return to_text(e);
}

/// The number behind a formula in parameters.
inline double number_of(const Mechanism& model, Expr e) { return NumberReals(model)(e); }

inline std::vector<double> numbers_of(const Mechanism& model, const Vec3<Expr>& v) {
  return {number_of(model, v.x), number_of(model, v.y), number_of(model, v.z)};
}

/// A symbol of the motion with its value.
struct SymbolValue {
  std::string name;
  int order;
  double value;
};

/// The value of a formula of the motion.
inline double value_of(const Mechanism& model, Expr e, const std::vector<SymbolValue>& at) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> symbols;
  std::vector<double> values, result(1);
  for (const SymbolValue& s : at) {
    symbols.push_back(Expr::symbol(s.name, SymbolKind::coordinate, s.order));
    values.push_back(s.value);
  }
  const std::vector<Expr> formulas{e};
  TapeMachine<double>(Tape(symbols, formulas)).run(values, result);
  return result[0];
}

/// The part with this name.
template <class Part>
const Part& named(const std::vector<Part>& parts, const std::string& name) {
  for (const Part& part : parts)
    if (part.name == name) return part;
  ADD_FAILURE() << "no part named " << name;
  return parts.front();
}

inline void expect_error(const BadFile& bad) {
  expect_error(bad, "m.toml", [&] { return read_mechanism_text(bad.text); });
}

}  // namespace alembert
