/// Sizes of what users of Robot and RobotState hand over.
#pragma once
#include <cstddef>
#include <string_view>

namespace alembert {

/// Throws Error (bad_value): "inverse_dynamics: tau has 6 numbers, 7 are needed".
[[noreturn]] void fail_size(std::string_view what, std::size_t size, std::size_t needed);

/// One comparison where all is well, so that it stays in release builds and real-time loops.
inline void check_size(std::string_view what, std::size_t size, std::size_t needed) {
  if (size != needed) [[unlikely]]
    fail_size(what, size, needed);
}

}  // namespace alembert
