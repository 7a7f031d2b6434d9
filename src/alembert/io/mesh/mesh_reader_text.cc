#include "alembert/io/mesh/mesh_reader_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "alembert/core/text.h"

namespace alembert {
namespace {

bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

}  // namespace

std::string plain_word(std::string_view word) {
  constexpr std::size_t longest = 30;
  std::string result = "'";
  for (const char c : word.substr(0, longest)) result += c > 0x20 && c < 0x7f ? c : '?';
  return result + (word.size() > longest ? "...'" : "'");
}

void add_triangle(Mesh& mesh, const std::array<std::uint32_t, 3>& corners, const std::string& file) {
  if (mesh.triangles.size() >= most_triangles)
    throw Error(Error::Code::too_large, "the mesh has more than " + std::to_string(most_triangles) + " triangles",
                {file, 0, 0}, "export a coarser one: mass properties need no fine detail");
  mesh.triangles.push_back(corners);
}

void MeshWords::skip_blanks(bool and_lines) {
  for (; offset_ < text_.size(); ++offset_) {
    const bool joined = text_[offset_] == '\\' &&
                        (text_.substr(offset_ + 1).starts_with('\n') || text_.substr(offset_ + 1).starts_with("\r\n"));
    if (joined) offset_ += text_[offset_ + 1] == '\n' ? 1 : 2;
    if (text_[offset_] == '\n' && (and_lines || joined)) {
      ++line_;
      line_start_ = offset_ + 1;
    } else if (!is_gap(text_[offset_])) {
      return;
    }
  }
}

std::string_view MeshWords::take() {
  word_ = offset_;
  while (offset_ < text_.size() && !is_gap(text_[offset_]) && text_[offset_] != '\n') ++offset_;
  return text_.substr(word_, offset_ - word_);
}

std::string_view MeshWords::next() {
  skip_blanks(true);
  return take();
}

std::string_view MeshWords::next_in_line() {
  skip_blanks(false);
  return take();
}

void MeshWords::skip_line() {
  while (offset_ < text_.size() && text_[offset_] != '\n') ++offset_;
}

Source MeshWords::at() const {
  const std::string_view before = text_.substr(line_start_, word_ - line_start_);
  return {file_, line_,
          1 + static_cast<int>(std::ranges::count_if(before, [](char c) { return !continues_character(c); }))};
}

void MeshWords::fail(Error::Code code, const std::string& message, const std::string& hint) const {
  throw Error(code, message, at(), hint);
}

double MeshWords::number(std::string_view what) {
  const std::string_view word = by_lines_ ? next_in_line() : next();
  if (word.empty())
    fail(Error::Code::syntax,
         std::string(by_lines_ ? "the line" : "the file") + " ends where " + std::string(what) + " should be",
         "a corner has three numbers");
  std::string_view digits = word;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    fail(Error::Code::bad_value, std::string(what) + " is " + plain_word(word) + ", beyond the range of numbers",
         "is the mesh in a sensible unit?");
  if (error != std::errc() || end != digits.data() + digits.size())
    fail(Error::Code::syntax, std::string(what) + " is " + plain_word(word) + ", not a number",
         "numbers are written like 1.5 or 1e-3");
  if (!std::isfinite(value))
    fail(Error::Code::bad_value, std::string(what) + " is " + plain_word(word), "coordinates must be finite");
  return value;
}

Vec3<double> MeshWords::corner() {
  const double x = number("the x of a corner");
  const double y = number("the y of a corner");
  const double z = number("the z of a corner");
  return {x, y, z};
}

}  // namespace alembert
