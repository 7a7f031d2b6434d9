#include "simulate_curves.h"

#include <cmath>
#include <cstdio>

namespace alembert::bench {
namespace {

constexpr int least_repetitions = 5;
constexpr double point_budget = 0.2;  ///< [s] of work for one point, but for the least repetitions

struct Taken {
  std::vector<double> end;
  double seconds = 0.0;
};
Taken take(const Motion& run, double accuracy) {
  const double began = cpu_seconds();
  Taken taken{run(accuracy), 0.0};
  taken.seconds = cpu_seconds() - began;
  return taken;
}

/// The points that no other one of the curve beats in error and in time, the largest error first.
std::vector<const CurvePoint*> front(const Curve& curve) {
  std::vector<const CurvePoint*> sorted, best;
  for (const CurvePoint& point : curve.points) sorted.push_back(&point);
  std::sort(sorted.begin(), sorted.end(), [](const CurvePoint* a, const CurvePoint* b) { return a->error < b->error; });
  for (const CurvePoint* point : sorted)
    if (best.empty() || point->cpu.minimum() < best.back()->cpu.minimum()) best.push_back(point);
  return {best.rbegin(), best.rend()};
}

std::optional<double> time_on(const Curve& curve, double error) {
  const std::vector<const CurvePoint*> points = front(curve);
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k]->error > error) continue;
    const double fine = points[k]->cpu.minimum();
    if (k == 0) return fine;
    const double coarse = points[k - 1]->cpu.minimum();
    const double share = std::log(error / points[k - 1]->error) / std::log(points[k]->error / points[k - 1]->error);
    return coarse * std::pow(fine / coarse, share);
  }
  return {};
}

}  // namespace

std::vector<double> powers_of_ten(int from, int to) {
  std::vector<double> result;
  for (int power = from; power <= to; ++power) result.push_back(std::pow(10.0, -power));
  return result;
}

double error_at_end(const std::vector<double>& end, const std::vector<double>& truth) {
  if (end.size() != truth.size()) return INFINITY;
  double error = 0.0;
  for (const std::size_t half : {std::size_t{0}, truth.size() / 2}) {
    double size = 0.0, off = 0.0;
    for (std::size_t i = half; i < half + truth.size() / 2; ++i) {
      const double d = std::abs(end[i] - truth[i]);
      size = std::max(size, std::abs(truth[i]));
      off = std::isnan(d) ? INFINITY : std::max(off, d);
    }
    error = std::max(error, off / size);
  }
  return error;
}

void measure_curves(std::vector<Curve>& curves, const std::vector<double>& truth, double most_seconds) {
  for (Curve& curve : curves)
    for (const double accuracy : curve.accuracies) {
      const Taken taken = take(curve.run, accuracy);
      if (taken.seconds > most_seconds) break;
      if (taken.end.empty()) continue;
      curve.points.push_back({accuracy, error_at_end(taken.end, truth), {}});
    }
  for (int round = 0; round < repetitions; ++round)
    for (Curve& curve : curves)
      for (CurvePoint& point : curve.points)
        if (round < least_repetitions || point.cpu.total() < point_budget)
          point.cpu.add(take(curve.run, point.accuracy).seconds);
}

std::optional<Needed> time_needed(const std::vector<const Curve*>& curves, double error) {
  std::optional<Needed> best;
  for (const Curve* curve : curves)
    if (const std::optional<double> seconds = time_on(*curve, error); seconds && (!best || *seconds < best->seconds))
      best = {*seconds, curve->name};
  return best;
}

void print_curves(const std::vector<Curve>& curves) {
  std::printf("%-30s %8s %9s %11s %11s %4s\n", "", "asked", "error", "min ms", "median ms", "runs");
  for (const Curve& curve : curves) {
    if (curve.points.empty()) std::printf("%-30s does not come to the end\n", curve.name.c_str());
    for (const CurvePoint& point : curve.points)
      std::printf("%-30s %8.0e %9.1e %11.3f %11.3f %4d\n", curve.name.c_str(), point.accuracy, point.error,
                  1e3 * point.cpu.minimum(), 1e3 * point.cpu.median(), point.cpu.count());
  }
}

Json json_of(const std::vector<Curve>& curves) {
  Json result = Json::array();
  for (const Curve& curve : curves) {
    Json points = Json::array();
    for (const CurvePoint& point : curve.points)
      points.push_back({{"accuracy", point.accuracy}, {"error", point.error}, {"cpu", json_of(point.cpu)}});
    result.push_back({{"name", curve.name}, {"points", points}});
  }
  return result;
}

}  // namespace alembert::bench
