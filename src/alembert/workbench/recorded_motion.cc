#include "alembert/workbench/recorded_motion.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/csv_reader.h"

namespace alembert {
namespace {

std::size_t find_column(const CsvReader& table, const std::string& name, const char* what, const Workbench& workbench,
                        const std::filesystem::path& file) {
  const auto it = std::ranges::find(table.names(), name);
  if (it != table.names().end()) return static_cast<std::size_t>(it - table.names().begin());
  const std::string& model = workbench.model().name;
  throw Error(Error::Code::unknown_name,
              "there is no column '" + name + "', " + what + (model.empty() ? "" : " of ") +
                  (model.empty() ? "the model" : "'" + model + "'"),
              {file.string(), 1, 1},
              did_you_mean(name, table.names()) + "; record the motion with: alembert run MODEL -o DIR");
}

}  // namespace

MotionRows read_motion(const Workbench& workbench, const std::filesystem::path& file) {
  CsvReader table(file);
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
      if (!std::isfinite(value))
        throw Error(Error::Code::bad_value,
                    "column '" + table.names()[target.column] + "' is " + shortest(value) + " at this line",
                    {file.string(), table.line(), 1});
      target.list->push_back(value);
    }
    const std::size_t n = rows.t.size();
    if (n > 1 && rows.t[n - 1] <= rows.t[n - 2])
      throw Error(Error::Code::bad_value,
                  "times must ascend, but " + shortest(rows.t[n - 1]) + " s follows " + shortest(rows.t[n - 2]) + " s",
                  {file.string(), table.line(), 1}, "leave out rows that come twice");
  }
  return rows;
}

}  // namespace alembert
