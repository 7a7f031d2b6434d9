/// Tables of numbers as CSV.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "alembert/core/output_file.h"

namespace alembert {

/// Appends the line of names: quoted as in RFC 4180 where they need it, ending with "\n". Names that a spreadsheet
/// would take for formulas, such as -knee, and those with blanks at their ends are in backquotes as in expressions.
void append_csv_names(std::string& out, std::span<const std::string> names);
/// Appends a line of numbers. Each is the shortest decimal that reads back as the same double; NaN and infinities are
/// "nan", "inf", "-inf".
void append_csv_row(std::string& out, std::span<const double> values);

/// Writes rows of numbers under a header of names. The file appears under its name with commit(), whole; without it
/// nothing is left behind.
class CsvWriter {
 public:
  CsvWriter(std::filesystem::path target, std::span<const std::string> names);

  void row(std::span<const double> values);  ///< as many as names
  /// It is to get this name instead, on the same disk.
  void redirect(std::filesystem::path target) { file_.redirect(std::move(target)); }
  void commit();

 private:
  void flush();

  OutputFile file_;
  std::size_t columns_;
  std::string buffer_;
};

}  // namespace alembert
