/// Reading tables of numbers that users bring.
#pragma once
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// A CSV file (RFC 4180) with a line of names and lines of numbers, read line by line. Lines may end in CR LF, numbers
/// may stand between blanks and quotes, names in backquotes; lines without anything are passed over. Errors name file,
/// line and column.
class CsvReader {
 public:
  /// Reads the names. Throws Error (unreadable) when there is no such file, or no line in it; (duplicate_name) when a
  /// name comes twice.
  explicit CsvReader(std::filesystem::path path);

  const std::vector<std::string>& names() const { return names_; }
  /// Reads the next line of numbers; false at the end of the file. Throws Error (syntax) where a line does not hold one
  /// number for each name. NaN and infinities are numbers.
  bool next();
  std::span<const double> values() const { return values_; }  ///< of the last line read, [name]
  int line() const { return line_; }                          ///< its number, from 1

 private:
  bool read_line();
  [[noreturn]] void fail(std::string_view at, const std::string& message, const std::string& hint = {}) const;
  /// Takes the next field off the front of `rest`, without quotes.
  std::string_view take_field(std::string_view& rest);

  std::filesystem::path path_;
  std::ifstream file_;
  std::string text_, unquoted_;
  int line_ = 0;
  std::vector<std::string> names_;
  std::vector<double> values_;
};

}  // namespace alembert
