#include "alembert/workbench/run/recorded_motion.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/csv_reader.h"
#include "alembert/io/tables/hdf5_reader.h"
#include "alembert/io/tables/json.h"

namespace alembert {
namespace {

/// Where a row is: in the words of an error, and its place in the file.
struct RowPlace {
  std::string words;
  Source source;
};

RowPlace row_place(const CsvReader& table, const std::filesystem::path& file) {
  return {" at this line", {file.string(), table.line(), 1}};
}

RowPlace row_place(const Hdf5Reader& table, const std::filesystem::path& file) {
  return {" in row " + std::to_string(table.row()), {file.string(), 0, 0}};
}

template <class Reader>
std::size_t find_column(const Reader& table, const std::string& name, const char* what, const Workbench& workbench,
                        const std::filesystem::path& file) {
  const auto it = std::ranges::find(table.names(), name);
  if (it != table.names().end()) return static_cast<std::size_t>(it - table.names().begin());
  const std::string& model = workbench.model().name;
  throw Error(Error::Code::unknown_name,
              "there is no column '" + name + "', " + what + " of " + (model.empty() ? "the model" : "'" + model + "'"),
              row_place(table, file).source,
              did_you_mean(name, table.names()) + "; record the motion with: alembert run MODEL -o DIR");
}

/// @param table  a CsvReader or Hdf5Reader before its first row
template <class Reader>
MotionRows read_rows(Reader&& table, const Workbench& workbench, const std::filesystem::path& file) {
  MotionRows rows;
  struct Target {
    std::size_t column;
    std::vector<double>* list;
  };
  std::vector<Target> targets;
  const auto want = [&](const std::string& name, const char* what, std::vector<double>& list) {
    targets.push_back({find_column(table, name, what, workbench, file), &list});
  };
  want("t", "the time", rows.t);
  for (const Workbench::Word& word : workbench.coordinates()) want(word.name, "a coordinate", rows.q);
  for (const Workbench::Word& word : workbench.speeds()) want(word.name, "a speed", rows.v);
  for (const ExtraState& state : workbench.model().states) want(state.name, "a state", rows.z);

  while (table.next()) {
    for (const Target& target : targets) {
      const double value = table.values()[target.column];
      if (!std::isfinite(value)) {
        const RowPlace place = row_place(table, file);
        throw Error(Error::Code::bad_value,
                    "column '" + table.names()[target.column] + "' is " + shortest(value) + place.words, place.source);
      }
      target.list->push_back(value);
    }
    const std::size_t n = rows.t.size();
    if (n > 1 && rows.t[n - 1] <= rows.t[n - 2])
      throw Error(Error::Code::bad_value,
                  "times must ascend, but " + shortest(rows.t[n - 1]) + " s follows " + shortest(rows.t[n - 2]) + " s",
                  row_place(table, file).source, "leave out rows that come twice");
  }
  return rows;
}

}  // namespace

MotionRows read_motion(const Workbench& workbench, const std::filesystem::path& file) {
  if (is_hdf5(file)) return read_rows(Hdf5Reader(file), workbench, file);
  return read_rows(CsvReader(file), workbench, file);
}

std::optional<double> recorded_tolerance(const std::filesystem::path& file) {
  constexpr std::size_t largest = 1U << 24U;  // bytes
  const std::filesystem::path summary = file.parent_path() / "summary.json";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(summary, ignored)) return {};
  try {
    const double tolerance = read_without_units(read_file(summary, largest)).at("tolerance").get<double>();
    if (tolerance > 0.0 && tolerance < 1.0) return tolerance;
  } catch (const std::exception&) {  // not a summary of ours
  }
  return {};
}

}  // namespace alembert
