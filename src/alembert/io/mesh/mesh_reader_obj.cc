/// Wavefront OBJ: lines "v x y z" are corners, lines "f i j k ..." faces by the corners' numbers from 1; negative
/// numbers count back from the last corner so far. "i/t/n" adds texture and normal, which are not used; so are all
/// other lines.
#include <charconv>
#include <cstdint>

#include "alembert/io/mesh/mesh_reader.h"
#include "alembert/io/mesh/mesh_reader_text.h"

namespace alembert {
namespace {

/// Index into the corners of "7", "-1", "7/1/3".
std::uint32_t corner_index(const MeshWords& words, std::string_view word, std::size_t count) {
  const std::string_view digits = word.substr(0, word.find('/'));
  long long number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
    words.fail(Error::Code::syntax, "a face has the corner " + plain_word(word) + ", not a whole number",
               "a face is: f 1 2 3, or f 1/1/1 2/2/1 3/3/1");
  const auto corners = static_cast<long long>(count);
  const long long index = number > 0 ? number - 1 : corners + number;
  if (number == 0 || index < 0 || index >= corners)
    words.fail(Error::Code::bad_value,
               "a face has the corner " + plain_word(word) + ", but there are " + std::to_string(count) + " so far",
               "corners count from 1, or from -1 backwards, and stand above the faces that use them");
  return static_cast<std::uint32_t>(index);
}

void read_face(MeshWords& words, Mesh& mesh, const std::string& file) {
  std::uint32_t first = 0, last = 0;
  std::size_t count = 0;
  for (std::string_view word = words.next_in_line(); !word.empty() && word.front() != '#';
       word = words.next_in_line()) {
    const std::uint32_t index = corner_index(words, word, mesh.corners.size());
    if (count == 0) first = index;
    if (count >= 2) add_triangle(mesh, {first, last, index}, file);
    last = index;
    ++count;
  }
  if (count < 3)
    words.fail(Error::Code::syntax, "a face has " + std::to_string(count) + " corners", "a face has at least three");
}

}  // namespace

Mesh parse_obj(std::string_view content, const std::string& file) {
  Mesh mesh;
  MeshWords words(content, file, true);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "v") {
      if (mesh.corners.size() >= 3 * most_triangles)
        words.fail(Error::Code::too_large, "the mesh has more than " + std::to_string(3 * most_triangles) + " corners",
                   "export a coarser one: mass properties need no fine detail");
      mesh.corners.push_back(words.corner());
    } else if (word == "f") {
      read_face(words, mesh, file);
    }
    words.skip_line();
  }
  if (mesh.triangles.empty())
    throw Error(Error::Code::bad_value, "the OBJ file has no faces", {file, 0, 0}, "faces are lines: f 1 2 3");
  return mesh;
}

}  // namespace alembert
