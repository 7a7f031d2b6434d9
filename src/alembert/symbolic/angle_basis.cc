#include "alembert/symbolic/angle_basis.h"

#include <algorithm>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_angles = 200;          // beyond it the elimination would cost more than it saves
constexpr std::int64_t most_angle_multiple = 64;  // of a base angle in one angle

struct WrittenAngle {
  Expr angle;  ///< without its multiple of pi
  AngleTerms terms;
  Rational length;  ///< sum of |coefficient|
};

Expr angle_expression(const AngleTerms& terms) {
  std::vector<Expr> list;
  list.reserve(terms.size());
  for (const auto& [id, coefficient] : terms) list.push_back(scaled(Expr::from_id(id), coefficient));
  return sum(list);
}

/// All angles of a walk, the shortest first; of equals the first in canonical order.
std::vector<WrittenAngle> written_angles(const Walk& walk) {
  std::vector<WrittenAngle> list;
  for (const Expr e : walk) {
    if (e.op() != Op::sin && e.op() != Op::cos && e.op() != Op::tan) continue;
    WrittenAngle angle{{}, angle_terms(e.args()[0]), 0};
    if (angle.terms.empty()) continue;
    angle.angle = angle_expression(angle.terms);
    for (const auto& [id, coefficient] : angle.terms) angle.length += coefficient.abs();
    list.push_back(std::move(angle));
  }
  std::ranges::sort(list, [](const WrittenAngle& a, const WrittenAngle& b) {
    return a.length == b.length ? compare(a.angle, b.angle) < 0 : a.length < b.length;
  });
  const auto same = [](const WrittenAngle& a, const WrittenAngle& b) { return identical(a.angle, b.angle); };
  list.erase(std::unique(list.begin(), list.end(), same), list.end());
  return list;
}

}  // namespace

AngleTerms angle_terms(Expr angle) {
  AngleTerms terms;
  const auto add = [&](Expr e) {
    const Term term = split_coefficient(e);
    if (!identical(term.rest, Expr::pi())) terms[term.rest.id()] = term.coefficient;
  };
  if (angle.op() == Op::sum)
    for (const Expr a : angle.args()) add(a);
  else
    add(angle);
  return terms;
}

AngleBasis::AngleBasis(const Walk& walk) {
  const std::vector<WrittenAngle> list = written_angles(walk);
  const bool any_sum = std::ranges::any_of(list, [](const WrittenAngle& a) { return a.terms.size() > 1; });
  if (!any_sum || list.size() > most_angles) return;
  for (const WrittenAngle& a : list) {
    AngleTerms rest = a.terms;
    std::vector<Rational> parts = reduce(rest);
    if (!rest.empty()) {
      add(a.angle, std::move(rest), std::move(parts));
    } else if (!std::ranges::all_of(parts, [](const Rational& r) { return r.is_integer(); })) {
      *this = AngleBasis();
      return;
    }
  }
}

std::vector<Rational> AngleBasis::reduce(AngleTerms& terms) const {
  std::vector<Rational> parts(angles_.size());
  for (const Row& row : rows_) {
    const auto it = terms.find(row.pivot);
    if (it == terms.end()) continue;
    const Rational factor = it->second / row.terms.at(row.pivot);
    for (const auto& [id, coefficient] : row.terms) {
      Rational& value = terms[id];
      value += -(factor * coefficient);
      if (value.is_zero()) terms.erase(id);
    }
    for (std::size_t k = 0; k < row.parts.size(); ++k) parts[k] += factor * row.parts[k];
  }
  return parts;
}

void AngleBasis::add(Expr angle, AngleTerms rest, std::vector<Rational> parts) {
  // rest = angle - sum parts[k] angles_[k]
  for (Rational& p : parts) p = -p;
  parts.emplace_back(1);
  const std::uint32_t pivot = rest.begin()->first;
  angles_.push_back(angle);
  rows_.push_back({pivot, std::move(rest), std::move(parts)});
}

std::optional<std::vector<std::pair<std::size_t, std::int32_t>>> AngleBasis::combination(AngleTerms angle) const {
  const std::vector<Rational> parts = reduce(angle);
  if (!angle.empty()) return {};
  std::vector<std::pair<std::size_t, std::int32_t>> result;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto n = parts[k].to_int();
    if (!n || *n > most_angle_multiple || *n < -most_angle_multiple) return {};
    if (*n != 0) result.emplace_back(k, static_cast<std::int32_t>(*n));
  }
  return result;
}

}  // namespace alembert
