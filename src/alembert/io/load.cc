#include "alembert/io/load.h"

#include <algorithm>
#include <array>
#include <string>

#include "alembert/io/document.h"
#include "alembert/io/lagrangian_reader.h"

namespace alembert {
namespace {

constexpr const char* formats = "model files end in .toml (.urdf, .xml and .adm will follow)";

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

}  // namespace

Lagrangian load_lagrangian(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  const Source at{path.string(), 0, 0};
  if (extension == ".toml") return read_lagrangian(read_toml(path));
  constexpr std::array<const char*, 3> later{".urdf", ".xml", ".adm"};
  if (std::ranges::find(later, extension) != later.end())
    throw Error(Error::Code::unsupported, extension + " files cannot be read yet", at, formats);
  if (extension.empty()) throw Error(Error::Code::unsupported, "the file name has no extension", at, formats);
  throw Error(Error::Code::unsupported, "unknown kind of file '" + extension + "'", at, formats);
}

}  // namespace alembert
