/// STL: lists of triangles, each with its own three corners.
/// Text: solid NAME / facet normal x y z / outer loop / vertex x y z (three) / endloop / endfacet / endsolid NAME.
/// Binary: 80 bytes of anything, the number of triangles as a 32-bit integer, then 50 bytes for each: normal and three
/// corners as 32-bit reals, and 2 bytes of anything; all little-endian.
#include <bit>
#include <cmath>
#include <cstdint>

#include "alembert/io/mesh/mesh_reader.h"
#include "alembert/io/mesh/mesh_reader_text.h"

namespace alembert {
namespace {

constexpr std::size_t head_size = 84;
constexpr std::size_t triangle_size = 50;

std::uint32_t integer_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(bytes[offset + i]);
  return value;
}

double real_at(std::string_view bytes, std::size_t offset) {
  return static_cast<double>(std::bit_cast<float>(integer_at(bytes, offset)));
}

void add_separate(Mesh& mesh, const std::array<Vec3<double>, 3>& corners, const std::string& file) {
  const auto first = static_cast<std::uint32_t>(mesh.corners.size());
  add_triangle(mesh, {first, first + 1, first + 2}, file);
  mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.end());
}

bool same_word(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i] >= 'A' && word[i] <= 'Z' ? static_cast<char>(word[i] - 'A' + 'a') : word[i];
    if (c != lower[i]) return false;
  }
  return true;
}

void expect(MeshWords& words, std::string_view expected) {
  const std::string_view word = words.next();
  if (same_word(word, expected)) return;
  if (word.empty())
    words.fail(Error::Code::syntax, "the file ends where '" + std::string(expected) + "' should be", "is it complete?");
  words.fail(Error::Code::syntax, "'" + std::string(expected) + "' expected, found " + plain_word(word),
             "a triangle is: facet normal x y z, outer loop, three lines vertex x y z, endloop, endfacet");
}

void read_facet(MeshWords& words, Mesh& mesh, const std::string& file) {
  expect(words, "normal");
  // Normals are not used, and some programs write "nan" for that of a triangle without area.
  for (int i = 0; i < 3; ++i) static_cast<void>(words.next());
  expect(words, "outer");
  expect(words, "loop");
  std::array<Vec3<double>, 3> corners;
  for (Vec3<double>& corner : corners) {
    expect(words, "vertex");
    corner = words.corner();
  }
  expect(words, "endloop");
  expect(words, "endfacet");
  add_separate(mesh, corners, file);
}

Mesh parse_text(std::string_view content, const std::string& file) {
  Mesh mesh;
  MeshWords words(content, file, false);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (same_word(word, "facet"))
      read_facet(words, mesh, file);
    else if (same_word(word, "solid") || same_word(word, "endsolid"))
      words.skip_line();  // a name, which may hold any words
    else
      words.fail(Error::Code::syntax, "'facet' or 'endsolid' expected, found " + plain_word(word),
                 "text STL starts with 'solid' and lists triangles as 'facet normal x y z ... endfacet'");
  }
  return mesh;
}

Mesh parse_binary(std::string_view content, const std::string& file) {
  const std::size_t count = integer_at(content, head_size - 4);
  const std::size_t room = (content.size() - head_size) / triangle_size;
  if (count > room)
    throw Error(
        Error::Code::syntax,
        "the STL file announces " + std::to_string(count) + " triangles and has room for " + std::to_string(room),
        {file, 0, 0}, "it is cut short, or no STL file: text STL starts with the word 'solid'");
  Mesh mesh;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<Vec3<double>, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t offset = head_size + i * triangle_size + 12 * (k + 1);
      corners[k] = {real_at(content, offset), real_at(content, offset + 4), real_at(content, offset + 8)};
      if (!std::isfinite(corners[k].x) || !std::isfinite(corners[k].y) || !std::isfinite(corners[k].z))
        throw Error(Error::Code::bad_value,
                    "triangle " + std::to_string(i + 1) + " of the STL file has a corner that is not finite",
                    {file, 0, 0}, "export the mesh again");
    }
    add_separate(mesh, corners, file);
  }
  return mesh;
}

/// Headers of binary files may start with "solid" too: their size decides first.
bool is_binary(std::string_view content) {
  if (content.size() < head_size) return false;
  if (content.size() == head_size + triangle_size * std::size_t{integer_at(content, head_size - 4)}) return true;
  MeshWords words(content.substr(0, head_size), {}, false);
  return !same_word(words.next(), "solid");
}

}  // namespace

Mesh parse_stl(std::string_view content, const std::string& file) {
  Mesh mesh = is_binary(content) ? parse_binary(content, file) : parse_text(content, file);
  if (mesh.triangles.empty())
    throw Error(Error::Code::bad_value, "the STL file has no triangles", {file, 0, 0}, "export the mesh again");
  return mesh;
}

}  // namespace alembert
