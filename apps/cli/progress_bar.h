/// What a long verb shows, and how a user stops it.
#pragma once
#include <chrono>

namespace alembert::cli {

/// A bar on stderr for work longer than a second on a terminal. While one exists, SIGINT and SIGTERM ask the work to
/// stop instead of ending the program.
class ProgressBar {
 public:
  ProgressBar();

  /// False when the user asked to stop.
  bool update(double share);
  void finish() const;

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace alembert::cli
