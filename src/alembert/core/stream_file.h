/// Files that grow while a program runs, and that a later program can go on with.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "alembert/core/hash.h"

namespace alembert {

/// A file that is appended to. It stays when the object goes, whole up to the last flush(). While the object lives no
/// other one, of this or another program, can have the same file. A symbolic link is not followed: it is an error.
/// Every operation throws Error (code file) naming the path and the system's reason.
class StreamFile {
 public:
  /// A place in the file, with the fingerprint of all that stands before it.
  struct Mark {
    std::uint64_t bytes = 0;
    std::uint64_t hash = Hash64().value();
  };

  /// Opens the file, or makes an empty one; nothing is changed in it before clear() or cut().
  explicit StreamFile(std::filesystem::path path);
  ~StreamFile();
  StreamFile(const StreamFile&) = delete;
  StreamFile& operator=(const StreamFile&) = delete;

  void clear();
  /// Keeps what stands before the mark. False, with nothing changed, where the file is shorter or has other content.
  [[nodiscard]] bool cut(const Mark& mark);

  void append(std::string_view text);
  /// The end of what has been appended, written out or not.
  const Mark& end() const { return end_; }

  void flush();  ///< hands everything to the system: it then survives the end of the program
  void sync();   ///< and to the disk: it then survives the end of the machine

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
  Mark end_;
  std::string buffer_;
};

}  // namespace alembert
