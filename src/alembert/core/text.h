/// Small helpers on text: numbers that read back exactly, natural order of names, "did you mean".
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// The shortest decimal text that reads back as exactly `value`; "nan", "inf" and "-inf" where it is not finite.
std::string shortest(double value);

/// Digits and letters of ASCII, whatever the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// The bytes 0 to 31 and 127, which no line of text shows.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
/// A byte of UTF-8 that goes on with a character instead of beginning one.
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Compares names as people order them: digits as numbers, so "th2" comes before "th10". Negative, zero, positive.
int compare_natural(std::string_view a, std::string_view b);

/// Text without blanks, tabs and line breaks at its ends.
std::string_view trimmed(std::string_view text);

/// The first `sign` at `from` or behind it that does not belong to a name in backquotes; npos where there is none.
std::size_t find_outside_names(std::string_view text, char sign, std::size_t from = 0);

/// The parts of "a, f(b, c), `d,e`" between commas that are outside parentheses and of names in backquotes, without
/// blanks around them; at least one.
std::vector<std::string> split_list(std::string_view text);

/// `items` joined with `separator` between them.
std::string join(std::span<const std::string> items, std::string_view separator);

/// The word of `known` nearest to `word` (edit distance at most a third of its length, at
/// least 1, and less than all of it), or "".
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// A hint for an unknown word: "did you mean 'x'?" with the nearest word, or else one that begins with it; the list of
/// what is known when there is neither.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace alembert
