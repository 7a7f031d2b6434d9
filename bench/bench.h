/// What the parts of the benchmark share. Each part prints its table as it goes and returns it as JSON. Times never
/// fail the benchmark; results that disagree do.
#pragma once
#include <filesystem>
#include <span>
#include <string>

#include "alembert/io/tables/json.h"
#include "timing.h"

namespace alembert::bench {

struct Options {
  std::filesystem::path command;  ///< the built `alembert`
  std::filesystem::path source;   ///< the repository
  std::filesystem::path shared;   ///< folder with robots/ and peers/ (stored times); what is missing there is left out
  std::filesystem::path python;   ///< an interpreter with SymPy; empty: no comparison with SymPy
};

/// Counts results that differ by more than they may.
class Agreement {
 public:
  /// Demands |values - expected| <= tolerance * max|expected|. Returns the relative difference.
  double demand(const std::string& what, std::span<const double> values, std::span<const double> expected,
                double tolerance);
  void demand(const std::string& what, bool holds);
  int disagreements() const { return disagreements_; }

 private:
  int disagreements_ = 0;
};

/// "yes" or "no": whether a goal is met.
inline const char* met(bool goal) { return goal ? "yes" : "no"; }

/// {minimum, median, repetitions}, times in seconds.
Json json_of(const Samples& samples);

Json bench_derive(const Options& options, Agreement& agreement);
Json bench_simplify(Agreement& agreement);
Json bench_tape(Agreement& agreement);
Json bench_command(const Options& options, Agreement& agreement);
Json bench_growth(const Options& options, Agreement& agreement);
Json bench_simulate(const Options& options, Agreement& agreement);
Json bench_kernels(const Options& options, Agreement& agreement);
Json bench_scaling(Agreement& agreement);
Json bench_constrained(const Options& options, Agreement& agreement);
Json bench_loops(const Options& options, Agreement& agreement);
Json bench_tagged(Agreement& agreement);

}  // namespace alembert::bench
