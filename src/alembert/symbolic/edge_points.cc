#include "alembert/symbolic/edge_points.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/sample_points.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_edges = 60;
constexpr std::size_t most_points_of_table = 16;
constexpr std::size_t plain_points = 48;  // whole numbers and halves
constexpr std::size_t most_symbols = 8;   // along which lines are looked at
constexpr std::size_t most_stops = 40;    // on one line
constexpr double nearly = 1e-6, to_the_last_digits = 1e-13;

/// The fraction with the smallest denominator that is so close to x, relatively, by its continued fraction.
Rational short_fraction(double x, double tolerance) {
  constexpr double most_denominator = 1e7, largest = 1e15;
  double rest = x, numerator = 1.0, denominator = 0.0, last_numerator = 0.0, last_denominator = 1.0;
  for (;;) {
    const double whole = std::floor(rest);
    const double next_numerator = whole * numerator + last_numerator;
    const double next_denominator = whole * denominator + last_denominator;
    if (!(next_denominator <= most_denominator) || !(std::abs(next_numerator) < largest))
      return Rational::from_double(x);
    last_numerator = numerator;
    last_denominator = denominator;
    numerator = next_numerator;
    denominator = next_denominator;
    if (std::abs(numerator / denominator - x) <= tolerance * std::max(1.0, std::abs(x)))
      return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
    rest = 1.0 / (rest - whole);
  }
}

/// Where edges are evaluated along a line: closely around zero, on no short fractions, and in powers of ten beyond.
const std::vector<double>& line_grid() {
  static const std::vector<double> values = [] {
    constexpr int steps = 32;
    constexpr double step = 0.25, shift = 0.37;
    std::vector<double> list;
    for (int k = -steps; k < steps; ++k) list.push_back((k + shift) * step);
    for (double far = 12.718281828459; far < 1e10; far *= 10.0) list.insert(list.end(), {-far, far});
    for (double near = 0.012718281828459; near > 1e-7; near /= 10.0) list.insert(list.end(), {-near, near});
    std::ranges::sort(list);
    return list;
  }();
  return values;
}

/// One edge along the line through a point on which one symbol varies.
class EdgeLine {
 public:
  EdgeLine(TapeMachine<double>& edge, std::span<const Rational> base, std::size_t varied)
      : edge_(edge), varied_(varied) {
    for (const Rational& value : base) in_.push_back(value.to_double());
  }

  /// Adds values of the varied symbol where the edge is zero or touches it.
  void find(std::vector<Rational>& stops) {
    const std::vector<double>& grid = line_grid();
    std::vector<double> values;
    for (const double x : grid) values.push_back(at(x));
    for (std::size_t i = 0; i + 1 < values.size() && stops.size() < most_stops; ++i) {
      const double here = values[i], next = values[i + 1];
      if (here == 0.0 && next != 0.0) stops.push_back(short_fraction(grid[i], to_the_last_digits));
      if (here * next < 0.0) stops.push_back(root(grid[i], grid[i + 1]));
      const double before = i > 0 ? values[i - 1] : 0.0;
      if (before * here <= 0.0 || here * next <= 0.0) continue;
      if (std::abs(here) < std::abs(before) && std::abs(here) <= std::abs(next))
        look_between(grid[i - 1], grid[i + 1], here, stops);
    }
  }

 private:
  double at(double x) {
    double value = 0.0;
    in_[varied_] = x;
    edge_.run(in_, {&value, 1});
    return value;
  }

  Rational root(double low, double high) {
    const double at_low = at(low);
    constexpr int most_halvings = 200;
    for (int k = 0; k < most_halvings; ++k) {
      const double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      const double value = at(middle);
      if (value == 0.0) return short_fraction(middle, to_the_last_digits);
      (value * at_low > 0.0 ? low : high) = middle;
    }
    return short_fraction(low, to_the_last_digits);
  }

  /// The place nearest to zero between two that are further away than one between them, where the edge is `inside`.
  void look_between(double left, double right, double inside, std::vector<Rational>& stops) {
    double low = left, high = right;
    constexpr int most_steps = 60;
    for (int k = 0; k < most_steps; ++k) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      const double at_a = at(a), at_b = at(b);
      if (at_a * inside < 0.0 || at_b * inside < 0.0) {
        const double beyond = at_a * inside < 0.0 ? a : b;
        stops.push_back(root(left, beyond));
        stops.push_back(root(beyond, right));
        return;
      }
      const bool rises = std::abs(at_a) < std::abs(at_b);
      (rises ? high : low) = rises ? b : a;
    }
    stops.push_back(short_fraction(low, nearly));
  }

  TapeMachine<double>& edge_;
  std::size_t varied_;
  std::vector<double> in_;
};

/// Where some edge is zero or touches it on that line, in order.
std::vector<Rational> stops_on_line(std::vector<TapeMachine<double>>& edges, std::span<const Rational> base,
                                    std::size_t varied) {
  std::vector<Rational> stops;
  for (TapeMachine<double>& edge : edges) EdgeLine(edge, base, varied).find(stops);
  std::sort(stops.begin(), stops.end());
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  return stops;
}

/// Whole numbers and halves, one of two like one before it.
std::vector<Rational> plain_point(std::size_t symbols, Random& random) {
  constexpr std::int64_t most = 6;  // halves
  std::vector<Rational> point;
  const std::int64_t denominator = random.bits() % 2 == 0 ? 1 : 2;
  for (std::size_t i = 0; i < symbols; ++i) {
    const auto halves = static_cast<std::int64_t>(random.bits() % (2 * most + 1)) - most;
    if (i > 0 && random.bits() % 4 == 0)
      point.push_back(point[random.bits() % i]);
    else
      point.push_back(random.bits() % 2 == 0 ? Rational(halves, denominator) : Rational(halves / 2));
  }
  return point;
}

void add_line(std::vector<std::vector<Rational>>& result, const std::vector<Rational>& base, std::size_t varied,
              const std::vector<Rational>& stops) {
  const auto add = [&](const Rational& value) {
    std::vector<Rational> point = base;
    point[varied] = value;
    result.push_back(std::move(point));
  };
  if (stops.empty()) return;
  add(stops.front() - 1);
  for (std::size_t i = 0; i < stops.size(); ++i) {
    add(stops[i]);
    add(i + 1 < stops.size() ? (stops[i] + stops[i + 1]) * Rational(1, 2) : stops[i] + 1);
  }
}

}  // namespace

std::vector<Expr> edges_of(std::span<const Expr> formulas) {
  std::vector<Expr> edges;
  const auto add = [&](Expr e) {
    const bool known = std::ranges::any_of(edges, [&](Expr other) { return identical(e, other); });
    if (!e.is_number() && !known && edges.size() < most_edges) edges.push_back(e);
  };
  for (const Expr e : Walk(formulas)) {
    switch (e.op()) {
      case Op::abs:
      case Op::sign:
      case Op::power: add(e.args()[0]); break;
      case Op::floor: add(sin(Expr::pi() * e.args()[0])); break;
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::less_equal: add(e.args()[0] - e.args()[1]); break;
      case Op::atan2: add(e.args()[1]); break;
      case Op::log: add(e.args()[0]); break;
      case Op::asin:
      case Op::acos:
        add(e.args()[0] - Expr::one());
        add(e.args()[0] + Expr::one());
        break;
      case Op::table:
      case Op::table_slope: {
        const CurveArguments call(e.args());
        for (std::size_t i = 0; i < std::min(call.curve.size(), most_points_of_table); ++i)
          add(call.x - call.point_x(i));
        break;
      }
      default: break;
    }
  }
  return edges;
}

std::vector<std::vector<Rational>> edge_points(std::span<const Expr> edges, std::span<const Expr> symbols,
                                               std::size_t most) {
  Random random(20240301);
  std::vector<std::vector<Rational>> result;
  for (const int same : {0, 1, -1}) result.emplace_back(symbols.size(), Rational(same));
  for (std::size_t k = 0; k < plain_points; ++k) result.push_back(plain_point(symbols.size(), random));
  if (edges.empty()) return result;
  std::vector<TapeMachine<double>> machines;
  for (const Expr edge : edges) machines.emplace_back(Tape(symbols, {&edge, 1}));
  SamplePoints own(symbols);
  const std::array<std::vector<Rational>, 4> bases{own.next(), plain_point(symbols.size(), random), own.next(),
                                                   plain_point(symbols.size(), random)};
  for (const std::vector<Rational>& base : bases)
    for (std::size_t s = 0; s < std::min(symbols.size(), most_symbols); ++s)
      if (result.size() < most) add_line(result, base, s, stops_on_line(machines, base, s));
  return result;
}

std::vector<std::vector<Rational>> power_points(std::span<const Expr> formulas, std::span<const Expr> symbols) {
  std::vector<Expr> exponents;
  for (const Expr e : Walk(formulas))
    if (e.op() == Op::power && !e.args()[1].is_number()) exponents.push_back(e.args()[1]);
  if (exponents.empty()) return {};
  const Walk in_exponents(exponents);
  static const std::array<Rational, 8> powers{Rational(1, 2), 2, Rational(3, 2), 1, Rational(-1, 2), -2, -1,
                                              Rational(1, 4)};
  static const std::array<Rational, 8> bases{-1, -2, Rational(-1, 2), -3, Rational(-5, 2), 2, Rational(1, 2), 3};
  constexpr std::size_t count = 120;
  Random random(19);
  std::vector<std::vector<Rational>> result;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<Rational>& point = result.emplace_back();
    for (const Expr s : symbols) {
      const bool is_power = in_exponents.has(s);
      point.push_back((is_power ? powers : bases)[random.bits() % powers.size()]);
    }
  }
  return result;
}

}  // namespace alembert
