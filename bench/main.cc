/// alembert_bench COMMAND SOURCE RESULTS.json [PYTHON]: see docs/benchmarks.md. Exit code 1: results disagree.
#include <sched.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>

#include "alembert/scalar/isa.h"
#include "bench.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

namespace alembert::bench {
namespace {

std::array<double, 3> load_average() {
  std::array<double, 3> load{};
  if (getloadavg(load.data(), 3) != 3) load = {};
  return load;
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string today() {
  std::array<char, 32> text{};
  const std::time_t now = std::time(nullptr);
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

/// Keeps this process and those it starts on the core where it is now.
int pin() {
  const int core = sched_getcpu();
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<std::size_t>(core), &cores);
  return sched_setaffinity(0, sizeof(cores), &cores) == 0 ? core : -1;
}

Json surroundings() {
  const auto load = load_average();
  const int core = pin();
  const char* compiler = "g++ " __VERSION__;
  std::printf("%s, %s, core %d, instructions %s\n", today().c_str(), processor().c_str(), core, TEXT(ALEMBERT_ISA));
  std::printf("%s, flags %s\n", compiler, ALEMBERT_BENCH_FLAGS);
  std::printf("load average %.2f %.2f %.2f\n", load[0], load[1], load[2]);
  std::fflush(stdout);
  return {{"date", today()},      {"processor", processor()},
          {"core", core},         {"instructions", TEXT(ALEMBERT_ISA)},
          {"compiler", compiler}, {"flags", ALEMBERT_BENCH_FLAGS},
          {"load_before", load}};
}

int run(const Options& options, const std::filesystem::path& file) {
  Agreement agreement;
  Json results = surroundings();
  results["derive"] = bench_derive(options, agreement);
  results["command"] = bench_command(options, agreement);
  results["tape"] = bench_tape(agreement);
  results["simplify"] = bench_simplify(agreement);
  results["simulate"] = bench_simulate(options, agreement);
  const auto load = load_average();
  results["load_after"] = load;
  results["disagreements"] = agreement.disagreements();
  std::printf("\nload average %.2f %.2f %.2f; results that disagree: %d\n", load[0], load[1], load[2],
              agreement.disagreements());
  std::ofstream out(file);
  out << to_text(results);
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
  return agreement.disagreements() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) try {
  if (argc < 4 || argc > 5) {
    std::fprintf(stderr, "usage: alembert_bench COMMAND SOURCE RESULTS.json [PYTHON]\n");
    return 2;
  }
  return alembert::bench::run({argv[1], argv[2], argc == 5 ? argv[4] : ""}, argv[3]);
} catch (const std::exception& e) {
  std::fprintf(stderr, "alembert_bench: %s\n", e.what());
  return 2;
}
