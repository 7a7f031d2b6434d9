/// Tables of numbers as HDF5.
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace alembert {

/// Writes a table as one dataset for each column: doubles, [rows], chunked, with unlimited largest size, in the order
/// of the columns. Each has the attributes `name` and `units` ("" where unknown); the file has `title` and `rows`. A
/// "/" in a name, which HDF5 cannot hold, becomes "_" in the dataset's. The file appears under its name with commit(),
/// whole; without it nothing is left behind. Throws Error (code file) with the path.
class Hdf5Writer {
 public:
  Hdf5Writer(std::filesystem::path target, const std::string& title, std::span<const std::string> names,
             std::span<const std::string> units);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void row(std::span<const double> values);  ///< as many as names; kept in memory until a chunk is full
  void commit();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace alembert
