#include "alembert/io/formulas/table_section.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/toml/part_file.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::size_t largest_table_file = std::size_t{64} << 20U;

std::vector<Expr> read_column(const TableReader& reader, const char* key, ModelNames& names) {
  const std::string path = reader.path(key);
  const Value& list = reader.need(key, "a table has x = [...] and y = [...], or file = \"gas.csv\"");
  if (!list.is(Value::Kind::array)) fail_wrong_type(list, path, "a list of numbers");
  if (list.items.size() > most_table_points)
    throw Error(Error::Code::too_large, path + " has more than " + std::to_string(most_table_points) + " numbers",
                list.at(), "keep fewer points: straight lines join them");
  std::vector<Expr> column;
  column.reserve(list.items.size());
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string item = path + "[" + std::to_string(i) + "]";
    const Written number = read_formula(list.items[i], item, constants_at(names, item)).written;
    check_finite(names.numbers()(number.formula), item, number.at);
    column.push_back(number.formula);
  }
  return column;
}

/// A curve and where its points come from.
struct ReadCurve {
  Curve curve;
  std::string file;        ///< "" for lists in the model
  std::vector<int> lines;  ///< [point] of the file
};

/// Whether a line is words above the columns.
bool is_heading(std::string_view line) { return line.find_first_of("0123456789+-.") != 0; }

/// The two numbers of a line; empty when it does not have two.
std::optional<std::array<Rational, 2>> numbers_of(std::string_view line) {
  const std::size_t end = line.find_first_of(",; \t");
  if (end == std::string_view::npos) return {};
  std::string_view rest = trimmed(line.substr(end));
  if (rest.starts_with(',') || rest.starts_with(';')) rest = trimmed(rest.substr(1));
  const std::optional<Rational> x = Rational::from_decimal(line.substr(0, end)), y = Rational::from_decimal(rest);
  if (!x || !y || !std::isfinite(x->to_double()) || !std::isfinite(y->to_double())) return {};
  return std::array{*x, *y};
}

ReadCurve read_curve_file(std::string name, const std::filesystem::path& path, const Source& at) {
  check_part_file(path, at);
  const std::string text = read_file(path, largest_table_file);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
  ReadCurve read{Curve(std::move(name)), path.string(), {}};
  bool headed = false;
  int line_number = 0;
  for (std::size_t start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(start, end - start));
    start = end + 1;
    ++line_number;
    if (line.empty() || line.starts_with('#')) continue;
    if (read.curve.size() == 0 && !headed && is_heading(line)) {
      headed = true;
      continue;
    }
    const std::optional<std::array<Rational, 2>> numbers = numbers_of(line);
    const auto here = [&] { return Source{read.file, line_number, 1}; };
    if (!numbers)
      throw Error(Error::Code::syntax, "expected two numbers, found " + shown(line), here(), "write: 0.5, 1.25");
    if (read.curve.size() == most_table_points)
      throw Error(Error::Code::too_large, "the table has more than " + std::to_string(most_table_points) + " points",
                  here(), "keep fewer points: straight lines join them");
    read.curve.add((*numbers)[0], (*numbers)[1]);
    read.lines.push_back(line_number);
  }
  return read;
}

ReadCurve read_curve_lists(std::string name, const TableReader& reader, const Source& at, ModelNames& names) {
  const std::vector<Expr> x = read_column(reader, "x", names), y = read_column(reader, "y", names);
  if (x.size() != y.size())
    throw Error(Error::Code::bad_value,
                reader.path() + ": x has " + std::to_string(x.size()) + " numbers and y " + std::to_string(y.size()),
                at, "write one y for each x");
  ReadCurve read{Curve(std::move(name)), {}, {}};
  for (std::size_t i = 0; i < x.size(); ++i) read.curve.add(x[i], y[i]);
  return read;
}

ReadCurve read_curve(const Entry& entry, const TableReader& reader, const std::filesystem::path& folder,
                     ModelNames& names) {
  const Value* file = reader.find("file");
  if (file == nullptr) return read_curve_lists(names.prefix + entry.key, reader, entry.at(), names);
  for (const char* key : {"x", "y"})
    if (const Value* other = reader.find(key))
      throw Error(Error::Code::bad_value, reader.path(key) + " cannot stand beside file", other->at(),
                  "keep the lists or the file");
  return read_curve_file(names.prefix + entry.key, folder / reader.text("file", ""), file->at());
}

void check_curve(const ReadCurve& read, const std::string& path, const Source& at, const NumberReals& numbers) {
  const Curve& curve = read.curve;
  if (curve.size() == 0)
    throw Error(Error::Code::bad_value, path + " has no points", at, "write x = [...] and y = [...]");
  const auto place = [&](std::size_t i) { return read.file.empty() ? at : Source{read.file, read.lines[i], 1}; };
  const Curve::Column& x = curve.x();
  const auto number = [&](std::size_t i) {
    return x.has_formula(i) ? numbers(curve.formulas()[static_cast<std::size_t>(x.formula[i])]) : x.nearest[i];
  };
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const double before = number(i - 1), here = number(i);
    if (!(before < here))
      throw Error(Error::Code::bad_value,
                  path + ": x[" + std::to_string(i) + "] = " + shortest(here) + " does not follow " + shortest(before),
                  place(i), "x must rise from point to point");
  }
}

}  // namespace

void read_tables(const Value& document, const std::filesystem::path& folder, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "table")) {
    const TableReader reader(entry.value, "[table." + entry.key + "]", {"x", "y", "file"});
    check_free_name(entry.key, entry.at());
    ReadCurve read = read_curve(entry, reader, folder, names);
    check_curve(read, reader.path(), entry.at(), names.numbers());
    names.tables.emplace(names.prefix + entry.key, curve_function(add_curve(std::move(read.curve))));
  }
}

}  // namespace alembert
