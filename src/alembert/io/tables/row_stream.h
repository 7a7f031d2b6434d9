/// The table of a long run: rows are in a file as soon as they are made, and a later run can go on with it.
#pragma once
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/core/stream_file.h"

namespace alembert {

enum class TableFormat { csv, hdf5 };

/// The format of a name, "csv" or "hdf5"; throws Error (unknown_name) naming `option`.
TableFormat table_format(const std::string& name, const std::string& option);
std::string_view name_of(TableFormat format);
/// "trajectory.csv" or "trajectory.h5" for "trajectory".
std::string table_name(const std::string& stem, TableFormat format);

/// What a table is called and made of.
struct TableHead {
  std::string title;
  std::vector<std::string> names, units;  ///< [column]
};

/// Rows go to TARGET.partial: CSV as it will be, or plain doubles of this machine from which HDF5 is made at the end
/// (an HDF5 file itself does not survive the sudden end of its program). Memory does not grow with the rows. What was
/// under TARGET before stays until finish() or publish(). All throw Error (code file) where files cannot be written.
class RowStream {
 public:
  /// Takes hold of TARGET.partial; begin() or resume() next. Another run that has it is an Error.
  RowStream(std::filesystem::path target, TableFormat format, TableHead head);

  void begin();  ///< an empty table
  /// Goes on behind the rows before the mark. False, with nothing changed, where the file does not hold them.
  [[nodiscard]] bool resume(const StreamFile::Mark& mark);

  void row(std::span<const double> values);
  StreamFile::Mark mark() const { return file_.end(); }  ///< behind the last row
  void flush() { file_.flush(); }                        ///< all rows survive the end of the program
  void sync() { file_.sync(); }                          ///< and of the machine

  /// Calls `take` with every row so far, from the file.
  void each_row(const std::function<void(std::span<const double>)>& take);

  void publish();  ///< the rows so far under the target's name; the run can still be gone on with
  void finish();   ///< the same at the end of the run; discard() when nobody needs to go on any more
  void discard();  ///< no partial file is left

  const std::filesystem::path& target() const { return target_; }
  /// From now on the rows are to get this name instead; the file in which they grow stays where it is.
  void redirect(std::filesystem::path target) { target_ = std::move(target); }

 private:
  void write_hdf5();

  std::filesystem::path target_;
  TableFormat format_;
  TableHead head_;
  StreamFile file_;
  std::string line_;
};

/// Where the rows of a table with this name are while it grows.
std::filesystem::path partial_path(const std::filesystem::path& target);

}  // namespace alembert
