/// Tells mechanisms otherwise and compares: the answer must not depend on how a mechanism is drawn.
///
///   metamorphic_test [--cases N] [--only TELLING/MODEL] [--seed S] [--show]
///
/// A case is a model, a way of telling it and a seed. Models are the examples, robots where they are there, and random
/// ones. A failure is printed with the command that repeats it; --show prints the random model itself.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>

#include "alembert/io/load.h"
#include "alembert/io/write/mechanism_writer.h"
#include "alembert/model/parameter_numbers.h"
#include "metamorphic/generator.h"
#include "metamorphic/tellings.h"

namespace alembert::metamorphic {
namespace {

namespace fs = std::filesystem;

struct Options {
  int cases = 1000;
  std::string only;
  std::uint64_t seed = 0;  ///< of the first case; 0: each case its number
  bool show = false;
};

/// Where a mechanism comes from.
struct Origin {
  std::string name;
  fs::path file;                           ///< or
  std::string (*text)(Random&) = nullptr;  ///< random
};

const std::vector<Origin>& random_models() {
  static const std::vector<Origin> origins{{"planar-linkage", {}, random_planar_linkage},
                                           {"tree", {}, random_tree},
                                           {"spatial-loop", {}, random_spatial_loop}};
  return origins;
}

std::vector<Origin> all_models() {
  std::vector<Origin> origins = random_models();
  const fs::path source = ALEMBERT_SOURCE_DIR, robots = source / ".." / "shared" / "robots";
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "examples")) files.insert(entry.path());
  if (fs::exists(robots))
    for (const auto& entry : fs::directory_iterator(robots)) files.insert(entry.path());
  else
    std::cout << "skipped: the robots, which are not there\n";
  for (const fs::path& file : files)
    if (file.extension() == ".toml" || file.extension() == ".urdf" || file.extension() == ".adm")
      origins.push_back({file.extension() == ".toml" ? file.stem().string() : file.filename().string(), file, nullptr});
  return origins;
}

/// The mechanism; nothing for a system given by its energies.
std::optional<Mechanism> load(const Origin& origin, Random& random, bool show) {
  if (origin.text == nullptr) {
    Model model = load_model(origin.file);
    if (auto* mechanism = std::get_if<Mechanism>(&model)) return std::move(*mechanism);
    return {};
  }
  const std::string text = origin.text(random);
  if (show) std::cout << text << "\n";
  return std::get<Mechanism>(read_model(parse_toml(text, origin.name + ".toml")));
}

/// Large models are compared at their start alone.
Extent extent_of(const Subject& subject) {
  constexpr std::size_t large = 40;
  if (subject.model().speeds.size() > large) return {};
  const double seconds = std::min(0.2, simulate_numbers(subject.model()).time / 50.0);
  return {seconds, 2, true};
}

struct Case {
  const Origin& origin;
  const Telling& telling;
  std::uint64_t seed = 0;
  std::string name() const { return telling.name + "/" + origin.name; }
};

class Report {
 public:
  int same = 0, different = 0, not_applicable = 0;

  void add(const Case& c, const Verdict& verdict) {
    const std::string words = "--only " + c.name() + " --seed " + std::to_string(c.seed);
    if (verdict.found.empty()) {
      ++same;
      if (verdict.share > share_) closest_ = words + ", " + verdict.closest;
      share_ = std::max(share_, verdict.share);
      return;
    }
    ++different;
    std::cout << "FAILED " << words << "\n";
    for (const Difference& d : verdict.found)
      std::printf("    %s: %.15g, retold %.15g\n", d.quantity.c_str(), d.original, d.retold);
    std::cout << std::flush;
  }

  void print(double seconds) const {
    std::printf("%d cases the same, %d different, %d not applicable; %.1f s\n", same, different, not_applicable,
                seconds);
    if (same > 0) std::printf("closest to a difference, at %.2g of what is allowed: %s\n", share_, closest_.c_str());
  }

 private:
  double share_ = 0.0;
  std::string closest_;
};

/// Nothing where the model is no mechanism, cannot be told so, or does not work as it is written.
std::optional<Verdict> compare(const Case& c, bool show) {
  Random random(c.seed);
  std::optional<Retold> tale;
  std::optional<Subject> original;
  try {
    const std::optional<Mechanism> read = load(c.origin, random, show);
    if (!read) return {};
    const Subject as_written(*read);
    original.emplace(started_at(*read, as_written.joints(as_written.start())));
    tale = c.telling.tell(original->model(), random);
  } catch (const Error& error) {
    if (show) std::cout << "not applicable: " << error.what() << "\n";
    if (error.code() == Error::Code::unsupported || (c.origin.text != nullptr && error.code() == Error::Code::singular))
      return {};
    throw;
  }
  if (show) std::cout << to_toml(tale->model) << "\n";
  try {
    return compare(*original, *tale, c.telling.kept, extent_of(*original));
  } catch (const Error& error) {
    return Verdict{{{error.what(), 0.0, 0.0}}, {}, 0.0};
  }
}

Options read_options(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i], next = i + 1 < count ? words[i + 1] : "";
    if (word == "--show") {
      options.show = true;
      continue;
    }
    if (word == "--cases") options.cases = std::stoi(next);
    if (word == "--only") options.only = next;
    if (word == "--seed") options.seed = std::stoull(next);
    ++i;
  }
  return options;
}

bool is_wanted(const Options& options, const Case& c) {
  return options.only.empty() || options.only == c.name() || options.only == c.telling.name ||
         options.only == c.origin.name;
}

/// Round by round every model, each time told in another way.
void run_cases(const Options& options, Report& report) {
  const std::vector<Origin> models = all_models();
  const std::span<const Telling> ways = tellings();
  const int rounds = options.only.empty() ? options.cases : static_cast<int>(ways.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t m = 0; m < models.size(); ++m) {
      const std::size_t way = (m * 4 + static_cast<std::size_t>(round)) % ways.size();
      const std::uint64_t number = static_cast<std::uint64_t>(round) * models.size() + m + 1;
      const Case c{models[m], ways[way], options.seed == 0 ? number : options.seed};
      if (!is_wanted(options, c)) continue;
      if (const std::optional<Verdict> verdict = compare(c, options.show))
        report.add(c, *verdict);
      else
        ++report.not_applicable;
      if (options.only.empty() && report.same + report.different >= options.cases) return;
    }
}

/// The test of the test: every wrong telling shows on one of a few random models. Returns how many do not.
int run_wrong_ones() {
  constexpr std::uint64_t seeds = 5;
  int unseen = 0;
  for (const WrongTelling& wrong : wrong_tellings()) {
    const auto origin = std::ranges::find(random_models(), wrong.shows_on, &Origin::name);
    bool seen = false;
    for (std::uint64_t seed = 1; seed <= seeds && !seen; ++seed) {
      const std::optional<Verdict> verdict = compare({*origin, wrong.telling, seed}, false);
      seen = verdict && !verdict->found.empty();
    }
    if (seen) continue;
    ++unseen;
    std::cout << "FAILED: it is not noticed that " << wrong.telling.name << "\n";
  }
  std::printf("%zu of %zu wrong tellings noticed\n", wrong_tellings().size() - static_cast<std::size_t>(unseen),
              wrong_tellings().size());
  return unseen;
}

int run(const Options& options) {
  Report report;
  const auto began = std::chrono::steady_clock::now();
  const int unseen = options.only.empty() ? run_wrong_ones() : 0;
  run_cases(options, report);
  report.print(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  return report.different == 0 && unseen == 0 ? 0 : 1;
}

}  // namespace
}  // namespace alembert::metamorphic

int main(int count, char** words) {
  try {
    return alembert::metamorphic::run(alembert::metamorphic::read_options(count, words));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
