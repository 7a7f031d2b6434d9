#include "alembert/workbench/stopped_folder.h"

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"

namespace alembert {

std::filesystem::path stopped_folder(const std::filesystem::path& folder) { return folder / "stopped"; }

std::filesystem::path make_stopped_folder(const std::filesystem::path& folder) {
  std::filesystem::path other = stopped_folder(folder);
  std::error_code ignored;
  if (std::filesystem::is_symlink(other, ignored))
    throw Error(Error::Code::file, "cannot write into '" + other.string() + "': it is a symbolic link", {},
                "remove it, or choose another folder");
  make_folder(other);
  return other;
}

}  // namespace alembert
