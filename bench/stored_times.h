/// Times of libraries that cannot be run here, as others measured them on one machine of their own.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace alembert::bench {

/// Best times of pinocchio_times.csv and peers_times.csv: library, robot, nq, nv, op, best_ns, ...
class StoredTimes {
 public:
  /// Empty where the folder has no such files.
  explicit StoredTimes(const std::filesystem::path& folder);

  bool empty() const { return best_.empty(); }
  /// [s] of `op`; `library` with its version.
  std::optional<double> best(const std::string& library, const std::string& robot, const std::string& op) const;
  /// The shortest of several ops; of "a + b" the sum.
  std::optional<double> best_of(const std::string& library, const std::string& robot,
                                const std::vector<std::string>& ops) const;

 private:
  void read(const std::filesystem::path& file);
  std::map<std::string, double> best_;
};

}  // namespace alembert::bench
