/// How the command grows with the model: from the start of the process to the last line, and its peak of memory.
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench.h"
#include "process.h"

namespace alembert::bench {
namespace {

namespace fs = std::filesystem;

struct Growing {
  const char* example;
  const char* what;
  std::vector<int> counts;  ///< of N
};

std::vector<std::string> words(const Options& options, const std::string& verb, const fs::path& model, int count,
                               const fs::path& folder) {
  std::vector<std::string> result{options.command.string(), verb, model.string(), "--set",
                                  "N=" + std::to_string(count)};
  if (verb == "run")
    result.insert(result.end(), {"--time", "0.001", "--step", "0.001", "--no-report", "-o", folder.string()});
  else
    result.emplace_back("--json");
  return result;
}

/// Once each: they take seconds, and what is asked is how they grow.
Json measure(const Options& options, const std::string& verb, const Growing& growing, Agreement& agreement) {
  const fs::path model = options.source / "examples" / growing.example;
  const fs::path folder = fs::temp_directory_path() / "alembert-bench-growth";
  Json rows = Json::array();
  double before = 0.0;
  int count_before = 0;
  for (const int count : growing.counts) {
    const Finished run = run_program(words(options, verb, model, count, folder));
    agreement.demand(verb + " of " + std::to_string(count) + " " + growing.what + " fails", run.good);
    const double power =
        count_before > 0 ? std::log(run.seconds / before) / std::log(double(count) / count_before) : 0.0;
    std::printf("%-9s %7d %-10s %8.2f s %7.0f MB %6.1f kB each", verb.c_str(), count, growing.what, run.seconds,
                run.peak_megabytes, 1e3 * run.peak_megabytes / count);
    if (count_before > 0) std::printf("   as N^%.2f", power);
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back({{"verb", verb},
                    {"example", growing.example},
                    {"N", count},
                    {"seconds", run.seconds},
                    {"peak_megabytes", run.peak_megabytes}});
    before = run.seconds;
    count_before = count;
  }
  fs::remove_all(folder);
  return rows;
}

}  // namespace

Json bench_growth(const Options& options, Agreement& agreement) {
  std::printf("\nGrowth of the command, wall time and peak memory of one process each\n");
  const std::vector<Growing> models = {{"chain-1000.toml", "links", {1'000, 10'000, 100'000}},
                                       {"n-four-bar.toml", "loops", {50, 100, 200, 400}}};
  Json result = Json::array();
  for (const Growing& growing : models)
    for (const char* verb : {"evaluate", "mobility", "run"})
      for (Json& row : measure(options, verb, growing, agreement)) result.push_back(std::move(row));
  return result;
}

}  // namespace alembert::bench
