/// Walking over a text that may hold comments, with line and column. Internal to io/.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "alembert/io/toml/document.h"

namespace alembert {

/// A position in a UTF-8 text.
class AdmCursor {
 public:
  /// Throws Error (syntax) at the first byte that is not UTF-8. `text` must outlive this.
  AdmCursor(std::string_view text, std::string file);

  bool at_end() const { return next_ == text_.size(); }
  /// The byte `ahead` of the position; a zero byte behind the end.
  char peek(std::size_t ahead = 0) const { return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0'; }
  std::string_view rest() const { return text_.substr(next_); }
  void advance(std::size_t bytes = 1);
  bool at_comment() const;
  /// Over blanks, line breaks and comments. Throws Error (syntax) for a comment that is never closed.
  void skip_blanks();

  Place place() const { return place_; }
  const std::shared_ptr<const std::string>& file() const { return file_; }
  [[noreturn]] void fail(const std::string& message, Place at, const std::string& hint) const;
  /// What stands at the position, for errors.
  std::string shown_here() const;

 private:
  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::size_t next_ = 0;
  Place place_{1, 1};
};

}  // namespace alembert
