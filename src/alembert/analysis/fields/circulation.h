/// The work of a force field round places where it is not defined.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Where a field is not defined: where `of` is zero, or where it compares with zero otherwise.
struct Hole {
  Expr of;
  const char* relation = "=";  ///< "=", "<" under roots, "<=" in logarithms and under inverse roots
};

/// Where the field may be undefined: denominators, and what stands under roots and logarithms. Each holds some of `q`;
/// those that are never so are left out.
std::vector<Hole> holes_of(std::span<const Expr> force, std::span<const Expr> q);

/// The work once round a small circle in the plane of two coordinates.
struct Circulation {
  std::vector<double> center;         ///< [q] where the field is not defined
  std::size_t first = 0, second = 0;  ///< of the coordinates, the circle turns from the first to the second
  double work = 0.0;
};

/// Looks for zeros of `holes`, starting at random places (seeded), and for a circle round one of them on which
/// the field is finite and smooth and does work; parameters have the model's values, or 1. Empty where none is found,
/// which proves nothing.
std::optional<Circulation> find_circulation(std::span<const Expr> force, std::span<const Expr> q,
                                            std::span<const Hole> holes);

}  // namespace alembert
