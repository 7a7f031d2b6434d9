/// Vectors that know their frame (spatial/tagged.h) against plain arrays of numbers.
#include <array>
#include <cstdio>
#include <memory>

#include "alembert/core/random.h"
#include "alembert/spatial/tagged.h"
#include "bench.h"
#include "turns.h"

namespace alembert::bench {
namespace {

constexpr std::size_t count = 500;  ///< vectors; all data fits into the first caches
constexpr double ratio_goal = 1.02;

struct World {};
struct Tool {};
using Raw = std::array<double, 3>;

// Same places in memory for all, so that only the code differs.
template <class A, class B>
struct alignas(4096) Arrays {
  std::array<A, count> a;
  std::array<B, count> b;
  std::array<A, count> c;
  std::array<double, count> x;
};
using RawArrays = Arrays<Raw, Raw>;
using PlainArrays = Arrays<Vec3<double>, Vec3<double>>;
using TaggedArrays = Arrays<Vector<double, World>, Vector<double, Tool>>;

// All do the same for each element: c = R b + a x (R b), x = a . c.
[[gnu::noinline]] void work(const std::array<double, 9>& R, RawArrays& arrays) {
  for (std::size_t i = 0; i < count; ++i) {
    const Raw &a = arrays.a[i], &b = arrays.b[i];
    const Raw r{R[0] * b[0] + R[1] * b[1] + R[2] * b[2], R[3] * b[0] + R[4] * b[1] + R[5] * b[2],
                R[6] * b[0] + R[7] * b[1] + R[8] * b[2]};
    const Raw c{r[0] + (a[1] * r[2] - a[2] * r[1]), r[1] + (a[2] * r[0] - a[0] * r[2]),
                r[2] + (a[0] * r[1] - a[1] * r[0])};
    arrays.c[i] = c;
    arrays.x[i] = a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
  }
}
template <class Turn, class A, class B>
[[gnu::noinline]] void work(const Turn& R, Arrays<A, B>& arrays) {
  for (std::size_t i = 0; i < count; ++i) {
    const A r = R * arrays.b[i];
    const A c = r + cross(arrays.a[i], r);
    arrays.c[i] = c;
    arrays.x[i] = dot(arrays.a[i], c);
  }
}

template <class Turn, class Memory>
class Side {
 public:
  Side(const Turn& R, const RawArrays& values) : R_(R), memory_(std::make_unique<Memory>()) {
    for (std::size_t i = 0; i < count; ++i) {
      const Raw &a = values.a[i], &b = values.b[i];
      memory_->a[i] = {a[0], a[1], a[2]};
      memory_->b[i] = {b[0], b[1], b[2]};
    }
  }
  void measure() { turns_.measure(samples); }
  std::span<const double> results() const { return memory_->x; }

  Samples samples;

 private:
  Turn R_;
  std::unique_ptr<Memory> memory_;
  Turns turns_{1, [this](std::size_t, double) {
                 work(R_, *memory_);
                 keep(*memory_);
                 return memory_->x[0];
               }};
};

}  // namespace

Json bench_tagged(Agreement& agreement) {
  Random random(3);
  const auto values = std::make_unique<RawArrays>();
  for (std::size_t i = 0; i < count; ++i)
    for (Raw* v : {&values->a[i], &values->b[i]})
      for (double& x : *v) x = random.uniform(-1.0, 1.0);
  const Mat3<double> R = rotation_rpy(0.3, -0.4, 0.5);
  const std::array<double, 9> numbers{R.r0.x, R.r0.y, R.r0.z, R.r1.x, R.r1.y, R.r1.z, R.r2.x, R.r2.y, R.r2.z};
  Side<Rotation<double, World, Tool>, TaggedArrays> tagged(Rotation<double, World, Tool>(R), *values);
  Side<Mat3<double>, PlainArrays> plain(R, *values);
  Side<std::array<double, 9>, RawArrays> raw(numbers, *values);
  while (raw.samples.wants_more(repetitions, repetition_budget)) {
    tagged.measure();
    plain.measure();
    raw.measure();
  }
  agreement.demand("tagged vectors", tagged.results(), raw.results(), 1e-14);
  agreement.demand("plain vectors", plain.results(), raw.results(), 1e-14);

  std::printf("\nTagged vectors: rotate, cross and dot of %zu, CPU time in ns each\n", count);
  const auto print = [&](const char* name, const Samples& samples) {
    std::printf("%-34s min %.3f, median %.3f of %d; tagged / this %.3f\n", name, 1e9 * samples.minimum() / count,
                1e9 * samples.median() / count, samples.count(), tagged.samples.minimum() / samples.minimum());
  };
  print("Vector<double, Frame>", tagged.samples);
  print("Vec3<double>", plain.samples);
  print("std::array<double, 3>", raw.samples);
  const double ratio = tagged.samples.minimum() / std::min(plain.samples.minimum(), raw.samples.minimum());
  std::printf("no slower than without tags (ratio <= %g): %s\n", ratio_goal, met(ratio <= ratio_goal));
  std::fflush(stdout);
  return {{"tagged", json_of(tagged.samples)},
          {"vec3", json_of(plain.samples)},
          {"array", json_of(raw.samples)},
          {"ratio", ratio},
          {"vectors", count}};
}

}  // namespace alembert::bench
