/// The words of a mesh file that is text. Internal to the mesh readers.
#pragma once
#include <string>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/model/mesh_surface.h"

namespace alembert {

/// A text as words between blanks, with the place of the last one. A backslash at the end of a line joins it with the
/// next one.
class MeshWords {
 public:
  /// `by_lines`: numbers must stand in the line of what they belong to.
  MeshWords(std::string_view text, std::string file, bool by_lines)
      : text_(text), file_(std::move(file)), by_lines_(by_lines) {}

  std::string_view next();          ///< the next word; "" at the end of the text
  std::string_view next_in_line();  ///< the next word of this line; "" at its end
  void skip_line();                 ///< goes to the end of this line

  /// The next word as a finite number. Throws Error (syntax, bad_value); `what` says what it is.
  double number(std::string_view what);
  /// The same for the three coordinates of a corner.
  Vec3<double> corner();

  Source at() const;  ///< place of the last word, or of the end of the text
  [[noreturn]] void fail(Error::Code code, const std::string& message, const std::string& hint) const;

 private:
  void skip_blanks(bool and_lines);
  std::string_view take();

  std::string_view text_;
  std::string file_;
  bool by_lines_;
  std::size_t offset_ = 0;      ///< of what comes next
  std::size_t word_ = 0;        ///< offset of the last word
  int line_ = 1;                ///< of offset_
  std::size_t line_start_ = 0;  ///< offset of the line's first character
};

/// A word in quotes for messages: long ones cut, anything but plain ASCII as '?'.
std::string plain_word(std::string_view word);

/// Adds a triangle; throws Error (too_large) beyond most_triangles.
void add_triangle(Mesh& mesh, const std::array<std::uint32_t, 3>& corners, const std::string& file);

}  // namespace alembert
