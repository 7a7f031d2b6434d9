/// Tables with `count`, and the numbers in names such as link[3].
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"

namespace alembert {

/// Works out the text between the brackets of an index.
using IndexValue = std::function<std::int64_t(std::string_view)>;

/// The value of "3", "-1" or "3 - 1"; empty for anything that needs a parser.
std::optional<std::int64_t> plain_integer(std::string_view text);

/// `number` as an integer. Throws Error (bad_value) naming `what` when it is not one.
std::int64_t whole_number(double number, const std::string& what, const Source& at);

/// `name` with every index worked out: "link[3-1].tip" becomes "link[2].tip".
/// Throws Error (bad_value) without place when an index is a range.
std::string with_indices(std::string_view name, const IndexValue& value);

/// What "J[0:9]" stands for: J[0] ... J[9], both ends included; none for [0:-1]. Empty when there is no range.
/// Throws Error without place when there are several ranges, or the range is too long or runs backwards.
std::optional<std::vector<std::string>> names_of_range(std::string_view name, const IndexValue& value);

/// "link[3]"
std::string numbered_name(std::string_view name, std::int64_t number);

/// One table of a file as often as it is repeated: `#` in its strings becomes the running number.
class Repetition {
 public:
  explicit Repetition(Value table);
  Repetition(const Repetition&) = delete;
  Repetition& operator=(const Repetition&) = delete;

  /// The table with this number; valid until the next call.
  const Value& copy(std::int64_t number);

 private:
  struct Text {
    Value* value;
    std::string written;
  };

  Value table_;
  std::vector<Text> texts_;  ///< those with a running number
};

}  // namespace alembert
