#include "alembert/report/block_parts.h"

#include <algorithm>
#include <cassert>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/motion_units.h"
#include "alembert/report/latex_parts.h"
#include "alembert/report/named_values.h"
#include "alembert/report/text_matrix.h"
#include "alembert/symbolic/latex_name.h"

namespace alembert {
namespace {

/// Characters of a line of names in LaTeX.
constexpr std::size_t line_width = 90;

std::size_t nonzero(std::span<const Expr> entries) {
  return static_cast<std::size_t>(std::ranges::count_if(entries, [](Expr e) { return !e.is_zero(); }));
}

/// "rows: a, b, c", in as many lines as it takes.
void add_lines(std::vector<std::string>& lines, const std::string& what, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::string line = what;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (line.size() + names[i].size() > line_width) {
      lines.push_back(line);
      line = "   ";
    }
    line += " " + names[i] + (i + 1 < names.size() ? "," : "");
  }
  lines.push_back(line);
}

std::vector<std::string> cells(const std::vector<double>& numbers) {
  std::vector<std::string> result;
  for (const double x : numbers) result.push_back(ten_digits(x));
  return result;
}

/// @param units  of the entries; empty: none is written
std::string number_matrix(const std::vector<double>& numbers, std::size_t columns,
                          const std::vector<std::string>& units = {}) {
  std::string text = "\\begin{bmatrix}\n";
  for (std::size_t k = 0; k < numbers.size(); ++k)
    text += number_latex(numbers[k], units.empty() ? "" : units[k]) + ((k + 1) % columns == 0 ? " \\\\\n" : " & ");
  return text + "\\end{bmatrix}";
}

/// "kg m^2/s" upright, with thin spaces.
std::string unit_latex(const std::string& unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == ' ') {
      text += "\\,";
    } else if (unit[i] == '^') {
      const std::size_t end = std::min(unit.find_first_not_of("-0123456789", i + 1), unit.size());
      text += "^{" + unit.substr(i + 1, end - i - 1) + "}";
      i = end - 1;
    } else {
      text += unit[i];
    }
  }
  return "\\mathrm{" + text + "}";
}

std::vector<std::string> units_of(const std::vector<std::string>& names, const FormValues& values) {
  std::vector<std::string> units;
  for (const std::string& name : names) units.push_back(values.unit(name));
  return units;
}

/// Of the entries of a matrix by what it is; "" of those that have none, or many.
std::string matrix_units(const NamedBlock<Expr>& block, const FormValues& values) {
  const std::vector<std::string> rows = units_of(block.row_names, values),
                                 columns = units_of(block.column_names, values);
  if (block.name == "M") return entry_units(mass_unit, rows, columns);
  if (block.name == "C") return entry_units(coriolis_unit, rows, columns);
  const bool coefficients = block.name == "A" || block.name == "Cq" || block.name == "B";
  return coefficients ? entry_units(coefficient_unit, rows, columns) : "";
}

/// Of an entry of a vector, by the unit of the coordinate or constraint that it belongs to.
std::string entry_unit(const std::string& block, const std::string& of) {
  if (block == "b") return rate_unit(of);
  if (block == "c" || block == "Qd" || block == "gamma") return rate_unit(of, of.ends_with("/s") ? 1 : 2);
  const bool force = block == "g" || block == "r" || block == "bias" || block == "Q" || block == "Qe";
  return force ? effort_unit(of) : "";
}

/// Of the right side of an equation: "motion of A" balances forces, "row B.tx" accelerations.
std::string equation_unit(const std::string& equation, const FormValues& values) {
  for (const auto& [begin, block] :
       {std::pair{"motion of ", "Q"}, std::pair{"row ", "c"}, std::pair{"acceleration ", "c"}})
    if (equation.starts_with(begin))
      return entry_unit(block, values.unit(equation.substr(std::string_view(begin).size())));
  return {};
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

/// Units behind numbers that are not zero.
template <class UnitOf>
void add_units(std::vector<std::string>& texts, const std::vector<std::string>& names, const UnitOf& unit_of) {
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i] != "0") texts[i] = with_unit(texts[i], unit_of(names[i]));
}

/// Rows of a matrix; a vector as a plain list.
Json rows_of(const std::vector<double>& entries, const NamedBlock<Expr>& block) {
  if (block.column_names.empty()) return entries;
  return json_matrix<double>(entries, static_cast<std::size_t>(block.value.cols));
}

}  // namespace

std::string number_latex(double value, const std::string& unit) {
  const std::string text = ten_digits(value), behind = unit.empty() || text == "0" ? "" : "\\," + unit_latex(unit);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text + behind;
  return text.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}" + behind;
}

std::string size_text(std::size_t rows, std::size_t columns, std::span<const Expr> entries) {
  return std::to_string(rows) + " x " + std::to_string(columns) + ", " + std::to_string(nonzero(entries)) + " not zero";
}

std::string block_head(const NamedBlock<Expr>& block) {
  return block.name + ": " + block.meaning + " (" +
         size_text(static_cast<std::size_t>(block.value.rows), static_cast<std::size_t>(block.value.cols),
                   block.value.a) +
         ")";
}

std::string caption_latex(const std::string& head, const std::vector<std::string>& rows,
                          const std::vector<std::string>& columns) {
  std::vector<std::string> lines{head};
  add_lines(lines, "rows:", rows);
  add_lines(lines, "columns:", columns);
  std::string text = "\\begin{array}{l}\n";
  for (const std::string& line : lines) text += latex_text(line) + " \\\\\n";
  return display_latex(text + "\\end{array}");
}

std::string caption_latex(const NamedBlock<Expr>& block) {
  return caption_latex(block_head(block), block.row_names, block.column_names);
}

Json blocks_json(const FormSystem<Expr>& system) {
  Json json = Json::object();
  for (const NamedBlock<Expr>& block : system.blocks) {
    Json& entry = json[block.name];
    entry["meaning"] = block.meaning;
    entry["rows"] = block.row_names;
    if (!block.column_names.empty()) entry["columns"] = block.column_names;
    entry["nonzero"] = nonzero(block.value.a);
  }
  return json;
}

std::string numbers_text(const NamedBlock<Expr>& block, std::size_t k, const FormValues& values) {
  std::vector<std::string> texts = cells(values.blocks[k]);
  std::string head;
  if (block.column_names.empty())
    add_units(texts, block.row_names, [&](const std::string& row) { return entry_unit(block.name, values.unit(row)); });
  else if (const std::string units = matrix_units(block, values); !units.empty())
    head = block.name + in_brackets(units) + ":\n";
  return head + to_text(TextMatrix{block.name, texts, block.row_names, block.column_names, {}, {}});
}

std::string right_side_text(const FormSystem<Expr>& system, const FormValues& values) {
  std::vector<std::string> texts = cells(values.right);
  add_units(texts, system.equations, [&](const std::string& equation) { return equation_unit(equation, values); });
  return to_text(TextMatrix{"b", texts, system.equations, {}, {}, {}});
}

std::string numbers_latex(const std::string& name, const std::vector<double>& numbers, std::size_t columns) {
  return display_latex(name + " \\approx " + number_matrix(numbers, columns));
}

std::string numbers_latex(const NamedBlock<Expr>& block, std::size_t k, const FormValues& values) {
  const std::string name = block_latex(block.name);
  if (!block.column_names.empty()) {
    const std::string units = matrix_units(block, values);
    return (units.empty() ? "" : caption_latex(block.name + in_brackets(units), {}, {})) +
           numbers_latex(name, values.blocks[k], static_cast<std::size_t>(block.value.cols));
  }
  std::vector<std::string> units;
  for (const std::string& row : block.row_names) units.push_back(entry_unit(block.name, values.unit(row)));
  return display_latex(name + " \\approx " + number_matrix(values.blocks[k], 1, units));
}

std::string right_side_latex(const FormSystem<Expr>& system, const FormValues& values) {
  std::vector<std::string> units;
  for (const std::string& equation : system.equations) units.push_back(equation_unit(equation, values));
  return display_latex("b \\approx " + number_matrix(values.right, 1, units));
}

Json numbers_json(const FormSystem<Expr>& system, const FormValues& values) {
  Json json;
  for (std::size_t k = 0; k < system.blocks.size(); ++k)
    json[system.blocks[k].name] = rows_of(values.blocks[k], system.blocks[k]);
  json["matrix"] = json_matrix<double>(values.matrix, static_cast<std::size_t>(system.matrix.cols));
  json["right"] = values.right;
  json["solution"] = Json::object();
  for (std::size_t i = 0; i < system.unknowns.size(); ++i) json["solution"][system.unknowns[i]] = values.unknowns[i];
  json["unique"] = values.unique;
  for (const auto& [name, value] : values.state) json["state"][name] = value;
  json["units"] = Json::object();
  for (const auto& [name, value] : values.state) json["units"][name] = values.unit(name);
  for (const std::string& name : system.unknowns) json["units"][name] = values.unit(name);
  return json;
}

std::string state_text(const FormValues& values) {
  std::string text;
  for (const auto& [name, value] : values.state)
    text += "  " + with_unit(name + " = " + shortest(value), values.unit(name)) + "\n";
  return text;
}

std::string state_latex(const FormValues& values) {
  if (values.state.empty()) return {};
  std::string text;
  for (const auto& [name, value] : values.state)
    text += (text.empty() ? "" : ",\\quad ") + unknown_latex(name) + " = " + number_latex(value, values.unit(name));
  return caption_latex("the state of the numbers", {}, {}) + display_latex(text);
}

std::string unknowns_text(const FormSystem<Expr>& system, const FormValues* values) {
  std::string text = "Unknowns" + std::string(values != nullptr ? " with their values" : "") +
                     (values != nullptr && !values->unique ? " (not unique: those of least norm)" : "") + ":\n";
  for (std::size_t i = 0; i < system.unknowns.size(); ++i)
    text += "  " +
            (values == nullptr ? system.unknowns[i]
                               : with_unit(system.unknowns[i] + " = " + ten_digits(values->unknowns[i]),
                                           values->unit(system.unknowns[i]))) +
            "\n";
  return text;
}

std::string unknowns_latex(const FormSystem<Expr>& system, const FormValues& values) {
  if (system.unknowns.empty()) return {};
  std::string text = "\\begin{bmatrix}\n";
  for (const std::string& name : system.unknowns) text += unknown_latex(name) + " \\\\\n";
  text += "\\end{bmatrix}";
  return (values.unique ? "" : caption_latex("unknowns (not unique: those of least norm)", {}, {})) +
         display_latex(text + " \\approx " + number_matrix(values.unknowns, 1, units_of(system.unknowns, values)));
}

const NamedBlock<Expr>& block_of(const FormSystem<Expr>& system, const std::string& name) {
  const auto found = std::ranges::find(system.blocks, name, &NamedBlock<Expr>::name);
  assert(found != system.blocks.end());
  return *found;
}

}  // namespace alembert
