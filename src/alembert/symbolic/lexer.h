/// The words of the expression language, and where they stand.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "alembert/core/error.h"

namespace alembert {

/// One word of an expression.
struct Token {
  enum class Kind {
    end,
    number,
    name,   ///< with its primes
    prime,  ///< a prime that follows no name
    open,
    close,
    comma,
    plus,
    minus,
    star,
    slash,
    caret,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    word_and,
    word_or,
    word_not,
  };

  Kind kind = Kind::end;
  std::string_view text;  ///< as written
  std::size_t offset = 0;
  std::string_view name;  ///< of a name: without backquotes and primes; valid until the next token is read
  int primes = 0;
  bool quoted = false;  ///< written in backquotes, so neither a function nor a constant of the language
};

/// Reads an expression word by word. Errors point into the text, whose first character stands at `at`.
class Lexer {
 public:
  Lexer(std::string_view text, const Source& at) : text_(text), at_(at) {}

  Token next();
  /// True when the next word is an opening parenthesis.
  bool at_parenthesis() const;
  /// The place of the character at `offset`; columns count characters, not bytes.
  Source place(std::size_t offset) const;

 private:
  void skip_space();
  Token number();
  Token name();
  Token symbol();
  Token take(Token::Kind kind, std::size_t length);
  void quoted_part();
  void index_part();
  [[noreturn]] void fail(std::size_t offset, const std::string& message, const std::string& hint) const;

  std::string_view text_;
  const Source& at_;
  std::size_t next_ = 0;
  std::string unquoted_;  ///< the name being read, when it has backquotes
};

/// The place of the character at `offset` of a text whose first character stands at `at`.
Source place_in(std::string_view text, std::size_t offset, const Source& at);

/// Text of the user's for an error message: in quotes, cut when long, without control characters.
std::string shown(std::string_view text);

/// A name as it must be written in an expression: in backquotes unless it is an identifier and not a reserved word.
std::string written_name(std::string_view name);

}  // namespace alembert
