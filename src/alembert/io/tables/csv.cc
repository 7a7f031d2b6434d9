#include "alembert/io/tables/csv.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::size_t buffer_size = 1U << 16U;

/// Spreadsheets take what begins like this for a formula, and quotes do not keep them from it; blanks at the ends are
/// lost to most readers.
bool needs_backquotes(std::string_view name) {
  const std::string_view base = name.substr(0, name.find_last_not_of('\'') + 1), core = trimmed(base);
  if (core.size() < base.size()) return true;
  return !core.empty() && std::string_view("=+-@").find(core.front()) != std::string_view::npos;
}

/// As in expressions, in backquotes with the primes behind them: `-knee`'.
std::string in_backquotes(const std::string& name) {
  const std::size_t end = name.find_last_not_of('\'') + 1;
  return written_name(name.substr(0, end)) + name.substr(end);
}

void append_name(std::string& out, const std::string& written) {
  const std::string name = needs_backquotes(written) ? in_backquotes(written) : written;
  if (name.find_first_of(",\"\r\n") == std::string::npos) {
    out += name;
    return;
  }
  out += '"';
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += shortest(value);
    return;
  }
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end.ptr);
}

}  // namespace

void append_csv_names(std::string& out, std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += ',';
    append_name(out, names[i]);
  }
  out += '\n';
}

void append_csv_row(std::string& out, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append_number(out, values[i]);
  }
  out += '\n';
}

CsvWriter::CsvWriter(std::filesystem::path target, std::span<const std::string> names)
    : file_(std::move(target)), columns_(names.size()) {
  buffer_.reserve(buffer_size + 4096);
  append_csv_names(buffer_, names);
}

void CsvWriter::row(std::span<const double> values) {
  assert(values.size() == columns_);
  append_csv_row(buffer_, values);
  if (buffer_.size() >= buffer_size) flush();
}

void CsvWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

void CsvWriter::commit() {
  flush();
  file_.commit();
}

}  // namespace alembert
