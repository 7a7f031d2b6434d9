/// Reading tables of numbers from HDF5.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace alembert {

/// Whether a file begins as HDF5 files do. False for what cannot be read.
bool is_hdf5(const std::filesystem::path& path);

/// A table as Hdf5Writer makes it, read row by row: each dataset at the top of the file that is a list of numbers is a
/// column, named by its attribute `name` or else as the dataset is. Other objects are passed over.
class Hdf5Reader {
 public:
  /// Throws Error (unreadable) with the path where the file is no whole HDF5 file, holds no column, or columns of
  /// different lengths; (duplicate_name) where a name comes twice.
  explicit Hdf5Reader(std::filesystem::path path);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  const std::vector<std::string>& names() const { return names_; }
  /// Goes to the next row; false at the end. Throws Error (unreadable) where the file is damaged.
  bool next();
  std::span<const double> values() const { return values_; }  ///< of the row, [name]
  std::size_t row() const { return row_; }                    ///< its number, from 1

 private:
  struct File;
  std::unique_ptr<File> file_;
  std::vector<std::string> names_;
  std::vector<double> values_;
  std::size_t row_ = 0;
};

}  // namespace alembert
