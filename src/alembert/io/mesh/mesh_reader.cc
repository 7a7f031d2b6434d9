#include "alembert/io/mesh/mesh_reader.h"

#include <algorithm>
#include <system_error>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/io/mesh/mesh_reader_text.h"

namespace alembert {
namespace {

std::string lower_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

/// A pipe or a device would make the reader wait, or never end.
void check_plain_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return;
  throw Error(Error::Code::unreadable, "cannot read '" + path.string() + "': it is not a plain file");
}

}  // namespace

Mesh read_mesh(const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  if (ending != ".stl" && ending != ".obj")
    throw Error(Error::Code::unsupported, "a mesh file with the ending " + plain_word(ending) + " cannot be read", {},
                "export the mesh as .stl or .obj");
  check_plain_file(path);
  const std::string content = read_file(path, largest_mesh_file);
  return ending == ".stl" ? parse_stl(content, path.string()) : parse_obj(content, path.string());
}

}  // namespace alembert
