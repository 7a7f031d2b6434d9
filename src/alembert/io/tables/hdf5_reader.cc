#include "alembert/io/tables/hdf5_reader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "alembert/core/error.h"
#include "alembert/io/tables/hdf5_handle.h"

namespace alembert {
namespace {

constexpr hsize_t block_rows = 4096;  // read at once

/// A text attribute of fixed length; "" where there is none.
std::string text_attribute(hid_t where, const char* key) {
  if (H5Aexists(where, key) <= 0) return {};
  const Hdf5Handle attribute(H5Aopen(where, key, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (!type.good() || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return {};
  if (H5Sget_simple_extent_npoints(space) != 1) return {};
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return {};
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

/// Names of what is at the top of a file, in the order in which it was made where the file keeps that.
std::vector<std::string> top_names(hid_t file) {
  std::vector<std::string> names;
  const auto take = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  if (H5Literate(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, take, &names) < 0) {
    names.clear();
    H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &names);
  }
  return names;
}

}  // namespace

bool is_hdf5(const std::filesystem::path& path) {
  constexpr std::array<char, 8> signature = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, 8> head{};
  std::ifstream file(path, std::ios::binary);
  return file.read(head.data(), head.size()) && head == signature;
}

struct Hdf5Reader::File {
  std::filesystem::path path;
  Hdf5Handle file;
  std::vector<Hdf5Handle> columns;
  hsize_t rows = 0, begin = 0, count = 0;  ///< in the file; first and number of those in the block
  std::vector<double> block;               ///< [column][row]

  explicit File(std::filesystem::path where)
      : path(std::move(where)), file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {
    need(file.good(), "it is not a whole HDF5 file");
  }

  void need(bool good, const char* why) const {
    if (!good)
      throw Error(Error::Code::unreadable, "cannot read '" + path.string() + "': " + why, {},
                  "a table as `alembert run --format hdf5` writes it is needed, or a CSV file");
  }

  /// Takes a dataset as a column where it is one.
  bool add(const std::string& name) {
    Hdf5Handle column(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!column.good()) return false;  // a group, or a link that leads nowhere
    const Hdf5Handle space(H5Dget_space(column), H5Sclose), type(H5Dget_type(column), H5Tclose);
    const H5T_class_t kind = H5Tget_class(type);
    if (H5Sget_simple_extent_ndims(space) != 1 || (kind != H5T_FLOAT && kind != H5T_INTEGER)) return false;
    const hssize_t length = H5Sget_simple_extent_npoints(space);
    need(length >= 0 && (columns.empty() || static_cast<hsize_t>(length) == rows), "its columns differ in length");
    rows = static_cast<hsize_t>(length);
    columns.push_back(std::move(column));
    return true;
  }

  void read_block(hsize_t from) {
    begin = from;
    count = std::min(block_rows, rows - from);
    block.resize(columns.size() * count);
    const Hdf5Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Hdf5Handle there(H5Dget_space(columns[c]), H5Sclose);
      need(H5Sselect_hyperslab(there, H5S_SELECT_SET, &begin, nullptr, &count, nullptr) >= 0 &&
               H5Dread(columns[c], H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, &block[c * count]) >= 0,
           "it is damaged");
    }
  }
};

Hdf5Reader::Hdf5Reader(std::filesystem::path path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what goes wrong is an Error, not text on stderr
  file_ = std::make_unique<File>(std::move(path));
  for (const std::string& dataset : top_names(file_->file)) {
    if (!file_->add(dataset)) continue;
    std::string name = text_attribute(file_->columns.back(), "name");
    if (name.empty()) name = dataset;
    if (std::ranges::find(names_, name) != names_.end())
      throw Error(Error::Code::duplicate_name, "two columns are named '" + name + "'", {file_->path.string(), 0, 0});
    names_.push_back(std::move(name));
  }
  file_->need(!names_.empty(), "it holds no columns of numbers");
  values_.resize(names_.size());
}

Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::next() {
  File& f = *file_;
  if (row_ >= f.rows) return false;
  if (row_ >= f.begin + f.count) f.read_block(row_);
  for (std::size_t c = 0; c < values_.size(); ++c) values_[c] = f.block[c * f.count + (row_ - f.begin)];
  ++row_;
  return true;
}

}  // namespace alembert
