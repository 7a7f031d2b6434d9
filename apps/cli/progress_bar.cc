#include "progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <string>

namespace alembert::cli {
namespace {

std::atomic<bool> interrupted = false;

/// The first signal asks to stop; the next one ends the program, should stopping take too long.
void interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

/// "42 s", "7 min 5 s", "3 h 20 min", "2 d 4 h".
std::string duration(double seconds) {
  constexpr double longest = 1e9;
  if (!(seconds < longest)) return "very long";
  const long whole = std::lround(seconds);
  const auto both = [](long first, const char* one, long second, const char* two) {
    return std::to_string(first) + one + std::to_string(second) + two;
  };
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return both(whole / 60, " min ", whole % 60, " s");
  if (whole < 86400) return both(whole / 3600, " h ", whole % 3600 / 60, " min");
  return both(whole / 86400, " d ", whole % 86400 / 3600, " h");
}

}  // namespace

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) != 0) {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
}

bool ProgressBar::update(double share) {
  using Clock = std::chrono::steady_clock;
  if (!terminal_) return !interrupted;
  const Clock::time_point now = Clock::now();
  if (first_ < 0.0) first_ = share;  // a run that goes on has done this before
  const double passed = std::chrono::duration<double>(now - start_).count();
  if (passed > 1.0 && now - drawn_ > std::chrono::milliseconds(200)) {
    drawn_ = now;
    shown_ = true;
    constexpr int width = 40;
    const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
    const double done = share - first_;
    const std::string left = done > 0.0 ? duration(passed * (1.0 - share) / done) + " left" : "";
    std::fprintf(stderr, "\r[%s%s] %3.0f %%  %-20s", std::string(static_cast<std::size_t>(full), '#').c_str(),
                 std::string(static_cast<std::size_t>(width - full), '.').c_str(), 100.0 * share, left.c_str());
  }
  return !interrupted;
}

void ProgressBar::finish() const {
  if (shown_) std::fprintf(stderr, "\r%72s\r", "");
}

ProgressLine::ProgressLine() {
  if (isatty(STDERR_FILENO) != 0) scope_.emplace([this](const Progress& progress) { show(progress); });
}

ProgressLine::~ProgressLine() {
  if (shown_) std::fprintf(stderr, "\r%72s\r", "");
}

void ProgressLine::show(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  const bool other = progress.what != what_;
  if (now - start_ < std::chrono::seconds(1) || (!other && now - drawn_ < std::chrono::milliseconds(200))) return;
  drawn_ = now;
  shown_ = true;
  what_ = progress.what;
  std::string text = what_;
  if (progress.done > 0) text += " " + std::to_string(progress.done);
  if (progress.total > 0) text += " of " + std::to_string(progress.total);
  std::fprintf(stderr, "\r%-72s", text.c_str());
}

}  // namespace alembert::cli
