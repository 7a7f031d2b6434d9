#include "alembert/io/formulas/vector_reader.h"

#include <algorithm>
#include <array>

#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {}  // namespace

std::vector<Expr> read_list(const Value& value, const std::string& path, const Names& names, std::size_t count,
                            std::string_view words, std::span<const Dimension> expected,
                            std::string_view dimension_words) {
  if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, words);
  if (value.items.size() != count)
    throw Error(Error::Code::bad_value,
                path + " has " + std::to_string(value.items.size()) + " components instead of " + std::to_string(count),
                value.at(), "write " + std::string(words));
  std::vector<Expr> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(
        read_formula(value.items[i], path + "[" + std::to_string(i) + "]", names, expected, dimension_words)
            .written.formula);
  return result;
}

Vec3<Expr> read_vector(const Value& value, const std::string& path, const Names& names, bool planar,
                       std::span<const Dimension> expected, std::string_view words) {
  const std::vector<Expr> c = read_list(value, path, names, planar ? 2 : 3,
                                        planar ? "a list of two numbers [x, y] (the model is planar)"
                                               : "a list of three numbers [x, y, z] (the model is spatial)",
                                        expected, words);
  return {c[0], c[1], planar ? Expr() : c[2]};
}

Vec3<Expr> read_vector(const Value& value, const std::string& path, const Names& names, bool planar) {
  return read_vector(value, path, names, planar, length_dimension, "a length");
}

Vec3<Expr> read_direction(const Value& value, const std::string& path, const Names& names, bool planar) {
  const Vec3<Expr> d = read_vector(value, path, names, planar, no_dimension, "a plain number");
  const auto numbers = constant_numbers(std::array{d.x, d.y, d.z});
  if (numbers && std::ranges::all_of(*numbers, [](double x) { return x == 0.0; }))
    throw Error(Error::Code::bad_value, path + " is zero and has no direction", value.at(),
                planar ? "write a direction such as [1, 0]" : "write a direction such as [0, 0, 1]");
  return d;
}

std::optional<std::vector<double>> constant_numbers(std::span<const Expr> formulas) {
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) return {};
  TapeMachine<double> machine(Tape({}, formulas));
  std::vector<double> result(formulas.size());
  machine.run({}, result);
  return result;
}

}  // namespace alembert
