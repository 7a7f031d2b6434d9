/// The alembert command. See docs/cli.md.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/toml/model_kind.h"
#include "verbs.h"

namespace alembert::cli {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw Error(Error::Code::file, "cannot write to standard output");
}

void print(const std::string& text, const std::string& file) {
  if (file.empty() || file == "-") return print(text);
  write_file(file, text);
}

void check_format(const std::string& format, const std::vector<std::string>& known) {
  if (std::ranges::find(known, format) == known.end())
    throw Error(Error::Code::unknown_name, "--format " + format + " is not known", {}, did_you_mean(format, known));
}

WorkbenchOptions load_options(const Arguments& args) {
  const auto choice = [](const std::string& option, const std::string& value, const char* usual, const char* other) {
    if (value == usual) return false;
    if (value == other) return true;
    throw Error(Error::Code::bad_value, option + " " + value + " is not known", {},
                std::string("write ") + usual + " or " + other);
  };
  WorkbenchOptions options;
  options.free_base = choice("--base", args.base, "fixed", "free");
  options.snap = args.snap;
  options.independent_mimic = choice("--mimic", args.mimic, "coupled", "independent");
  options.branch = args.branch;
  // Robot files have massless links for good reasons; in a model file an inertia was forgotten.
  for (const char* verb : {"evaluate", "derive", "prove", "convert"})
    if (args.verb == verb && lower_extension(args.model) == ".urdf")
      options.purpose = MechanismSetup::Purpose::formulas;
  for (const char* verb : {"mobility", "branches", "kinematics"})
    if (args.verb == verb) options.purpose = MechanismSetup::Purpose::geometry;
  if (args.verb == "kinematics" || args.verb == "inverse") options.hold_spins = SpinHold::speed;
  if (args.verb == "branches") options.hold_spins = SpinHold::orientation;
  return options;
}

namespace {

void print_warning(const Description& model, const Warning& w) {
  std::fprintf(stderr, "alembert: warning: %s\n", with_place(model, w).c_str());
}

}  // namespace

void print_warnings(const Description& model) { print_warnings(model, model.warnings); }

void print_warnings(const Description& model, const std::vector<Warning>& warnings) {
  for (const Warning& w : warnings) print_warning(model, w);
}

void print_start_changes(const Workbench& workbench, const std::vector<StartChange>& changes) {
  if (!changes.empty()) print_warning(workbench.model(), warning_of(changes));
}

namespace {

int dispatch(const Arguments& args) {
  if (args.verb == "run") return run_verb(args);
  if (args.verb == "evaluate") return evaluate_verb(args);
  if (args.verb == "check") return check_verb(args);
  if (args.verb == "derive") return derive_verb(args);
  if (args.verb == "convert") return convert_verb(args);
  if (args.verb == "mobility") return mobility_verb(args);
  if (args.verb == "action") return action_verb(args);
  if (args.verb == "branches") return branches_verb(args);
  if (args.verb == "kinematics" || args.verb == "inverse") return motion_verb(args);
  return prove_verb(args);
}

/// Analyses that could not be done exit with 1, input that cannot be used with 2. What is too large with a place is
/// input: nested too deeply, too many of something.
int exit_code(const Error& error) {
  if (error.code() == Error::Code::too_large) return error.at().file.empty() ? 1 : 2;
  return error.code() == Error::Code::singular || error.code() == Error::Code::file ? 1 : 2;
}

}  // namespace
}  // namespace alembert::cli

int main(int argc, char** argv) {
  using alembert::Error;
  try {
    const alembert::cli::Parsed parsed = alembert::cli::parse_arguments(argc, argv);
    return parsed.exit_code ? *parsed.exit_code : alembert::cli::dispatch(parsed.arguments);
  } catch (const Error& e) {
    std::fprintf(stderr, "alembert: %s\n", e.what());
    return alembert::cli::exit_code(e);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "alembert: out of memory\n");
    return 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "alembert: internal error: %s\n", e.what());
    return 1;
  }
}
