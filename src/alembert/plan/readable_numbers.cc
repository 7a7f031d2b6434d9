#include "alembert/plan/readable_numbers.h"

#include <algorithm>

#include "alembert/spatial/rotations.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

bool is_number_alone(Expr e) {
  const Walk walk(std::span(&e, 1));
  return std::ranges::all_of(walk, [](Expr part) { return !part.is_symbol() || part.kind() == SymbolKind::constant; });
}

/// An element of a rotation that is a number: 0 and 1 but for rounding are exact.
Expr cosine(Expr e) {
  if (!e.is_number()) return e;
  const double value = e.number().to_double(), exact = without_rounding(value);
  return exact == value ? e : Expr(exact);
}

}  // namespace

void ReadableNumbers::tidy(Expr& e) const {
  constexpr std::size_t most_digits = 18;
  const bool short_enough = e.is_number() && e.number().text().size() <= most_digits;
  if (!short_enough && is_number_alone(e)) e = Expr(real_(e));
}

void ReadableNumbers::tidy(Vec3<Expr>& a) const {
  for (Expr* e : {&a.x, &a.y, &a.z}) tidy(*e);
}

void ReadableNumbers::tidy(Sym3<Expr>& a) const {
  for (Expr* e : {&a.xx, &a.yy, &a.zz, &a.xy, &a.xz, &a.yz}) tidy(*e);
}

void ReadableNumbers::tidy(Transform<Expr>& X) const {
  for (Vec3<Expr>* row : {&X.R.r0, &X.R.r1, &X.R.r2})
    for (Expr* e : {&row->x, &row->y, &row->z}) {
      tidy(*e);
      *e = cosine(*e);
    }
  tidy(X.p);
}

void ReadableNumbers::tidy(Inertia<Expr>& i) const {
  tidy(i.m);
  tidy(i.h);
  tidy(i.I);
}

}  // namespace alembert
