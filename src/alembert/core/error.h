/// The one exception of the library, and the place in the user's input that it speaks of.
#pragma once
#include <stdexcept>
#include <string>

namespace alembert {

/// A place in a file of the user's. Lines and columns count from 1; line 0 means "no place known".
struct Source {
  std::string file;
  int line = 0;
  int column = 0;
};

/// What the user gave cannot be used: a bad file, an unknown name, an impossible request.
///
/// what() reads "file:line:column: message", with "  hint: ..." on the next line when there is one. Faults of our own
/// code are assert()s; a solver that does not converge returns a status instead (see system/status.h).
class Error : public std::runtime_error {
 public:
  enum class Code {
    syntax,          ///< not TOML, or not an expression
    unknown_name,    ///< a name or key that was never defined
    duplicate_name,  ///< a name defined twice
    bad_value,       ///< wrong type, wrong unit, out of range, not finite
    cyclic,          ///< definitions that need each other
    too_large,       ///< a size budget was used up
    unsupported,     ///< understood, but this version cannot do it
    singular,        ///< the equations cannot be solved at the state that was given
    unreadable,      ///< a file of the user's that cannot be read
    file,            ///< a file or folder that cannot be written
  };

  Error(Code code, std::string message, Source at = {}, std::string hint = {});

  Code code() const { return code_; }
  const Source& at() const { return at_; }
  const std::string& message() const { return message_; }  ///< without place and hint
  const std::string& hint() const { return hint_; }

 private:
  Code code_;
  std::string message_;
  Source at_;
  std::string hint_;
};

}  // namespace alembert
