/// A configuration file as a tree: what the readers in io/ see, whatever library parsed it.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/core/error.h"

namespace alembert {

struct Entry;

/// Line and column, counted from 1; columns count characters, not bytes.
struct Place {
  int line = 0;
  int column = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// One value of a file with its place.
struct Value {
  enum class Kind : std::uint8_t {
    text,
    integer,
    real,
    boolean,
    array,
    table,
    other,  ///< dates and times, which no model needs
  };

  Kind kind = Kind::table;
  bool boolean = false;
  double number = 0.0;         ///< of integer and real; may be infinite or NaN
  std::string text;            ///< of text: the content; of a finite number: a decimal that spells it exactly
  std::vector<Value> items;    ///< of an array
  std::vector<Entry> entries;  ///< of a table, in file order
  Place place;                 ///< first character: the quote, the digit, the bracket
  Place text_place;            ///< of text: first character inside the quotes
  std::shared_ptr<const std::string> file;

  Source at() const { return {file ? *file : std::string(), place.line, place.column}; }
  Source text_at() const { return {file ? *file : std::string(), text_place.line, text_place.column}; }
  bool is(Kind k) const { return kind == k; }
  /// Of a table: the entry with this key, or null. Linear in the number of entries.
  const Entry* find(std::string_view key) const;
};

/// A key and its value.
struct Entry {
  std::string key;
  Place place;  ///< of the key
  Value value;

  Source at() const { return {value.file ? *value.file : std::string(), place.line, place.column}; }
};

/// What a value is, for errors: "a boolean", "a list".
std::string_view describe(Value::Kind kind);

/// Largest file that read_toml takes, in bytes.
constexpr std::size_t largest_file = std::size_t{16} << 20U;

/// The tree of a TOML file. Throws Error (syntax) with the place where it is not TOML, Error (too_large) where its keys
/// or values nest too deeply or are too many, Error (file) when it cannot be read.
Value read_toml(const std::filesystem::path& path);

/// The same for text in memory; `file` is what errors call it.
Value parse_toml(std::string_view text, std::string file);

}  // namespace alembert
