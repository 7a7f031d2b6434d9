#include "alembert/model/lagrangian.h"

namespace alembert {
namespace {

std::vector<Expr> of_each(const Lagrangian& model, Expr Coordinate::*part) {
  std::vector<Expr> result;
  result.reserve(model.coordinates.size());
  for (const Coordinate& c : model.coordinates) result.push_back(c.*part);
  return result;
}

}  // namespace

std::vector<Expr> positions(const Lagrangian& model) { return of_each(model, &Coordinate::position); }
std::vector<Expr> rates(const Lagrangian& model) { return of_each(model, &Coordinate::rate); }
std::vector<Expr> accelerations(const Lagrangian& model) { return of_each(model, &Coordinate::acceleration); }

Expr multiplier_symbol(const std::string& constraint) {
  return Expr::symbol("lambda[" + constraint + "]", SymbolKind::state);
}

}  // namespace alembert
