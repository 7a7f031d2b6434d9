/// Taking typed values out of a table, with errors that name the key and its place.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"

namespace alembert {

/// The path of a key as people write it: "[energy] kinetic", "[coordinates] theta.start", "name".
std::string key_path(const std::string& parent, std::string_view key);

/// Throws Error (bad_value): "[energy] kinetic: expected `expected`, found a boolean"; without a hint it says how that
/// is written.
[[noreturn]] void fail_wrong_type(const Value& value, const std::string& path, std::string_view expected,
                                  std::string hint = {});

/// A table whose keys are all known beforehand.
class TableReader {
 public:
  /// Throws Error when `table` is not a table, or at its first key that is not one of `keys`, with "did you mean".
  /// `table` must outlive the reader.
  TableReader(const Value& table, std::string path, std::initializer_list<std::string_view> keys);

  const Value* find(std::string_view key) const;  ///< null when the key is not there
  /// Throws Error with the hint when the key is not there.
  const Value& need(std::string_view key, const std::string& hint) const;
  std::string text(std::string_view key, std::string_view fallback) const;
  bool boolean(std::string_view key, bool fallback) const;

  std::string path(std::string_view key) const { return key_path(path_, key); }
  const std::string& path() const { return path_; }
  const Value& table() const { return table_; }

 private:
  const Value& table_;
  std::string path_;
};

/// The entries of a table whose keys are names of the user's own, such as [parameters]; throws when it is not a table.
const std::vector<Entry>& entries_of(const Value& table, const std::string& path);

}  // namespace alembert
