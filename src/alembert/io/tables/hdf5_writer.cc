#include "alembert/io/tables/hdf5_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <system_error>
#include <utility>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/io/tables/hdf5_handle.h"

namespace alembert {
namespace {

/// Rows written at once, and the size of a chunk; fewer for tables so wide that a chunk of all columns would be large.
std::size_t rows_at_once(std::size_t columns) {
  constexpr std::size_t most_rows = 4096, most_numbers = 1U << 20U;
  return std::clamp<std::size_t>(most_numbers / std::max<std::size_t>(columns, 1), 64, most_rows);
}

std::string dataset_name(std::string name) {
  std::ranges::replace(name, '/', '_');
  return name.empty() || name == "." ? "_" + name : name;
}

bool write_text(hid_t where, const char* key, const std::string& text) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  if (H5Tset_size(type, std::max<std::size_t>(text.size(), 1)) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)
    return false;
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(where, key, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return attribute.good() && H5Awrite(attribute, type, text.c_str()) >= 0;
}

bool write_count(hid_t where, const char* key, hsize_t count) {
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(where, key, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return attribute.good() && H5Awrite(attribute, H5T_NATIVE_HSIZE, &count) >= 0;
}

Hdf5Handle make_file(const std::filesystem::path& path) {
  ::unlink(path.c_str());  // a link that somebody laid there would lead elsewhere
  const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, false);  // equal runs, equal files
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT), H5Fclose};
}

Hdf5Handle make_column(hid_t file, const std::string& name, hsize_t chunk) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const Hdf5Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(layout, false);
  H5Pset_chunk(layout, 1, &chunk);
  const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_char_encoding(links, H5T_CSET_UTF8);
  return {H5Dcreate2(file, dataset_name(name).c_str(), H5T_IEEE_F64LE, space, links, layout, H5P_DEFAULT), H5Dclose};
}

}  // namespace

struct Hdf5Writer::File {
  std::filesystem::path target, temporary;
  Hdf5Handle file{-1, H5Fclose};
  std::vector<Hdf5Handle> columns;
  std::vector<double> block;  ///< [column][row] of the chunk being filled
  std::size_t chunk = 0, filled = 0;
  hsize_t rows = 0;  ///< in the file

  File(std::filesystem::path where, std::size_t count)
      : target(std::move(where)),
        temporary(target.string() + ".part" + std::to_string(::getpid())),
        file(make_file(temporary)),
        block(count * rows_at_once(count)),
        chunk(rows_at_once(count)) {
    check(file.good());
  }
  ~File() {
    columns.clear();
    if (!file.good()) return;
    file.close();
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
  }
  void check(bool good) const {
    if (!good)
      throw Error(Error::Code::file, "cannot write '" + target.string() + "'", {},
                  "the disk may be full, or the folder may not be written to");
  }

  void add_column(const std::string& name, const std::string& unit) {
    columns.push_back(make_column(file, name, chunk));
    check(columns.back().good() && write_text(columns.back(), "name", name) &&
          write_text(columns.back(), "units", unit));
  }

  void write_block() {
    if (filled == 0) return;
    const hsize_t all = rows + filled, count = filled;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      check(H5Dset_extent(columns[c], &all) >= 0);
      const Hdf5Handle there(H5Dget_space(columns[c]), H5Sclose), here(H5Screate_simple(1, &count, nullptr), H5Sclose);
      check(H5Sselect_hyperslab(there, H5S_SELECT_SET, &rows, nullptr, &count, nullptr) >= 0 &&
            H5Dwrite(columns[c], H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, &block[c * chunk]) >= 0);
    }
    rows = all;
    filled = 0;
  }
};

Hdf5Writer::Hdf5Writer(std::filesystem::path target, const std::string& title, std::span<const std::string> names,
                       std::span<const std::string> units) {
  assert(names.size() == units.size());
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what goes wrong is an Error, not text on stderr
  file_ = std::make_unique<File>(std::move(target), names.size());
  file_->check(write_text(file_->file, "title", title));
  for (std::size_t c = 0; c < names.size(); ++c) file_->add_column(names[c], units[c]);
}

Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::row(std::span<const double> values) {
  assert(values.size() == file_->columns.size());
  for (std::size_t c = 0; c < values.size(); ++c) file_->block[c * file_->chunk + file_->filled] = values[c];
  if (++file_->filled == file_->chunk) file_->write_block();
}

void Hdf5Writer::commit() {
  File& f = *file_;
  f.write_block();
  f.check(write_count(f.file, "rows", f.rows));
  bool written = true;
  for (Hdf5Handle& column : f.columns) written = column.close() && written;
  f.columns.clear();
  f.check(written && H5Fflush(f.file, H5F_SCOPE_GLOBAL) >= 0);
  written = f.file.close();
  std::error_code error;
  if (written) std::filesystem::rename(f.temporary, f.target, error);
  if (written && !error) return;
  std::error_code ignored;
  std::filesystem::remove(f.temporary, ignored);
  f.check(false);
}

}  // namespace alembert
