#include "stored_times.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace alembert::bench {
namespace {

std::string key_of(const std::string& library, const std::string& robot, const std::string& op) {
  return library + "," + robot + "," + op;
}

}  // namespace

StoredTimes::StoredTimes(const std::filesystem::path& folder) {
  read(folder / "pinocchio_times.csv");
  read(folder / "peers_times.csv");
}

void StoredTimes::read(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (row.size() >= 6) best_[key_of(row[0], row[1], row[4])] = 1e-9 * std::stod(row[5]);
  }
}

std::optional<double> StoredTimes::best(const std::string& library, const std::string& robot,
                                        const std::string& op) const {
  const auto found = best_.find(key_of(library, robot, op));
  return found == best_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> StoredTimes::best_of(const std::string& library, const std::string& robot,
                                           const std::vector<std::string>& ops) const {
  std::optional<double> least;
  for (const std::string& op : ops) {
    const std::size_t plus = op.find(" + ");
    std::optional<double> time = best(library, robot, op.substr(0, plus));
    if (plus != std::string::npos) {
      const std::optional<double> rest = best(library, robot, op.substr(plus + 3));
      time = time && rest ? std::optional(*time + *rest) : std::nullopt;
    }
    if (time) least = std::min(*time, least.value_or(*time));
  }
  return least;
}

}  // namespace alembert::bench
