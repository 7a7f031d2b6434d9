/// The names of the methods of integration, for those who only check words (no code behind them is needed).
#pragma once
#include <array>
#include <string_view>

namespace alembert {

/// In the order of method_names().
inline constexpr std::array<std::string_view, 7> method_words{
    "rk5", "rk8", "cvode", "ida", "alpha", "variational", "semi-implicit-euler"};

}  // namespace alembert
