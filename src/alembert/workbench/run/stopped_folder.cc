#include "alembert/workbench/run/stopped_folder.h"

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/io/tables/json.h"

namespace alembert {

bool tells_complete(const std::filesystem::path& summary) {
  constexpr std::size_t largest = std::size_t{1} << 30U;
  if (!std::filesystem::exists(summary)) return false;
  try {
    const std::string status = read_without_units(read_file(summary, largest)).at("status").get<std::string>();
    return status == "complete" || status == "event";
  } catch (const std::exception&) {  // not a summary of ours
    return false;
  }
}

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

std::string kept_note(const std::string& what, const std::filesystem::path& kept,
                      const std::filesystem::path& stopped) {
  return "the " + what + " stopped early: '" + kept.string() + "' keeps the complete results of the " + what +
         " before, this one is in '" + stopped.string() + "'";
}

}  // namespace alembert
