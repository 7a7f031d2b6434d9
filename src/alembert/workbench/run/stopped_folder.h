/// Where results go that stopped early, when a folder has complete ones: beside them.
#pragma once
#include <filesystem>
#include <string>

namespace alembert {

/// Whether a summary (summary.json, kinematics.json, ...) is there and tells of results that came to their end, which
/// those of a motion that stops early must not replace.
bool tells_complete(const std::filesystem::path& summary);

/// DIR/stopped; it need not be there.
std::filesystem::path stopped_folder(const std::filesystem::path& folder);

/// The same, made where it is missing. Throws Error (file) where it is a symbolic link, which is not written through.
std::filesystem::path make_stopped_folder(const std::filesystem::path& folder);

/// "the run stopped early: 'DIR' keeps the complete results of the run before, this one is in 'DIR/stopped'".
std::string kept_note(const std::string& what, const std::filesystem::path& kept, const std::filesystem::path& stopped);

/// Removes files that an earlier result left there, and the folder itself when nothing else is in it.
template <class RemoveFiles>
void clear_stopped_folder(const std::filesystem::path& folder, const RemoveFiles& remove_files) {
  const std::filesystem::path other = stopped_folder(folder);
  std::error_code ignored;
  if (!std::filesystem::is_directory(std::filesystem::symlink_status(other, ignored))) return;
  remove_files(other);
  std::filesystem::remove(other, ignored);  // which it only is when nothing else is there
}

}  // namespace alembert
