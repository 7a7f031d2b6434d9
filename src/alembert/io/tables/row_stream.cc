#include "alembert/io/tables/row_stream.h"

#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/csv.h"
#include "alembert/io/tables/csv_reader.h"
#include "alembert/io/tables/hdf5_writer.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

/// Rows of doubles as they are in memory.
void read_plain_rows(const fs::path& path, std::size_t columns,
                     const std::function<void(std::span<const double>)>& take) {
  std::ifstream file(path, std::ios::binary);
  std::vector<double> values(columns);
  std::vector<char> bytes(columns * sizeof(double));
  while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    std::memcpy(values.data(), bytes.data(), bytes.size());
    take(values);
  }
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw Error(Error::Code::file, "cannot remove '" + path.string() + "': " + error.message());
}

}  // namespace

TableFormat table_format(const std::string& name, const std::string& option) {
  if (name == "csv") return TableFormat::csv;
  if (name == "hdf5") return TableFormat::hdf5;
  const std::vector<std::string> known{"csv", "hdf5"};
  throw Error(Error::Code::unknown_name, option + ": there is no format '" + name + "'", {}, did_you_mean(name, known));
}

std::string_view name_of(TableFormat format) { return format == TableFormat::csv ? "csv" : "hdf5"; }

std::string table_name(const std::string& stem, TableFormat format) {
  return stem + (format == TableFormat::csv ? ".csv" : ".h5");
}

fs::path partial_path(const fs::path& target) { return target.string() + ".partial"; }

RowStream::RowStream(fs::path target, TableFormat format, TableHead head)
    : target_(std::move(target)), format_(format), head_(std::move(head)), file_(partial_path(target_)) {}

void RowStream::begin() {
  file_.clear();
  if (format_ != TableFormat::csv) return;
  line_.clear();
  append_csv_names(line_, head_.names);
  file_.append(line_);
}

bool RowStream::resume(const StreamFile::Mark& mark) {
  if (file_.cut(mark)) return true;
  // A run that ended while it gave its files their names has left the rows under the target's.
  if (fs::file_size(file_.path()) > 0) return false;
  if (format_ != TableFormat::csv || !fs::exists(target_)) {
    discard();
    return false;
  }
  std::ifstream source(target_, std::ios::binary);
  std::vector<char> block(1U << 20U);
  file_.clear();
  while (source.read(block.data(), static_cast<std::streamsize>(block.size())) || source.gcount() > 0)
    file_.append({block.data(), static_cast<std::size_t>(source.gcount())});
  file_.flush();
  if (file_.cut(mark)) return true;
  file_.clear();
  discard();
  return false;
}

void RowStream::row(std::span<const double> values) {
  line_.clear();
  if (format_ == TableFormat::csv) {
    append_csv_row(line_, values);
  } else {
    line_.resize(values.size_bytes());
    std::memcpy(line_.data(), values.data(), values.size_bytes());
  }
  file_.append(line_);
}

void RowStream::each_row(const std::function<void(std::span<const double>)>& take) {
  file_.flush();
  if (format_ == TableFormat::hdf5) return read_plain_rows(file_.path(), head_.names.size(), take);
  CsvReader table(file_.path());
  while (table.next()) take(table.values());
}

void RowStream::write_hdf5() {
  Hdf5Writer writer(target_, head_.title, head_.names, head_.units);
  each_row([&](std::span<const double> values) { writer.row(values); });
  writer.commit();
}

void RowStream::publish() {
  file_.flush();
  if (format_ == TableFormat::csv)
    copy_whole_file(file_.path(), target_);
  else
    write_hdf5();
}

void RowStream::finish() {
  file_.flush();
  if (format_ == TableFormat::hdf5) {
    write_hdf5();
    return;
  }
  std::error_code error;
  fs::rename(file_.path(), target_, error);
  if (error) throw Error(Error::Code::file, "cannot write '" + target_.string() + "': " + error.message());
}

void RowStream::discard() { remove_file(file_.path()); }

}  // namespace alembert
