/// Moving along constraint rows for a while, there and back.
#pragma once
#include <optional>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

/// A configuration and a time.
struct FlowPlace {
  std::vector<double> q;
  double t = 0.0;
};

/// A motion of some length along a field of allowed motions.
struct Flow {
  std::vector<double> direction;  ///< [motions + 1] what the field is the allowed part of; last: scaled time
  double length = 0.0;            ///< scaled; negative runs back
  double way = 0.0;               ///< scaled distance between its ends
  FlowPlace end;

  Flow back() const { return {direction, -length, way, {}}; }
};

/// The fields  x = w s + A^+ (b s' - A w s),  t' = s'  of rows A x = b: the part of a constant direction (w, s') that
/// the rows allow. Tangent vectors have motions() + 1 numbers, the last the scaled time; it stays zero for rows that do
/// not depend on time.
class AllowedFlow {
 public:
  /// `rows` are independent around q; they and the constraints must outlive this.
  AllowedFlow(const ScaledConstraints& constraints, std::span<const int> rows, double t, std::span<const double> q);

  std::size_t size() const { return motions_ + 1; }
  /// Multiplications for one flow.
  double cost() const;

  /// A basis [size x k] of all motions that the rows allow at a place, with time as the last of them if rows depend on
  /// it. Empty where the rows are not numbers.
  std::vector<double> allowed(const FlowPlace& at) const;
  /// Motions [motions] that the rows demand when the scaled time passes at rate 1 and nothing else is asked for.
  std::vector<double> drift(const FlowPlace& at) const;

  /// A random direction, followed as far as that can be done to 1e-8; nothing where even short ways cannot.
  std::optional<Flow> random_flow(const FlowPlace& from, Random& random) const;
  FlowPlace run(const FlowPlace& from, const Flow& flow) const;

  FlowPlace step(const FlowPlace& from, std::span<const double> x) const;
  void difference(const FlowPlace& from, const FlowPlace& to, std::span<double> x) const;

 private:
  FlowPlace run(const FlowPlace& from, std::span<const double> direction, double length, int steps) const;
  /// Rates of q and t; not a number where the rows are none or depend on each other.
  void field(const FlowPlace& at, std::span<const double> direction, FlowPlace& rate) const;
  /// Puts the smallest solution of A x = y in place of x.
  void smallest(std::span<const double> y, std::span<double> x) const;

  const ScaledConstraints* constraints_;
  std::span<const int> rows_;
  std::size_t motions_;
  bool rheonomic_ = false;
  double time_scale_ = 1.0;
  mutable std::vector<double> A_, b_, gram_, x_;
};

}  // namespace alembert
