/// What the parser says when an expression cannot be read.
#pragma once
#include <string>

#include "alembert/symbolic/language_functions.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Throws the errors of one expression, each pointing at its character.
class ParseError {
 public:
  ParseError(const Lexer& lexer, const Names& names) : lexer_(lexer), names_(names) {}

  /// `token` stands where a value must be; `before` is the word in front of it (kind end: none).
  [[noreturn]] void missing_operand(const Token& token, const Token& before) const;
  /// `token` starts a value right after the value that ends with `before`.
  [[noreturn]] void missing_operator(const Token& token, const Token& before) const;
  /// A name that is followed by a parenthesis but is not a function.
  [[noreturn]] void not_a_function(const Token& name) const;
  [[noreturn]] void unknown_name(const Token& name) const;
  [[noreturn]] void wrong_count(std::string_view function, std::size_t takes, std::size_t given,
                                std::size_t offset) const;
  [[noreturn]] void fail(std::size_t offset, const std::string& message, const std::string& hint) const;

 private:
  const Lexer& lexer_;
  const Names& names_;
};

}  // namespace alembert
