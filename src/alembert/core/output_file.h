/// Files that appear whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace alembert {

/// A file being written under a temporary name beside its target; commit() gives it its name in one step.
/// A file that is destroyed without commit() leaves nothing behind, so that no reader ever sees half a result. A target
/// that is a symbolic link is replaced itself: what it points to stays as it is.
/// Every operation throws Error (code file) naming the path and the system's reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path target);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// It is to get this name instead, on the same disk.
  void redirect(std::filesystem::path target) { target_ = std::move(target); }
  void commit();
  /// The same, and the file survives the end of the machine.
  void commit_to_disk();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  std::FILE* file_ = nullptr;
};

/// Writes `text` as the whole content of `target`. Devices and pipes take it; they are not replaced.
void write_file(const std::filesystem::path& target, std::string_view text);

/// Makes `target` a copy of `source`; a target that is there already is replaced in one step.
void copy_whole_file(const std::filesystem::path& source, const std::filesystem::path& target);

/// The whole content of `path`; throws Error (unreadable) when it cannot be read or is larger than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Notes which files read_file() reads in this thread while it lives. Scopes may nest; the inner one notes alone.
class ReadScope {
 public:
  struct Entry {
    std::filesystem::path path;
    std::uint64_t hash = 0;  ///< of the content, see hash.h
  };

  ReadScope();
  ~ReadScope();
  ReadScope(const ReadScope&) = delete;
  ReadScope& operator=(const ReadScope&) = delete;

  /// Throws Error (bad_value) where `target` is one of these files, by whatever name: a result would replace it.
  void refuse_to_replace(const std::filesystem::path& target) const;

  std::vector<Entry> files;  ///< in the order of reading

 private:
  ReadScope* outer_;
};

/// Makes the folder and its parents; throws Error when it cannot.
void make_folder(const std::filesystem::path& folder);

}  // namespace alembert
