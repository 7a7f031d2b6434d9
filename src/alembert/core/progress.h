/// How far long work is, for whoever watches.
#pragma once
#include <cstddef>
#include <functional>
#include <string_view>

namespace alembert {

struct Progress {
  std::string_view what;  ///< is counted, such as "formulas"; or else, with nothing done, at work
  std::size_t done = 0;   ///< of them
  std::size_t total = 0;  ///< 0 where nobody knows beforehand
};

/// Watches the work of this thread while it lives. Scopes may nest; the inner one watches alone.
class ProgressScope {
 public:
  explicit ProgressScope(std::function<void(const Progress&)> watch);
  ~ProgressScope();
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

 private:
  friend void report_progress(std::string_view what, std::size_t done, std::size_t total);
  std::function<void(const Progress&)> watch_;
  ProgressScope* outer_;
};

/// Tells the watcher, if there is one; otherwise it costs next to nothing.
void report_progress(std::string_view what, std::size_t done, std::size_t total);

}  // namespace alembert
