#include "alembert/io/tables/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/io/formulas/plain_name.h"

namespace alembert {

CsvReader::CsvReader(std::filesystem::path path) : path_(std::move(path)) {
  const auto unreadable = [&](const std::string& why) {
    return Error(Error::Code::unreadable, "cannot read '" + path_.string() + "': " + why);
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) throw unreadable("it is a folder");
  file_.open(path_, std::ios::binary);
  if (!file_) throw unreadable("there is no such file, or it may not be read");
  if (!read_line()) throw unreadable("it is empty");
  const auto binary = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  if (std::ranges::any_of(text_, binary))
    throw Error(Error::Code::unreadable, "'" + path_.string() + "' is not a text file", {},
                "give a CSV file: a line of names and lines of numbers, separated by commas");
  std::string_view rest = text_;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  std::unordered_set<std::string> seen;
  for (bool more = true; more;) {
    const std::string_view at = rest;
    more = rest.find(',') != std::string_view::npos;
    std::string name = plain_name(take_field(rest));
    more = more && rest.data() != nullptr;
    if (!seen.insert(name).second)
      throw Error(Error::Code::duplicate_name, "two columns are named '" + name + "'",
                  {path_.string(), line_, static_cast<int>(at.data() - text_.data()) + 1});
    names_.push_back(std::move(name));
  }
  values_.resize(names_.size());
}

/// Goes to the next line that holds anything.
bool CsvReader::read_line() {
  while (std::getline(file_, text_)) {
    ++line_;
    if (text_.ends_with('\r')) text_.pop_back();
    // A quoted name may hold line breaks.
    for (std::string more; std::ranges::count(text_, '"') % 2 != 0 && std::getline(file_, more); ++line_)
      text_ += "\n" + more;
    if (!trimmed(text_).empty()) return true;
  }
  return false;
}

std::string_view CsvReader::take_field(std::string_view& rest) {
  const std::size_t quote = rest.find_first_not_of(" \t");
  if (quote == std::string_view::npos || rest[quote] != '"') {
    const std::size_t end = rest.find(',');
    const std::string_view field = trimmed(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return field;
  }
  unquoted_.clear();
  std::size_t k = quote + 1;
  for (; k < rest.size(); ++k) {
    if (rest[k] != '"')
      unquoted_ += rest[k];
    else if (k + 1 < rest.size() && rest[k + 1] == '"')
      unquoted_ += rest[k++];
    else
      break;
  }
  if (k >= rest.size()) fail(rest, "a quote is not closed");
  const std::size_t end = rest.find(',', k);
  if (!trimmed(rest.substr(k + 1, end == std::string_view::npos ? end : end - k - 1)).empty())
    fail(rest.substr(k + 1), "expected a comma behind the quote");
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return unquoted_;
}

void CsvReader::fail(std::string_view at, const std::string& message, const std::string& hint) const {
  const int column = at.data() == nullptr ? static_cast<int>(text_.size()) : static_cast<int>(at.data() - text_.data());
  throw Error(Error::Code::syntax, message, {path_.string(), line_, column + 1}, hint);
}

bool CsvReader::next() {
  if (!read_line()) return false;
  std::string_view rest = text_;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string_view at = rest;
    if (at.data() == nullptr)
      fail(at, "the line has " + std::to_string(i) + " values, but there are " + std::to_string(names_.size()) +
                   " columns");
    const std::string_view field = take_field(rest);
    const char* first = field.data() + (field.starts_with('+') ? 1 : 0);
    const char* last = field.data() + field.size();
    const auto read = std::from_chars(first, last, values_[i]);
    const bool overflow = read.ec == std::errc::result_out_of_range;
    if ((read.ec != std::errc() && !overflow) || read.ptr != last)
      fail(at, "column '" + names_[i] + "': expected a number, found '" + std::string(field.substr(0, 40)) + "'");
    if (overflow) fail(at, "column '" + names_[i] + "': the number is beyond what doubles can hold");
  }
  if (rest.data() != nullptr) fail(rest, "the line has more than " + std::to_string(names_.size()) + " values");
  return true;
}

}  // namespace alembert
