#include "alembert/io/toml/toml_guard.h"

#include <cstddef>

#include "alembert/core/error.h"

namespace alembert {
namespace {

constexpr std::size_t most_parts = 16;
constexpr std::size_t most_dotted_keys = 20'000;
constexpr std::size_t most_table_arrays = 20'000;
constexpr std::size_t most_toml_values = 4'000'000;

/// Walks over the text, skipping comments and strings, and counts what is limited.
class Guard {
 public:
  Guard(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void check() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        skip_comment();
      else if (c == '"' || c == '\'')
        skip_string(c);
      else
        count(c);
    }
  }

 private:
  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void skip_string(char quote) {
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool multi_line = text_.substr(at_, 3) == triple;
    for (at_ += multi_line ? 3 : 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\' && quote == '"') {
        ++at_;
        if (at_ < text_.size() && text_[at_] == '\n') next_line();
      } else if (text_[at_] == '\n') {
        if (!multi_line) return;  // the string was never closed: the parser will say so
        next_line();
      } else if (text_[at_] == quote && (!multi_line || text_.substr(at_, 3) == triple)) {
        at_ += multi_line ? 3 : 1;
        return;
      }
    }
  }

  void count(char c) {
    switch (c) {
      case '.':
        if (++dots_ >= most_parts) fail("a dotted key has more than " + std::to_string(most_parts) + " parts");
        break;
      case '=':
        if (dots_ > 0 && ++dotted_keys_ > most_dotted_keys)
          fail("more than " + std::to_string(most_dotted_keys) + " dotted keys");
        count_value();
        break;
      case ',': count_value(); break;
      case '[':
        if (at_ == line_start_ && text_.substr(at_, 2) == "[[" && ++table_arrays_ > most_table_arrays)
          fail("more than " + std::to_string(most_table_arrays) + " [[tables]]");
        dots_ = 0;
        break;
      case ']':
      case '{':
      case '}': dots_ = 0; break;
      case '\n':
        dots_ = 0;
        next_line();
        break;
      default: break;
    }
    ++at_;
  }

  void count_value() {
    dots_ = 0;
    if (++values_ > most_toml_values) fail("more than " + std::to_string(most_toml_values) + " values");
  }

  void next_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(Error::Code::too_large, what, {file_, line_, static_cast<int>(at_ - line_start_) + 1},
                "a model file needs far fewer");
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t line_start_ = 0;
  std::size_t dots_ = 0;  ///< in the key (or number) being passed
  std::size_t dotted_keys_ = 0;
  std::size_t table_arrays_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

void check_toml_limits(std::string_view text, const std::string& file) { Guard(text, file).check(); }

}  // namespace alembert
