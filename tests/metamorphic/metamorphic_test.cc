/// Tells mechanisms otherwise and compares: the answer must not depend on how a mechanism is drawn.
///
///   metamorphic_test [--cases N] [--only TELLING/MODEL] [--seed S] [--show]
///
/// A case is a model, a way of telling it and a seed. Models are the examples, robots where they are there, and random
/// ones. A failure is printed with the command that repeats it; --show prints the random model itself.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "alembert/io/load.h"
#include "alembert/io/mechanism_writer.h"
#include "alembert/model/parameter_numbers.h"
#include "metamorphic/generator.h"
#include "metamorphic/tellings.h"

namespace alembert::metamorphic {
namespace {

namespace fs = std::filesystem;

struct Options {
  int cases = 420;
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

enum class Verdict { same, different, not_applicable, no_mechanism };

struct Case {
  const Origin& origin;
  const Telling& telling;
  std::uint64_t seed = 0;
};

class Report {
 public:
  void add(const Case& c, Verdict verdict, const Differences& found) {
    ++count_[verdict];
    if (verdict == Verdict::different) tell(c, found);
  }
  int of(Verdict verdict) const { return count_.contains(verdict) ? count_.at(verdict) : 0; }

 private:
  static void tell(const Case& c, const Differences& found) {
    std::cout << "FAILED --only " << c.telling.name << "/" << c.origin.name << " --seed " << c.seed << "\n";
    for (const Difference& d : found)
      std::printf("    %s: %.15g, retold %.15g\n", d.quantity.c_str(), d.original, d.retold);
    std::cout << std::flush;
  }
  std::map<Verdict, int> count_;
};

Verdict compare(const Case& c, bool show, Differences& found) {
  Random random(c.seed);
  const std::optional<Mechanism> read = load(c.origin, random, show);
  if (!read) return Verdict::no_mechanism;
  const Subject as_written(*read);
  const Mechanism model = started_at(*read, as_written.joints(as_written.start()));
  const Subject original(model);
  std::optional<Retold> tale;
  try {
    tale = c.telling.tell(model, random);
  } catch (const Error& error) {
    if (error.code() != Error::Code::unsupported) throw;
    if (show) std::cout << "not applicable: " << error.message() << "\n";
    return Verdict::not_applicable;
  }
  if (show) std::cout << to_toml(tale->model) << "\n";
  try {
    found = differences(original, *tale, c.telling.kept, extent_of(original));
  } catch (const Error& error) {
    found = {{std::string("error: ") + error.what(), 0.0, 0.0}};
  }
  return found.empty() ? Verdict::same : Verdict::different;
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
  const std::string name = c.telling.name + "/" + c.origin.name;
  return options.only.empty() || name == options.only || c.telling.name == options.only ||
         c.origin.name == options.only;
}

/// Round by round every model, each time told in another way.
void run_cases(const Options& options, Report& report) {
  const std::vector<Origin> models = all_models();
  const std::span<const Telling> ways = tellings();
  const int rounds = options.only.empty() ? options.cases : static_cast<int>(ways.size());
  int done = 0;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t m = 0; m < models.size(); ++m) {
      const std::size_t way = (m * 5 + static_cast<std::size_t>(round)) % ways.size();
      const std::uint64_t number = static_cast<std::uint64_t>(round) * models.size() + m + 1;
      const Case c{models[m], ways[way], options.seed == 0 ? number : options.seed};
      if (!is_wanted(options, c)) continue;
      Differences found;
      const Verdict verdict = compare(c, options.show, found);
      report.add(c, verdict, found);
      if (verdict == Verdict::same || verdict == Verdict::different) ++done;
      if (options.only.empty() && done >= options.cases) return;
    }
}

/// The test of the test: wrong tellings are noticed. Returns how many are not.
int run_wrong_ones() {
  int unseen = 0;
  for (const WrongTelling& wrong : wrong_tellings()) {
    const auto origin = std::ranges::find(random_models(), wrong.shows_on, &Origin::name);
    Differences found;
    const Verdict verdict = compare({*origin, wrong.telling, 1}, false, found);
    if (verdict == Verdict::different) continue;
    ++unseen;
    std::cout << "FAILED: not noticed that " << wrong.telling.name << "\n";
  }
  return unseen;
}

int run(const Options& options) {
  Report report;
  const auto began = std::chrono::steady_clock::now();
  run_cases(options, report);
  const int unseen = options.only.empty() ? run_wrong_ones() : 0;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  std::printf("%d cases the same, %d different, %d not applicable; %zu of %zu wrong tellings noticed; %.1f s\n",
              report.of(Verdict::same), report.of(Verdict::different), report.of(Verdict::not_applicable),
              options.only.empty() ? wrong_tellings().size() - static_cast<std::size_t>(unseen) : 0,
              options.only.empty() ? wrong_tellings().size() : 0, wall.count());
  return report.of(Verdict::different) == 0 && unseen == 0 ? 0 : 1;
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
