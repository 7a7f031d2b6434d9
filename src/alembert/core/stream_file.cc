#include "alembert/core/stream_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "alembert/core/error.h"

namespace alembert {
namespace {

constexpr std::size_t buffer_size = 1U << 16U;

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw Error(Error::Code::file, "cannot write '" + path.string() + "': " + std::strerror(errno));
}

}  // namespace

StreamFile::StreamFile(std::filesystem::path path) : path_(std::move(path)) {
  constexpr int everyone = 0666;  // less what the user's mask takes away
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, everyone);
  if (file_ < 0 && errno == ELOOP)
    throw Error(Error::Code::file, "cannot write '" + path_.string() + "': it is a symbolic link", {},
                "remove it: what it points to would be overwritten");
  if (file_ < 0) fail(path_);
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  const bool taken = errno == EWOULDBLOCK;
  ::close(file_);
  if (!taken) fail(path_);
  throw Error(Error::Code::file, "another run is writing '" + path_.string() + "'", {},
              "wait for it, or choose another folder");
}

StreamFile::~StreamFile() { ::close(file_); }

void StreamFile::clear() {
  buffer_.clear();
  end_ = {};
  if (::ftruncate(file_, 0) != 0 || ::lseek(file_, 0, SEEK_SET) < 0) fail(path_);
}

bool StreamFile::cut(const Mark& mark) {
  if (::lseek(file_, 0, SEEK_SET) < 0) fail(path_);
  std::vector<char> block(1U << 20U);
  Hash64 hash;
  for (std::uint64_t left = mark.bytes; left > 0;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
    const ::ssize_t count = ::read(file_, block.data(), wanted);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_);
    if (count == 0) return false;
    hash.add({block.data(), static_cast<std::size_t>(count)});
    left -= static_cast<std::uint64_t>(count);
  }
  if (hash.value() != mark.hash) return false;
  const auto length = static_cast<::off_t>(mark.bytes);
  if (::ftruncate(file_, length) != 0 || ::lseek(file_, length, SEEK_SET) < 0) fail(path_);
  buffer_.clear();
  end_ = mark;
  return true;
}

void StreamFile::append(std::string_view text) {
  buffer_ += text;
  Hash64 hash(end_.hash);
  hash.add(text);
  end_ = {end_.bytes + text.size(), hash.value()};
  if (buffer_.size() >= buffer_size) flush();
}

void StreamFile::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ::ssize_t count = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_);
    done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void StreamFile::sync() {
  flush();
  if (::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) fail(path_);  // a pipe has no disk
}

}  // namespace alembert
