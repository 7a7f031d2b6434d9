#include "alembert/workbench/tables/undefined_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "alembert/core/text.h"

namespace alembert {
namespace {

constexpr std::array<const char*, 5> energy_columns{"kinetic", "potential", "energy", "balance", "constraint"};

std::string what_is(double value) { return std::isnan(value) ? "is not a number" : "is infinite"; }

bool finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

bool finite(const Vec3<double>& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

}  // namespace

UndefinedValues::UndefinedValues(std::span<const std::string> names, const Description& model) {
  for (const std::string& name : names) {
    const bool output = std::ranges::find(model.outputs, name, &Output::name) != model.outputs.end();
    Column column;
    column.name = name;
    column.harmless = output || std::ranges::find(energy_columns, name) != energy_columns.end();
    columns_.push_back(std::move(column));
  }
}

void UndefinedValues::look(std::span<const double> row) {
  ++rows_;
  if (finite(row)) return;
  for (std::size_t k = 1; k < row.size(); ++k) {
    if (std::isfinite(row[k])) continue;
    Kind& kind = std::isnan(row[k]) ? columns_[k].undefined : columns_[k].infinite;
    if (kind.rows++ == 0) kind.first_time = row[0];
  }
}

std::string UndefinedValues::describe(const Column& column) const {
  std::array<const Kind*, 2> kinds{&column.infinite, &column.undefined};
  if (column.undefined.rows > 0 && column.undefined.first_time < column.infinite.first_time)
    std::swap(kinds[0], kinds[1]);
  std::string text;
  for (const Kind* kind : kinds) {
    if (kind->rows == 0) continue;
    text += text.empty() ? "'" + column.name + "' is " : ", and ";
    text += std::string(kind->words) + " at ";
    if (kind->rows > 1) text += std::to_string(kind->rows) + " of " + std::to_string(rows_) + " rows, first at ";
    text += "t = " + shortest(kind->first_time) + " s";
  }
  return text;
}

std::vector<std::string> UndefinedValues::warnings() const {
  std::vector<std::string> result;
  for (const Column& column : columns_)
    if (!column.defined() && column.harmless) result.push_back(describe(column));
  return result;
}

std::string UndefinedValues::trouble() const {
  const auto it = std::ranges::find_if(columns_, [](const Column& c) { return !c.defined() && !c.harmless; });
  return it == columns_.end() ? "" : describe(*it);
}

std::string undefined_energies(const System& system, const State& x) {
  std::vector<double> u(static_cast<std::size_t>(system.sizes().nu));
  system.inputs(x.t, u);
  const Energies energies = system.energies(x, u);
  for (const auto& [value, name] : {std::pair{energies.kinetic, "kinetic"}, std::pair{energies.potential, "potential"}})
    if (!std::isfinite(value)) return std::string("; the ") + name + " energy " + what_is(value) + " there";
  return {};
}

UndefinedNumbers undefined_numbers(const Evaluation& e, const Point& at) {
  UndefinedNumbers result;
  const auto must = [&](std::span<const double> values, const char* what) {
    if (result.trouble.empty() && !finite(values))
      result.trouble = std::string("at this state ") + what +
                       " not finite; look for a division by zero, a root or "
                       "logarithm of a negative number, or numbers that are too large";
  };
  must(at.q, "the coordinates are");
  must(at.v, "the speeds are");
  must(e.M, "the mass matrix is");
  must(e.g, "g is");
  must(e.bias, "C v + g is");
  must(e.passive, "the passive forces are");
  must(e.effort, "the efforts are");
  must(e.inverse_dynamics, "the inverse dynamics are");
  must(e.acceleration, "the accelerations are");
  must(e.multipliers, "the multipliers are");
  for (const JointLoad& load : e.reactions)
    if (!finite(load.force) || !finite(load.moment)) must(std::array{std::nan("")}, "reactions are");
  const auto should = [&](double value, const char* what) {
    if (!std::isfinite(value)) result.warnings.push_back(std::string(what) + " " + what_is(value));
  };
  should(e.kinetic, "the kinetic energy");
  should(e.potential, "the potential energy");
  if (e.bodies && !finite(e.bodies->linear_momentum)) should(std::nan(""), "the linear momentum");
  if (e.bodies && !finite(e.bodies->angular_momentum)) should(std::nan(""), "the angular momentum");
  return result;
}

}  // namespace alembert
