/// Other programs: run once to the end, or kept to answer questions.
#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace alembert::bench {

struct Finished {
  bool good = false;          ///< ended by itself with exit code 0
  double seconds = 0.0;       ///< wall time from the start of the process to its end
  double peak_megabytes = 0;  ///< largest resident memory
  std::string output;         ///< what it wrote to standard output and error
};

Finished run_program(const std::vector<std::string>& arguments);

/// Runs `work` in a copy of this process, for its peak of memory. An exception in it is reported as not good.
Finished run_in_copy(const std::function<void()>& work);

/// A program that answers each line written to its standard input by one line.
class Worker {
 public:
  explicit Worker(const std::vector<std::string>& arguments);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Nothing when the worker has ended or does not answer in time; it is then stopped and never answers again.
  std::optional<std::string> ask(const std::string& line, double timeout_seconds);

 private:
  void stop();

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string rest_;  ///< read beyond the last answer
};

}  // namespace alembert::bench
