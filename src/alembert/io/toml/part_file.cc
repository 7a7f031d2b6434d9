#include "alembert/io/toml/part_file.h"

#include <system_error>

namespace alembert {

void check_part_file(const std::filesystem::path& path, const Source& at) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_regular_file(status)) return;
  const bool exists = std::filesystem::exists(status);
  throw Error(
      Error::Code::unreadable,
      "cannot read '" + path.string() + "': " + (exists ? "it is not an ordinary file" : "there is no such file"), at,
      "files are looked for relative to the folder of the file that names them");
}

}  // namespace alembert
