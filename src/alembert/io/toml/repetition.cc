#include "alembert/io/toml/repetition.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::int64_t longest_range = 1'000'000;
constexpr std::size_t most_digits = 15;

/// Digits at the start of `text`, which they are taken from.
std::optional<std::int64_t> take_number(std::string_view& text) {
  text = trimmed(text);
  std::int64_t number = 0;
  const char* end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  const auto length = static_cast<std::size_t>(end - text.data());
  if (length == 0 || length > most_digits || text[0] == '-') return {};
  text.remove_prefix(length);
  text = trimmed(text);
  return number;
}

/// The next index of `name` from `start` on, as positions of its brackets.
struct Brackets {
  std::size_t open = std::string_view::npos;
  std::size_t close = std::string_view::npos;

  bool found() const { return close != std::string_view::npos; }
  std::string_view inside(std::string_view name) const { return name.substr(open + 1, close - open - 1); }
};

Brackets next_index(std::string_view name, std::size_t start) {
  Brackets b;
  b.open = name.find('[', start);
  if (b.open != std::string_view::npos) b.close = name.find(']', b.open);
  return b;
}

}  // namespace

std::optional<std::int64_t> plain_integer(std::string_view text) {
  text = trimmed(text);
  std::int64_t total = 0;
  char sign = '+';
  if (text.starts_with('-')) {
    sign = '-';
    text.remove_prefix(1);
  }
  while (true) {
    const std::optional<std::int64_t> number = take_number(text);
    if (!number) return {};
    total += sign == '-' ? -*number : *number;
    if (text.empty()) return total;
    sign = text[0];
    if (sign != '+' && sign != '-') return {};
    text.remove_prefix(1);
  }
}

std::int64_t whole_number(double number, const std::string& what, const Source& at) {
  constexpr double largest = 1e15;
  if (std::abs(number) <= largest && number == std::round(number)) return static_cast<std::int64_t>(number);
  throw Error(Error::Code::bad_value, what + " is " + shortest(number), at, "it must be a whole number");
}

std::string with_indices(std::string_view name, const IndexValue& value) {
  std::string result;
  std::size_t done = 0;
  for (Brackets b = next_index(name, 0); b.found(); b = next_index(name, done)) {
    if (b.inside(name).find(':') != std::string_view::npos)
      throw Error(Error::Code::bad_value, shown(name) + " is a range of names", {},
                  "a range stands in sum(...) alone, as in sum(J[0:9])");
    result.append(name.substr(done, b.open + 1 - done)).append(std::to_string(value(b.inside(name)))).append("]");
    done = b.close + 1;
  }
  return result.append(name.substr(done));
}

std::optional<std::vector<std::string>> names_of_range(std::string_view name, const IndexValue& value) {
  std::optional<Brackets> range;
  std::size_t colon = 0;
  for (Brackets b = next_index(name, 0); b.found(); b = next_index(name, b.close + 1)) {
    const std::size_t at = b.inside(name).find(':');
    if (at == std::string_view::npos) continue;
    if (range) throw Error(Error::Code::bad_value, shown(name) + " holds several ranges", {}, "write one sum for each");
    range = b;
    colon = b.open + 1 + at;
  }
  if (!range) return {};
  const std::int64_t first = value(name.substr(range->open + 1, colon - range->open - 1));
  const std::int64_t last = value(name.substr(colon + 1, range->close - colon - 1));
  if (last < first - 1 || last - first >= longest_range)
    throw Error(Error::Code::bad_value,
                "the range [" + std::to_string(first) + ":" + std::to_string(last) + "] cannot be used", {},
                last < first ? "write the lower number first; both ends belong to the range"
                             : "a range holds up to " + std::to_string(longest_range) + " numbers");
  std::vector<std::string> names;
  for (std::int64_t i = first; i <= last; ++i)
    names.push_back(numbered_name(name.substr(0, range->open), i).append(name.substr(range->close + 1)));
  return names;
}

std::string numbered_name(std::string_view name, std::int64_t number) {
  std::string result(name);
  return result.append("[").append(std::to_string(number)).append("]");
}

Repetition::Repetition(Value table) : table_(std::move(table)) {
  std::vector<Value*> open{&table_};
  while (!open.empty()) {
    Value* value = open.back();
    open.pop_back();
    if (value->is(Value::Kind::text) && value->text.find('#') != std::string::npos)
      texts_.push_back({value, value->text});
    for (Value& item : value->items) open.push_back(&item);
    for (Entry& entry : value->entries) open.push_back(&entry.value);
  }
}

const Value& Repetition::copy(std::int64_t number) {
  const std::string digits = std::to_string(number);
  for (const Text& text : texts_) {
    std::string& spelled = text.value->text;
    spelled.clear();
    for (const char c : text.written)
      if (c == '#')
        spelled += digits;
      else
        spelled += c;
  }
  return table_;
}

}  // namespace alembert
