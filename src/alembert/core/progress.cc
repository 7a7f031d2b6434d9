#include "alembert/core/progress.h"

#include <utility>

namespace alembert {
namespace {

thread_local ProgressScope* watching = nullptr;

}  // namespace

ProgressScope::ProgressScope(std::function<void(const Progress&)> watch)
    : watch_(std::move(watch)), outer_(std::exchange(watching, this)) {}

ProgressScope::~ProgressScope() { watching = outer_; }

void report_progress(std::string_view what, std::size_t done, std::size_t total) {
  if (watching != nullptr) watching->watch_({what, done, total});
}

}  // namespace alembert
