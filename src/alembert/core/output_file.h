/// Files that appear whole or not at all.
#pragma once
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace alembert {

/// A file being written under a temporary name beside its target; commit() gives it its name in one step.
/// A file that is destroyed without commit() leaves nothing behind, so that no reader ever sees half a result.
/// Every operation throws Error (code file) naming the path and the system's reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path target);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  std::FILE* file_ = nullptr;
};

/// Writes `text` as the whole content of `target`.
void write_file(const std::filesystem::path& target, std::string_view text);

/// The whole content of `path`; throws Error (unreadable) when it cannot be read or is larger than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Makes the folder and its parents; throws Error when it cannot.
void make_folder(const std::filesystem::path& folder);

}  // namespace alembert
