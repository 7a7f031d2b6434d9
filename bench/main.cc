/// alembert_bench COMMAND SOURCE RESULTS.json [--python PATH] [--only PART]...: see docs/benchmarks.md. Exit code 1:
/// results disagree.
#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

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
#ifdef __clang__
  const char* compiler = __VERSION__;
#else
  const char* compiler = "g++ " __VERSION__;
#endif
  std::printf("%s, %s, core %d, instructions %s\n", today().c_str(), processor().c_str(), core, TEXT(ALEMBERT_ISA));
  std::printf("%s, flags %s\n", compiler, ALEMBERT_BENCH_FLAGS);
  std::printf("load average %.2f %.2f %.2f\n", load[0], load[1], load[2]);
  std::fflush(stdout);
  return {{"date", today()},      {"processor", processor()},
          {"core", core},         {"instructions", TEXT(ALEMBERT_ISA)},
          {"compiler", compiler}, {"flags", ALEMBERT_BENCH_FLAGS},
          {"load_before", load}};
}

struct Part {
  const char* name;
  std::function<Json(const Options&, Agreement&)> run;
};

const std::vector<Part>& parts() {
  static const std::vector<Part> all{
      {"derive", bench_derive},
      {"command", bench_command},
      {"growth", bench_growth},
      {"tape", [](const Options&, Agreement& agreement) { return bench_tape(agreement); }},
      {"simplify", [](const Options&, Agreement& agreement) { return bench_simplify(agreement); }},
      {"simulate", bench_simulate},
      {"kernels", bench_kernels},
      {"scaling", [](const Options&, Agreement& agreement) { return bench_scaling(agreement); }},
      {"constrained", bench_constrained},
      {"loops", bench_loops},
      {"tagged", [](const Options&, Agreement& agreement) { return bench_tagged(agreement); }}};
  return all;
}

/// @param only  names of the parts to run; empty: all
int run(const Options& options, const std::filesystem::path& file, const std::vector<std::string>& only) {
  Agreement agreement;
  Json results = surroundings();
  for (const Part& part : parts())
    if (only.empty() || std::find(only.begin(), only.end(), part.name) != only.end())
      results[part.name] = part.run(options, agreement);
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
  using namespace alembert::bench;
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto usage = [] {
    std::fprintf(stderr, "usage: alembert_bench COMMAND SOURCE RESULTS.json [--python PATH] [--only PART]...\nparts:");
    for (const Part& part : parts()) std::fprintf(stderr, " %s", part.name);
    std::fprintf(stderr, "\n");
    return 2;
  };
  if (words.size() < 3 || words.size() % 2 == 0) return usage();
  const std::filesystem::path source = words[1];
  Options options{words[0], source, std::filesystem::absolute(source).lexically_normal() / ".." / "shared", {}};
  std::vector<std::string> only;
  for (std::size_t k = 3; k < words.size(); k += 2) {
    const auto is_named = [&](const Part& part) { return part.name == words[k + 1]; };
    if (words[k] == "--python")
      options.python = words[k + 1];
    else if (words[k] == "--only" && std::any_of(parts().begin(), parts().end(), is_named))
      only.push_back(words[k + 1]);
    else
      return usage();
  }
  return run(options, words[2], only);
} catch (const std::exception& e) {
  std::fprintf(stderr, "alembert_bench: %s\n", e.what());
  return 2;
}
