#include <cmath>
#include <cstdio>

#include "bench.h"

namespace alembert::bench {

double Agreement::demand(const std::string& what, std::span<const double> values, std::span<const double> expected,
                         double tolerance) {
  double difference = values.size() == expected.size() ? 0.0 : INFINITY;
  double scale = 0.0;
  for (std::size_t i = 0; i < std::min(values.size(), expected.size()); ++i) {
    const double d = std::abs(values[i] - expected[i]);
    difference = std::isnan(d) ? INFINITY : std::max(difference, d);
    scale = std::max(scale, std::abs(expected[i]));
  }
  const double relative = difference == 0.0 ? 0.0 : difference / scale;
  if (!(relative <= tolerance)) {
    ++disagreements_;
    std::printf("DISAGREEMENT: %s: relative difference %.3g, allowed %.3g\n", what.c_str(), relative, tolerance);
  }
  return relative;
}

void Agreement::demand(const std::string& what, bool holds) {
  if (holds) return;
  ++disagreements_;
  std::printf("DISAGREEMENT: %s\n", what.c_str());
}

Json json_of(const Samples& samples) {
  return {{"minimum", samples.minimum()}, {"median", samples.median()}, {"repetitions", samples.count()}};
}

}  // namespace alembert::bench
