#include "alembert/workbench/run/run_folder.h"

#include <cassert>
#include <system_error>
#include <utility>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/workbench/run/stopped_folder.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_checkpoint = std::size_t{1} << 30U;
constexpr std::chrono::seconds between_writes{1};

fs::path checkpoint_path(const fs::path& folder) { return folder / "checkpoint.json"; }

RunCheckpoint checkpoint_in(const fs::path& folder) {
  const fs::path file = checkpoint_path(folder);
  return read_checkpoint(read_file(file, largest_checkpoint), file);
}

void need_same(const RunIdentity& then, const RunIdentity& now, const fs::path& folder) {
  const std::string what = difference(then, now);
  if (what.empty()) return;
  throw Error(Error::Code::bad_value, "the run in '" + folder.string() + "' is another one: " + what, {},
              "go on with the same model and options, or leave out --resume to replace it");
}

/// Whether a file is what a killed run was about to give its name, "checkpoint.json.part4711".
bool is_leftover(const std::string& name) {
  const std::size_t part = name.rfind(".part");
  if (part == std::string::npos || name.size() == part + 5) return false;
  if (name.find_first_not_of("0123456789", part + 5) != std::string::npos) return false;
  const auto ours = [&](const char* begin) { return name.starts_with(begin); };
  return ours("checkpoint.json") || ours("trajectory.") || ours("summary.json") || ours("plot");
}

void remove_leftovers(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (is_leftover(entry.path().filename().string())) fs::remove(entry.path(), ignored);
}

fs::path made(fs::path folder) {
  make_folder(folder);
  return folder;
}

}  // namespace

Standing RunFolder::look(const fs::path& folder, const RunIdentity& identity) {
  if (fs::exists(checkpoint_path(folder))) {
    need_same(checkpoint_in(folder).identity, identity, folder);
    return {true, {}};
  }
  Standing found{false, finished_run(folder / "summary.json")};
  if (found.finished) need_same(found.finished->identity, identity, folder);
  return found;
}

RunFolder::RunFolder(fs::path folder, TableFormat format, TableHead head)
    : folder_(made(std::move(folder))),
      had_checkpoint_(fs::exists(checkpoint_path(folder_))),
      had_result_(finished_run(folder_ / "summary.json").has_value()),
      rows_(folder_ / table_name("trajectory", format), format, std::move(head)) {
  remove_leftovers(folder_);  // the rows are locked: whoever wrote them is gone
}

RunFolder::~RunFolder() {
  try {
    if (!any_written_) rows_.discard();
  } catch (const Error&) {  // a file that stays does no harm
  }
}

void RunFolder::begin() {
  std::error_code error;
  fs::remove(checkpoint_path(folder_), error);
  if (error)
    throw Error(Error::Code::file, "cannot remove '" + checkpoint_path(folder_).string() + "': " + error.message());
  rows_.begin();
}

const RunCheckpoint& RunFolder::resume() {
  any_written_ = true;
  last_ = checkpoint_in(folder_);
  last_is_written_ = true;
  if (!rows_.resume(last_->stream))
    throw Error(Error::Code::unreadable,
                "'" + partial_path(rows_.target()).string() + "' does not hold the rows before the checkpoint", {},
                "leave out --resume to start from the beginning");
  return *last_;
}

void RunFolder::row(std::span<const double> values) {
  rows_.row(values);
  const auto now = std::chrono::steady_clock::now();
  if (now - flushed_ < between_writes) return;
  rows_.flush();
  flushed_ = now;
}

void RunFolder::keep(RunCheckpoint checkpoint) {
  checkpoint.stream = rows_.mark();
  last_ = std::move(checkpoint);
  last_is_written_ = false;
  if (!any_written_)
    write_checkpoint(false);
  else if (std::chrono::steady_clock::now() - written_ >= between_writes)
    write_checkpoint(true);
}

/// @param to_disk  whether it must survive the end of the machine, which takes its time
void RunFolder::write_checkpoint(bool to_disk) {
  to_disk ? rows_.sync() : rows_.flush();
  OutputFile file(checkpoint_path(folder_));
  file.write(checkpoint_text(*last_));
  to_disk ? file.commit_to_disk() : file.commit();
  last_is_written_ = any_written_ = true;
  written_ = std::chrono::steady_clock::now();
}

void RunFolder::interrupt() {
  assert(last_);
  if (!last_is_written_) write_checkpoint(true);
  rows_.publish();
}

void RunFolder::finish() { rows_.finish(); }

fs::path RunFolder::write_beside() {
  fs::path other = make_stopped_folder(folder_);
  rows_.redirect(other / rows_.target().filename());
  return other;
}

void RunFolder::clean() {
  std::error_code error;
  fs::remove(checkpoint_path(folder_), error);
  if (error)
    throw Error(Error::Code::file, "cannot remove '" + checkpoint_path(folder_).string() + "': " + error.message());
  any_written_ = false;  // the destructor removes what is left of the rows
}

}  // namespace alembert
