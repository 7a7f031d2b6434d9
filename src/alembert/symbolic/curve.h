/// Functions given by points, as tables of model files are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/symbolic/parse.h"

namespace alembert {

/// Points of a function of one number, x strictly rising: straight lines join them, and beyond the first and the last
/// one it is constant. Its slope at a point is that of the line above it.
///
/// A coordinate is a number or a formula in parameters. The formulas stand once in `formulas()`; whoever calls the
/// curve gives their values. A curve that stands in a graph does not change; all tapes that call it share it.
///
/// Segments are numbered by how many points are at or below an argument: 0 is below the first point, s lies between the
/// points s - 1 and s, size() begins at the last one.
class Curve {
 public:
  /// One coordinate of all points.
  struct Column {
    std::vector<Rational> exact;        ///< 0 where a formula stands
    std::vector<double> nearest;        ///< the same as doubles
    std::vector<std::int32_t> formula;  ///< [point] index into formulas(), or -1; empty when all are numbers

    bool has_formula(std::size_t point) const { return !formula.empty() && formula[point] >= 0; }
  };

  explicit Curve(std::string name) : name_(std::move(name)) {}

  void add(const Rational& x, const Rational& y);
  void add(Expr x, Expr y);  ///< of the current graph

  const std::string& name() const { return name_; }  ///< as formulas write it
  std::size_t size() const { return x_.exact.size(); }
  const Column& x() const { return x_; }
  const Column& y() const { return y_; }
  const std::vector<Expr>& formulas() const { return formulas_; }
  /// Whether all y are the same.
  bool constant() const { return constant_; }

 private:
  void append(Column& column, Expr coordinate);
  void append(Column& column, const Rational& coordinate);
  void compare_with_first();

  std::string name_;
  Column x_, y_;
  std::vector<Expr> formulas_;
  bool constant_ = true;
};

/// The curve as a part of formulas of the current graph, without arguments and without a value of its own: what the
/// functions below call. At least one point.
Expr add_curve(Curve curve);
/// What add_curve() was given.
const std::shared_ptr<const Curve>& curve_of(Expr curve);

/// The curve's value, and its slope, at x. Where all points and x are numbers the result is one, exactly.
Expr value_on(Expr curve, Expr x);
Expr slope_on(Expr curve, Expr x);

/// The same as a function of the expression language: its value for order 0, its slope for 1, zero above.
OwnFunction curve_function(Expr curve);

/// A call, as nodes Op::table and Op::table_slope hold it: (curve, x, values of the curve's formulas).
struct CurveArguments {
  explicit CurveArguments(std::span<const Expr> args);

  Expr point_x(std::size_t i) const { return coordinate(curve.x(), i); }
  Expr point_y(std::size_t i) const { return coordinate(curve.y(), i); }

  const Curve& curve;
  Expr x;
  std::span<const Expr> formulas;

 private:
  Expr coordinate(const Curve::Column& column, std::size_t i) const;
};

/// build() of these two nodes.
Expr build_table(Op op, std::span<const Expr> args);
/// Derivative of a call by the value of its k-th formula.
Expr table_by_formula(std::span<const Expr> args, std::size_t k);
Expr table_slope_by_formula(std::span<const Expr> args, std::size_t k);

}  // namespace alembert
