#include "alembert/analysis/fields/force_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "alembert/analysis/fields/circulation.h"
#include "alembert/symbolic/antiderivative.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

/// A symbol that a field of q must not hold, if there is one.
std::optional<Expr> foreign_symbol(std::span<const Expr> force) {
  for (const Expr e : Walk(force)) {
    if (!e.is_symbol()) continue;
    const SymbolKind kind = e.kind();
    const bool position = kind == SymbolKind::coordinate && e.order() == 0;
    if (!position && kind != SymbolKind::parameter && kind != SymbolKind::constant) return e;
  }
  return {};
}

std::string six_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

}  // namespace

std::optional<Expr> jump_across(std::span<const Expr> force, std::span<const Expr> q) {
  for (std::size_t i = 0; i < force.size(); ++i)
    for (const Expr e : Walk(force.subspan(i, 1))) {
      const Op op = e.op();
      const bool jumps = op == Op::sign || op == Op::floor || op == Op::less || op == Op::less_equal ||
                         op == Op::select || op == Op::atan2 || op == Op::table_slope;
      if (!jumps) continue;
      for (std::size_t j = 0; j < q.size(); ++j)
        if (j != i && contains(e, q[j])) return e;
    }
  return {};
}

namespace {

/// A field without curl may still do work round places where it is not defined.
void look_at_holes(ForceField& field, std::span<const Expr> force, std::span<const Expr> q) {
  const std::vector<Hole> holes = q.size() < 2 ? std::vector<Hole>() : holes_of(force, q);
  if (holes.empty()) return;
  if (const auto found = find_circulation(force, q, holes)) {
    const auto place = [&](std::size_t i) {
      const double x = found->center[i];
      return to_text(q[i]) + " = " + six_digits(std::abs(x) < 1e-7 ? 0.0 : x);  // found by an iteration
    };
    field.verdict = ForceField::Verdict::not_conservative;
    field.note = "its curl is zero, but its work once round " + place(found->first) + ", " + place(found->second) +
                 ", where it is not defined, is " + six_digits(found->work);
    return;
  }
  field.verdict = ForceField::Verdict::piecewise;
  field.note = "it is not defined where " + to_text(holes.front().of) + " " + holes.front().relation +
               " 0, and its work round such places was not found";
}

}  // namespace

/// One coordinate after the other: what is left of F_i must not hold the earlier coordinates.
std::optional<Expr> find_potential(std::span<const Expr> force, std::span<const Expr> q) {
  Expr V;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Expr left = simplify(force[i] + derivative(V, q[i]));
    for (std::size_t j = 0; j < i; ++j)
      if (contains(left, q[j])) return {};
    const std::optional<Expr> part = antiderivative(left, q[i]);
    if (!part) return {};
    V -= *part;
  }
  V = simplify(V);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (prove_equal(force[i], -derivative(V, q[i])).verdict != Verdict::proved) return {};
  return V;
}

ForceField test_force_field(std::span<const Expr> force, std::span<const Expr> q) {
  ForceField field;
  if (const auto foreign = foreign_symbol(force)) {
    field.verdict = ForceField::Verdict::not_a_field;
    field.note = "depends on " + to_text(*foreign);
    return field;
  }
  bool proved = true;
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Comparison curl = compare_values(derivative(force[i], q[j]), derivative(force[j], q[i]));
      if (curl.verdict == Verdict::proved) continue;
      proved = false;
      if (curl.verdict != Verdict::refuted) continue;
      field.verdict = ForceField::Verdict::not_conservative;
      field.note = "d(force of " + to_text(q[i]) + ")/d" + to_text(q[j]) + " differs from d(force of " + to_text(q[j]) +
                   ")/d" + to_text(q[i]);
      return field;
    }
  if (const auto jump = jump_across(force, q)) {
    field.verdict = proved ? ForceField::Verdict::piecewise : ForceField::Verdict::undecided;
    field.note = "it may jump with " + to_text(*jump);
    return field;
  }
  field.potential = find_potential(force, q);
  if (field.potential || proved) field.verdict = ForceField::Verdict::conservative;
  if (field.potential) return field;
  field.note = "no potential found in closed form";
  if (proved) look_at_holes(field, force, q);
  return field;
}

}  // namespace alembert
