/// `alembert run` as a user sees it: from the start of the process to written results.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "bench_simulate.h"
#include "process.h"

namespace alembert::bench {
namespace {

constexpr double goal = 0.100;  ///< [s]

/// CPU time of all programs that this process has started and that have ended.
double programs_cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The first numbers of the last line of a table.
std::vector<double> last_row(const std::string& table, std::size_t count) {
  const std::size_t end = table.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  std::istringstream line(table.substr(table.find_last_of('\n', end) + 1));
  std::vector<double> row;
  for (std::string cell; row.size() < count && std::getline(line, cell, ',');)
    row.push_back(std::strtod(cell.c_str(), nullptr));
  return row;
}

/// @param known  t and coordinates in the last row, from elsewhere
Json measure(const Options& options, const std::string& model, const std::vector<double>& known, Agreement& agreement) {
  const std::string name = "alembert run " + model + ".toml";
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("alembert_bench_" + std::to_string(getpid()));
  Samples wall, cpu;
  std::string table;
  for (int k = 0; k < repetitions; ++k) {
    const double before = programs_cpu_seconds();
    const Finished run =
        run_program({options.command.string(), "run", (options.source / "examples" / (model + ".toml")).string(), "-o",
                     folder.string()});
    const std::string written = text_of(folder / "trajectory.csv");
    agreement.demand(name + " fails", run.good && !written.empty());
    agreement.demand(name + " writes something else the next time", k == 0 || written == table);
    table = written;
    wall.add(run.seconds);
    cpu.add(programs_cpu_seconds() - before);
    std::filesystem::remove_all(folder);
  }
  const double difference = agreement.demand(name + ": known end", last_row(table, known.size()), known, 1e-8);
  std::printf("%s: wall min %.1f ms, median %.1f ms of %d, CPU min %.1f ms, median %.1f ms, end known to %.0e; ",
              name.c_str(), 1e3 * wall.minimum(), 1e3 * wall.median(), wall.count(), 1e3 * cpu.minimum(),
              1e3 * cpu.median(), difference);
  std::printf("goal below %g ms: %s\n", 1e3 * goal, met(wall.minimum() < goal));
  std::fflush(stdout);
  return {{"command", name},
          {"wall", json_of(wall)},
          {"cpu", json_of(cpu)},
          {"goal_seconds", goal},
          {"difference", difference}};
}

}  // namespace

Json simulate_command(const Options& options, Agreement& agreement) {
  std::printf("\nThe command, from the start of the process to written results, wall time\n");
  Json result = Json::array();
  result.push_back(measure(options, "pendulum-xy", {10.0, -0.275087462576, -0.961419205099}, agreement));
  result.push_back(measure(options, "double-pendulum", {10.0, -0.568474664015975, -0.526393727932377}, agreement));
  return result;
}

}  // namespace alembert::bench
