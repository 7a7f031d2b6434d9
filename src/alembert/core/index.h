/// Numbers of things as subscripts of containers.
#pragma once
#include <cstddef>

namespace alembert {

/// The number `i` of a body, joint, row, ... as a subscript. Plans count with int, where -1 is "none"; `i` is not one.
constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace alembert
