/// The folder of a run while it runs: rows, and the checkpoints to go on from.
#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "alembert/io/tables/row_stream.h"
#include "alembert/workbench/run/run_checkpoint.h"

namespace alembert {

/// What stands in a folder before a run.
struct Standing {
  bool unfinished = false;              ///< a run that was interrupted or killed
  std::optional<FinishedRun> finished;  ///< the results of this very run
};

/// Keeps rows and checkpoints in DIR. A checkpoint on the disk always has its rows there. An object that goes without
/// finish() or interrupt() leaves what a later run needs to go on, or nothing where no checkpoint has been written.
class RunFolder {
 public:
  /// What a run finds that wants to go on. Throws Error (bad_value) where the folder holds another run, saying what
  /// differs, and (unreadable) where its checkpoint is damaged.
  static Standing look(const std::filesystem::path& folder, const RunIdentity& identity);

  /// Makes the folder; `head` describes the rows.
  RunFolder(std::filesystem::path folder, TableFormat format, TableHead head);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  void begin();                   ///< from the start; true to what was unfinished: it is gone
  const RunCheckpoint& resume();  ///< from the checkpoint, which must be there
  bool had_checkpoint() const { return had_checkpoint_; }

  void row(std::span<const double> values);  ///< in the file within about a second
  RowStream& rows() { return rows_; }

  /// Keeps a checkpoint, whose place in the rows is filled in. The first one is in its file at once, while there may
  /// still be room for it; the others are on the disk about once a second.
  void keep(RunCheckpoint checkpoint);
  /// Whether a later run can go on from what is in the folder, should this one end now.
  bool can_go_on() const { return any_written_; }
  /// The run is interrupted: the last checkpoint is on the disk and the rows so far are under their name. Not
  /// before a checkpoint was kept.
  void interrupt();
  void finish();  ///< the rows have their name; checkpoints are kept until clean()
  void clean();   ///< nothing is left to go on with

  /// A complete result of an earlier run, which one that stops early must not replace.
  bool had_result() const { return had_result_; }
  /// The rows go to DIR/stopped (stopped_folder.h) instead of DIR. Gives it.
  std::filesystem::path write_beside();

  const std::filesystem::path& trajectory() const { return rows_.target(); }

 private:
  void write_checkpoint(bool to_disk);

  std::filesystem::path folder_;
  bool had_checkpoint_;
  bool had_result_;
  RowStream rows_;
  std::optional<RunCheckpoint> last_;
  bool last_is_written_ = false;
  bool any_written_ = false;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point flushed_ = written_;
};

}  // namespace alembert
