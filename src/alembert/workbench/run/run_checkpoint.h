/// The file from which a run is gone on with.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "alembert/core/stream_file.h"
#include "alembert/integrate/checkpoint.h"
#include "alembert/workbench/run/run_identity.h"

namespace alembert {

/// A checkpoint of the simulation, with what else a run keeps.
struct RunCheckpoint {
  RunIdentity identity;
  Checkpoint simulation;
  StreamFile::Mark stream;     ///< behind the last row before it
  std::vector<double> limits;  ///< JointLimits::memory()
  double wall_seconds = 0.0;   ///< spent until then
};

/// JSON whose numbers read back bit by bit, with a fingerprint of itself.
std::string checkpoint_text(const RunCheckpoint& checkpoint);
/// The same back; throws Error (unreadable) naming `file` for text that is not a whole checkpoint of this format.
RunCheckpoint read_checkpoint(const std::string& text, const std::filesystem::path& file);

/// A run that came to its end, as its summary.json tells.
struct FinishedRun {
  RunIdentity identity;
  std::string trouble;  ///< that it was in all the same, "" where it was in none
};
/// Nothing where there is no summary, or one of a run that ended early.
std::optional<FinishedRun> finished_run(const std::filesystem::path& summary);

}  // namespace alembert
