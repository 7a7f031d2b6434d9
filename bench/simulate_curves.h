/// Time against error: the same motion by several methods, each at a series of accuracies.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench.h"

namespace alembert::bench {

/// A whole motion at an accuracy: q, then v at the end, as many of each. Nothing where it fails.
using Motion = std::function<std::vector<double>(double accuracy)>;

struct CurvePoint {
  double accuracy = 0.0;  ///< asked for
  double error = 0.0;     ///< at the end, of q and of v, each in units of its largest
  Samples cpu;
};

struct Curve {
  std::string name;
  Motion run;
  std::vector<double> accuracies;  ///< the loosest first
  std::vector<CurvePoint> points{};
};

/// {1e-from, ..., 1e-to}
std::vector<double> powers_of_ten(int from, int to);

double error_at_end(const std::vector<double>& end, const std::vector<double>& truth);

/// Fills the points of all curves, which take turns. An accuracy at which a run fails is left out; a curve ends before
/// the first one at which it takes longer than most_seconds.
void measure_curves(std::vector<Curve>& curves, const std::vector<double>& truth, double most_seconds);

/// CPU time [s, minimum] that the fastest of the curves needs for an error, between its points along straight lines in
/// logarithms; nothing where none comes so close.
struct Needed {
  double seconds = 0.0;
  std::string by;  ///< name of the curve
};
std::optional<Needed> time_needed(const std::vector<const Curve*>& curves, double error);

void print_curves(const std::vector<Curve>& curves);
Json json_of(const std::vector<Curve>& curves);

}  // namespace alembert::bench
