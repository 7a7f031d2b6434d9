#include "alembert/core/error.h"

#include <utility>

namespace alembert {
namespace {

std::string compose(const std::string& message, const Source& at, const std::string& hint) {
  std::string text;
  if (!at.file.empty()) {
    text += at.file;
    text += ':';
  }
  if (at.line > 0) {
    text += std::to_string(at.line);
    text += ':';
    text += std::to_string(at.column);
    text += ':';
  }
  if (!text.empty()) text += ' ';
  text += message;
  if (!hint.empty()) {
    text += "\n  hint: ";
    text += hint;
  }
  return text;
}

}  // namespace

Error::Error(Code code, std::string message, Source at, std::string hint)
    : std::runtime_error(compose(message, at, hint)),
      code_(code),
      message_(std::move(message)),
      at_(std::move(at)),
      hint_(std::move(hint)) {}

}  // namespace alembert
