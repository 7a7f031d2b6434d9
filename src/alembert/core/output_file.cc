#include "alembert/core/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "alembert/core/error.h"
#include "alembert/core/hash.h"

namespace alembert {
namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, const std::string& reason) {
  throw Error(Error::Code::file, std::string(what) + " '" + path.string() + "': " + reason);
}

[[noreturn]] void fail_to_read(const std::filesystem::path& path, const std::string& reason) {
  throw Error(Error::Code::unreadable, "cannot read '" + path.string() + "': " + reason);
}

thread_local ReadScope* current_scope = nullptr;

}  // namespace

OutputFile::OutputFile(std::filesystem::path target) : target_(std::move(target)), temporary_(target_) {
  temporary_ += ".part" + std::to_string(::getpid());
  ::unlink(temporary_.c_str());   // a link that somebody laid there would lead elsewhere
  constexpr int everyone = 0666;  // less what the user's mask takes away
  const int descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, everyone);
  if (descriptor >= 0) file_ = ::fdopen(descriptor, "wb");
  if (file_ == nullptr) fail("cannot write", target_, std::strerror(errno));
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    fail("cannot write", target_, std::strerror(errno));
}

void OutputFile::commit() {
  const bool written = std::fflush(file_) == 0;
  const int reason = errno;
  std::fclose(std::exchange(file_, nullptr));
  std::error_code error;
  if (written) std::filesystem::rename(temporary_, target_, error);
  if (written && !error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
  fail("cannot write", target_, written ? error.message() : std::strerror(reason));
}

void OutputFile::commit_to_disk() {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail("cannot write", target_, std::strerror(errno));
  commit();
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;  // a folder that may not be read: the name then follows when the system likes
  ::fsync(directory);
  ::close(directory);
}

namespace {

void write_through(const std::filesystem::path& target, std::string_view text) {
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (file == nullptr) fail("cannot write", target, std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) fail("cannot write", target, std::strerror(errno));
}

/// Devices, pipes and the system's names for open files, such as /dev/stdout.
bool takes_text(const std::filesystem::path& target) {
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(target, ignored).type();
  using enum std::filesystem::file_type;
  if (type == character || type == block || type == fifo || type == socket) return true;
  const std::string folder = std::filesystem::absolute(target, ignored).parent_path().string();
  return std::filesystem::is_symlink(target, ignored) && (folder.starts_with("/dev") || folder.starts_with("/proc"));
}

}  // namespace

void write_file(const std::filesystem::path& target, std::string_view text) {
  if (takes_text(target)) return write_through(target, text);
  OutputFile file(target);
  file.write(text);
  file.commit();
}

void copy_whole_file(const std::filesystem::path& source, const std::filesystem::path& target) {
  std::FILE* from = std::fopen(source.c_str(), "rb");
  if (from == nullptr) fail_to_read(source, std::strerror(errno));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closes(from, std::fclose);
  OutputFile file(target);
  std::vector<char> block(1U << 20U);
  std::size_t count = 0;
  while ((count = std::fread(block.data(), 1, block.size(), from)) > 0) file.write({block.data(), count});
  if (std::ferror(from) != 0) fail_to_read(source, "the read failed");
  file.commit();
}

ReadScope::ReadScope() : outer_(std::exchange(current_scope, this)) {}
ReadScope::~ReadScope() { current_scope = outer_; }

void ReadScope::refuse_to_replace(const std::filesystem::path& target) const {
  std::error_code missing;
  for (const Entry& read : files)
    if (std::filesystem::equivalent(read.path, target, missing))
      throw Error(Error::Code::bad_value,
                  "'" + target.string() + "' is what the model is read from: it is not replaced", {},
                  "give the result another name");
}

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail_to_read(path, "it is a folder");
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail_to_read(path, std::strerror(errno));
  std::string text;
  std::array<char, 65536> block;
  std::size_t count = 0;
  while ((count = std::fread(block.data(), 1, block.size(), file)) > 0 && text.size() <= limit)
    text.append(block.data(), count);
  const bool bad = std::ferror(file) != 0;
  std::fclose(file);
  if (bad) fail_to_read(path, "the read failed");
  if (text.size() > limit) fail_to_read(path, "it is larger than " + std::to_string(limit >> 20U) + " MB");
  if (current_scope != nullptr) {
    Hash64 hash;
    hash.add(text);
    current_scope->files.push_back({path, hash.value()});
  }
  return text;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return;
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored);
  throw Error(Error::Code::file, "cannot make the folder '" + folder.string() + "': " + error.message(), {},
              is_file ? "a file has this name: choose another one for the folder" : "");
}

}  // namespace alembert
