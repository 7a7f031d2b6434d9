/// Units of a motion and of its equations, from those of its coordinates: "rad", "m", and "" where nobody says.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace alembert {

/// Of the derivative: "rad/s" of "rad", "m/s^2" of "m/s".
std::string rate_unit(std::string_view unit, int order = 1);
/// Of the force along a coordinate or speed with this unit: "N m" for "rad" and "rad/s", "N" for "m" and "m/s".
std::string effort_unit(std::string_view unit);

/// Of an entry of a matrix whose row and column have these units: of the mass matrix (coordinates or speeds both), of C
/// in M a + C v + g, and of the coefficients of a constraint row.
std::string mass_unit(std::string_view row, std::string_view column);
std::string coriolis_unit(std::string_view row, std::string_view column);
std::string coefficient_unit(std::string_view row, std::string_view column);

/// The kinds of entries that a matrix has: "kg" where there is one, else "kg m^2 (rad, rad), kg m (rad, m), kg (m, m)".
std::string entry_units(std::string (*unit)(std::string_view row, std::string_view column),
                        std::span<const std::string> rows, std::span<const std::string> columns);

/// Of a list of numbers: "rad" where it is the same of all, else "rad, m"; runs in long lists are counted: "rad (20),
/// m".
std::string list_units(std::span<const std::string> units);

/// " [N m]" behind a name, nothing for "".
std::string in_brackets(const std::string& unit);

}  // namespace alembert
