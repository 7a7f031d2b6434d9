/// What a long verb shows, and how a user stops it.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "alembert/core/progress.h"

namespace alembert::cli {

/// A bar on stderr, with the time that is left, for work longer than a second on a terminal. From its making on, the
/// first SIGINT or SIGTERM asks the work to stop instead of ending the program.
class ProgressBar {
 public:
  ProgressBar();

  /// False when the user asked to stop.
  bool update(double share);
  void finish() const;

 private:
  bool terminal_;
  bool shown_ = false;
  double first_ = -1.0;  ///< share at the first update
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_{};
};

/// A line on stderr that says what is being counted and how far, for work longer than a second on a terminal; gone when
/// this is. Signals end the program as usual.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show(const Progress& progress);

  std::optional<ProgressScope> scope_;  ///< only on a terminal
  bool shown_ = false;
  std::string what_;  ///< that it shows
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace alembert::cli
