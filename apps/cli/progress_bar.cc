#include "progress_bar.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <string>

namespace alembert::cli {
namespace {

std::atomic<bool> interrupted = false;
void interrupt(int /*signal*/) { interrupted = true; }

}  // namespace

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) != 0) {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
}

bool ProgressBar::update(double share) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point now = Clock::now();
  const double passed = std::chrono::duration<double>(now - start_).count();
  if (terminal_ && passed > 1.0 && now - drawn_ > std::chrono::milliseconds(200)) {
    drawn_ = now;
    shown_ = true;
    constexpr int width = 40;
    const int full = static_cast<int>(share * width);
    std::fprintf(stderr, "\r[%s%s] %3.0f %%  %.0f s left ", std::string(static_cast<std::size_t>(full), '#').c_str(),
                 std::string(static_cast<std::size_t>(width - full), '.').c_str(), 100.0 * share,
                 share > 0.0 ? passed * (1.0 - share) / share : 0.0);
  }
  return !interrupted;
}

void ProgressBar::finish() const {
  if (shown_) std::fprintf(stderr, "\r%70s\r", "");
}

}  // namespace alembert::cli
