#include "alembert/core/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace alembert {
namespace {

/// Number of single-character edits (insert, delete, replace, swap neighbours) between two short words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

int compare_natural(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      std::size_t i_end = i, j_end = j;
      while (i_end < a.size() && is_digit(a[i_end])) ++i_end;
      while (j_end < b.size() && is_digit(b[j_end])) ++j_end;
      std::string_view x = a.substr(i, i_end - i), y = b.substr(j, j_end - j);
      while (x.size() > 1 && x.front() == '0') x.remove_prefix(1);
      while (y.size() > 1 && y.front() == '0') y.remove_prefix(1);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      if (const int c = x.compare(y); c != 0) return c;
      i = i_end;
      j = j_end;
    } else {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
      ++i;
      ++j;
    }
  }
  if (i < a.size()) return 1;
  if (j < b.size()) return -1;
  return a.compare(b);  // equal but for leading zeros: any fixed order
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string join(std::span<const std::string> items, std::string_view separator) {
  std::string text;
  for (const std::string& item : items) {
    if (&item != items.data()) text += separator;
    text += item;
  }
  return text;
}

std::size_t find_outside_names(std::string_view text, char sign, std::size_t from) {
  bool in_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') in_name = !in_name;
    if (i >= from && !in_name && text[i] == sign) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items(1);
  int depth = 0;
  bool in_name = false;
  for (const char c : text) {
    if (c == '`') in_name = !in_name;
    if (!in_name) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0 && !in_name)
      items.emplace_back();
    else
      items.back() += c;
  }
  for (std::string& item : items) item = std::string(trimmed(item));
  return items;
}

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t longest = 64;  // beyond this a typing slip is not what went wrong
  if (word.size() > longest) return {};
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : known) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best && distance < word.size()) {  // something of the word must be left
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

namespace {

/// The shortest word that goes on where this one ends, as damping after damp; "" when none does.
std::string longer_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t fewest = 3;  // letters that say what was meant
  std::string found;
  for (const std::string& candidate : known)
    if (word.size() >= fewest && candidate.starts_with(word) && (found.empty() || candidate.size() < found.size()))
      found = candidate;
  return found;
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  std::string near = nearest_word(word, known);
  if (near.empty()) near = longer_word(word, known);
  if (!near.empty()) return "did you mean '" + near + "'?";
  if (known.empty()) return {};
  constexpr std::size_t most = 40;
  std::string text = "known here: " + join(known.first(std::min(known.size(), most)), ", ");
  if (known.size() > most) text += ", ...";
  return text;
}

}  // namespace alembert
