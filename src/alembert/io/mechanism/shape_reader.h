/// Reading `shapes = [...]` of a body, and working out what the body weighs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "alembert/io/toml/document.h"
#include "alembert/model/mechanism.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Most shapes of one body, and most corners of a polygon.
constexpr std::size_t most_shapes = 1000;
constexpr std::size_t most_outline_corners = 4000;

/// Fills body.shapes and from them body.mass, center and inertia (docs/mass-properties.md), as formulas in parameters;
/// what holds no parameters becomes a number. In a planar model only the inertia about z is kept.
///
/// @param path    of the list, for errors: "[body.rod] shapes"
/// @param names   parameters
/// @param folder  where the names of mesh files start: the folder of the model file
/// @return warnings, in file order
/// Throws Error with the place: unknown keys, wrong types, a shape that is impossible whatever the parameters are
/// (those that depend on parameters are checked by check_bodies), mesh files that cannot be read or do not bound a
/// solid.
std::vector<Warning> read_shapes(const Value& shapes, const std::string& path, const Names& names, bool planar,
                                 const std::filesystem::path& folder, Body& body);

}  // namespace alembert
