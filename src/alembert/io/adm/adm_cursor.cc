#include "alembert/io/adm/adm_cursor.h"

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// How many bytes the character at the start of `text` has; 0 when they are not UTF-8: also for spellings that are
/// longer than needed, halves of surrogate pairs, and beyond U+10FFFF.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t size = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if (!continues_character(text[i])) return 0;
  const bool too_long = (first == 0xE0U && byte(1) < 0xA0U) || (first == 0xF0U && byte(1) < 0x90U);
  const bool surrogate = first == 0xEDU && byte(1) >= 0xA0U;
  const bool beyond = first == 0xF4U && byte(1) >= 0x90U;
  return too_long || surrogate || beyond ? 0 : size;
}

}  // namespace

AdmCursor::AdmCursor(std::string_view text, std::string file)
    : text_(text), file_(std::make_shared<const std::string>(std::move(file))) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
  for (std::size_t i = 0; i < text_.size();) {
    const std::size_t size = character_size(text_.substr(i));
    if (size == 0) {
      const Source at = place_in(text_, i, {*file_, 1, 1});
      throw Error(Error::Code::syntax, "the file is not UTF-8 text", at, "save it as UTF-8 or plain ASCII");
    }
    i += size;
  }
}

void AdmCursor::advance(std::size_t bytes) {
  for (; bytes > 0 && !at_end(); --bytes) {
    const char c = text_[next_++];
    if (c == '\n')
      place_ = {place_.line + 1, 1};
    else if (!continues_character(peek()))
      ++place_.column;
  }
}

bool AdmCursor::at_comment() const { return peek() == '%' || (peek() == '/' && (peek(1) == '/' || peek(1) == '*')); }

void AdmCursor::skip_blanks() {
  while (!at_end()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      advance();
    } else if (at_comment()) {
      const bool block = peek(1) == '*' && c == '/';
      const Place start = place_;
      const std::size_t end = rest().find(block ? "*/" : "\n", block ? 2 : 0);
      if (block && end == std::string_view::npos) fail("a comment is never closed", start, "close it with */");
      advance(end == std::string_view::npos ? rest().size() : end + (block ? 2 : 1));
    } else {
      return;
    }
  }
}

void AdmCursor::fail(const std::string& message, Place at, const std::string& hint) const {
  throw Error(Error::Code::syntax, message, {*file_, at.line, at.column}, hint);
}

std::string AdmCursor::shown_here() const {
  if (at_end()) return "the end of the file";
  return shown(rest().substr(0, character_size(rest())));
}

}  // namespace alembert
