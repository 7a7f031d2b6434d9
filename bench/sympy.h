/// SymPy on the same work, in a process beside ours (sympy_n_pendulum.py).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench.h"
#include "n_pendulum.h"
#include "process.h"

namespace alembert::bench {

class Sympy {
 public:
  /// Throws std::runtime_error when options.python has no SymPy; with no python at all, every answer is nothing.
  explicit Sympy(const Options& options);

  /// "1.11.1 (Python 3.11.2)" or "".
  const std::string& version() const { return version_; }
  /// CPU seconds of one derivation; nothing once SymPy has taken longer than limit_seconds.
  std::optional<double> derive(std::size_t n, const std::string& route);
  /// The last derived M, C and g at these states.
  std::optional<std::vector<Dynamics>> evaluate(const std::vector<std::vector<double>>& states);

  static constexpr double limit_seconds = 60.0;

 private:
  std::optional<Json> ask(const Json& question, double limit);

  std::unique_ptr<Worker> worker_;
  std::string version_;
};

}  // namespace alembert::bench
