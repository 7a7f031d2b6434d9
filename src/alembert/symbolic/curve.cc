#include "alembert/symbolic/curve.h"

#include <algorithm>
#include <functional>

#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

Expr one() { return Expr::from_id(1); }

/// What holds on the line between the points i and i + 1.
struct Line {
  Line(const CurveArguments& call, std::size_t i)
      : x0(call.point_x(i)),
        y0(call.point_y(i)),
        length(call.point_x(i + 1) - x0),
        slope((call.point_y(i + 1) - y0) / length),
        share((call.x - x0) / length) {}

  Expr x0, y0, length, slope;
  Expr share;  ///< 0 at the first point, 1 at the second
};

/// Segment by segment, chosen by comparisons; `part` gives what holds in a segment.
Expr by_segments(const CurveArguments& call, std::size_t first, std::size_t last,
                 const std::function<Expr(std::size_t segment)>& part) {
  if (first == last) return part(first);
  const std::size_t middle = first + (last - first) / 2;
  return select(less(call.x, call.point_x(middle)), by_segments(call, first, middle, part),
                by_segments(call, middle + 1, last, part));
}

/// 1 where coordinate i is the k-th formula, else 0.
Expr is_formula(const Curve::Column& column, std::size_t i, std::size_t k) {
  return column.has_formula(i) && static_cast<std::size_t>(column.formula[i]) == k ? one() : Expr();
}

std::size_t segment_of(const Curve& curve, const Rational& x) {
  const std::vector<Rational>& points = curve.x().exact;
  return static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), x) - points.begin());
}

}  // namespace

void Curve::append(Column& column, const Rational& coordinate) {
  column.exact.push_back(coordinate);
  column.nearest.push_back(coordinate.to_double());
  if (!column.formula.empty()) column.formula.push_back(-1);
}

void Curve::append(Column& column, Expr coordinate) {
  if (coordinate.is_number()) return append(column, coordinate.number());
  column.formula.resize(column.exact.size(), -1);
  append(column, Rational());
  const auto known = std::ranges::find_if(formulas_, [&](Expr e) { return identical(e, coordinate); });
  const auto index = static_cast<std::int32_t>(known - formulas_.begin());
  if (known == formulas_.end()) formulas_.push_back(coordinate);
  if (column.formula.size() < column.exact.size())
    column.formula.push_back(index);
  else
    column.formula.back() = index;
}

void Curve::compare_with_first() {
  const std::size_t i = size() - 1;
  const auto formula = [&](std::size_t point) { return y_.formula.empty() ? -1 : y_.formula[point]; };
  constant_ = constant_ && y_.exact[i] == y_.exact[0] && formula(i) == formula(0);
}

void Curve::add(const Rational& x, const Rational& y) {
  append(x_, x);
  append(y_, y);
  compare_with_first();
}

void Curve::add(Expr x, Expr y) {
  append(x_, x);
  append(y_, y);
  compare_with_first();
}

Expr add_curve(Curve curve) { return Graph::current().add_curve(std::make_shared<const Curve>(std::move(curve))); }

const std::shared_ptr<const Curve>& curve_of(Expr curve) {
  const Graph& graph = Graph::current();
  return graph.curve(graph.node(curve.id()));
}

CurveArguments::CurveArguments(std::span<const Expr> args)
    : curve(*curve_of(args[0])), x(args[1]), formulas(args.subspan(2)) {}

Expr CurveArguments::coordinate(const Curve::Column& column, std::size_t i) const {
  if (column.has_formula(i)) return formulas[static_cast<std::size_t>(column.formula[i])];
  return Expr(column.exact[i]);
}

namespace {

Expr call(Op op, Expr curve, Expr x) {
  std::vector<Expr> args{curve, x};
  const std::vector<Expr>& formulas = curve_of(curve)->formulas();
  args.insert(args.end(), formulas.begin(), formulas.end());
  return build(op, args);
}

}  // namespace

Expr value_on(Expr curve, Expr x) { return call(Op::table, curve, x); }
Expr slope_on(Expr curve, Expr x) { return call(Op::table_slope, curve, x); }

OwnFunction curve_function(Expr curve) {
  return [curve](Expr x, int order) {
    return order == 0 ? value_on(curve, x) : order == 1 ? slope_on(curve, x) : Expr();
  };
}

Expr build_table(Op op, std::span<const Expr> args) {
  const CurveArguments call(args);
  const bool of_slope = op == Op::table_slope;
  if (call.curve.constant()) return of_slope ? Expr() : call.point_y(0);
  if (!call.x.is_number() || !call.formulas.empty()) return Graph::current().intern(op, args);
  const std::size_t segment = segment_of(call.curve, call.x.number());
  const bool beyond = segment == 0 || segment == call.curve.size();
  if (beyond) return of_slope ? Expr() : call.point_y(segment == 0 ? 0 : segment - 1);
  const Line line(call, segment - 1);
  return of_slope ? line.slope : line.y0 + line.slope * (call.x - line.x0);
}

Expr table_by_formula(std::span<const Expr> args, std::size_t k) {
  const CurveArguments call(args);
  const Curve::Column &x = call.curve.x(), &y = call.curve.y();
  return by_segments(call, 0, call.curve.size(), [&](std::size_t segment) -> Expr {
    if (segment == 0) return is_formula(y, 0, k);
    if (segment == call.curve.size()) return is_formula(y, segment - 1, k);
    // y = y0 + slope (x - x0): moving a point up lifts its end of the line, moving it along x lowers it by the slope.
    const Line line(call, segment - 1);
    const Expr first = is_formula(y, segment - 1, k) - line.slope * is_formula(x, segment - 1, k);
    const Expr second = is_formula(y, segment, k) - line.slope * is_formula(x, segment, k);
    return first * (one() - line.share) + second * line.share;
  });
}

Expr table_slope_by_formula(std::span<const Expr> args, std::size_t k) {
  const CurveArguments call(args);
  const Curve::Column &x = call.curve.x(), &y = call.curve.y();
  return by_segments(call, 0, call.curve.size(), [&](std::size_t segment) -> Expr {
    if (segment == 0 || segment == call.curve.size()) return {};
    const Line line(call, segment - 1);
    const Expr rise = is_formula(y, segment, k) - is_formula(y, segment - 1, k);
    const Expr run = is_formula(x, segment, k) - is_formula(x, segment - 1, k);
    return (rise - line.slope * run) / line.length;
  });
}

}  // namespace alembert
