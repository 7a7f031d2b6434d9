/// Where results go that stopped early, when a folder has complete ones: beside them.
#pragma once
#include <filesystem>

namespace alembert {

/// DIR/stopped; it need not be there.
std::filesystem::path stopped_folder(const std::filesystem::path& folder);

/// The same, made where it is missing. Throws Error (file) where it is a symbolic link, which is not written through.
std::filesystem::path make_stopped_folder(const std::filesystem::path& folder);

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
