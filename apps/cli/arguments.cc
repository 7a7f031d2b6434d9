#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <type_traits>

#include "alembert/core/text.h"
#include "alembert/core/version.h"
#include "alembert/integrate/method.h"
#include "help_formatter.h"

namespace alembert::cli {
namespace {

const std::vector<std::string> verbs{"run",      "evaluate", "check",      "derive",  "prove", "convert",
                                     "mobility", "branches", "kinematics", "inverse", "action"};
const std::vector<std::string> later_verbs{"equilibria", "linearize", "continue", "generate", "bench", "sweep", "view"};

constexpr int bad_usage = 2;

/// "--q -1,2" and "--equal -x y" would be read as options named -1 and -x. A blank before such a value keeps it a value
/// and means nothing in an expression or a number.
std::vector<std::string> shield_negative_values(int argc, const char* const* argv) {
  constexpr std::array<std::string_view, 9> takes_one{"--q",    "--v",   "--a",  "--tau",   "--t",
                                                      "--time", "--set", "--at", "--assume"};
  std::vector<std::string> words;
  int values = 0;  // that still belong to the last option
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (values > 0) {
      --values;
      words.push_back(word.starts_with('-') ? " " + word : word);
      continue;
    }
    if (std::ranges::find(takes_one, word) != takes_one.end()) values = 1;
    if (word == "--equal") values = 2;
    words.push_back(word);
  }
  return words;
}

/// The command line as a shell would read it again.
std::string command_line(int argc, const char* const* argv) {
  std::string text = "alembert";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
    };
    text += ' ';
    if (!word.empty() && std::ranges::all_of(word, plain)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

/// Explains a first word that is not a verb; true when it did.
bool explain_verb(const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-') || std::ranges::find(verbs, words[0]) != verbs.end()) return false;
  if (std::ranges::find(later_verbs, words[0]) != later_verbs.end()) {
    std::fprintf(stderr, "alembert: '%s' is not available yet\n  hint: available are %s\n", words[0].c_str(),
                 join(verbs, ", ").c_str());
  } else {
    std::fprintf(stderr, "alembert: there is no verb '%s'\n  hint: %s\n", words[0].c_str(),
                 did_you_mean(words[0], verbs).c_str());
  }
  return true;
}

/// What is wrong with a number that is none or that doubles cannot hold; empty where nothing is, or where the parser
/// says it.
std::string why_not_finite(const std::string& written) {
  if (std::isfinite(std::strtod(written.c_str(), nullptr))) return "";
  return "must be a finite number, such as 2.5 or 1e-3, found " + std::string(trimmed(written));
}

/// The name of a file or folder that is empty came from a variable that has no value.
std::string why_no_name(const std::string& written) {
  return trimmed(written).empty() ? "must be a name, found nothing: leave the option out for the default" : "";
}

/// A verb with the options that every verb has, and its own, group by group.
class Verb {
 public:
  Verb(CLI::App& app, const std::string& name, const std::string& what, Arguments& args)
      : verb_(*app.add_subcommand(name, what)) {
    verb_.get_help_ptr()->group(help_group);
    verb_.add_option("MODEL", args.model, "model file (.toml, .urdf, .adm or .acf)")->required();
    group(model_group);
    list("--set", "NAME=VALUE", args.set, "change a parameter or an input; repeatable (default: as in the file)");
    value("--base", "B", args.base, "of a URDF: fixed or free (default: " + args.base + ")");
    value("--mimic", "M", args.mimic, "of a URDF's mimic joints: coupled or independent (default: " + args.mimic + ")");
    group(results_group);
    flag("--json", args.json, "print JSON on standard output");
  }

  void group(const std::string& name) { group_ = name; }
  template <class T>
  CLI::Option* value(const std::string& name, const std::string& kind, T& target, const std::string& what) {
    CLI::Option* option = verb_.add_option(name, target, what)->type_name(kind)->group(group_);
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::optional<double>>) option->check(why_not_finite);
    return option;
  }
  /// An option that may be given several times.
  void list(const std::string& name, const std::string& kind, std::vector<std::string>& target,
            const std::string& what) {
    value(name, kind, target, what)->allow_extra_args(false);
  }
  CLI::Option* flag(const std::string& name, bool& target, const std::string& what) {
    return verb_.add_flag(name, target, what)->group(group_);
  }
  void branch(Arguments& args) {
    value("--branch", "N", args.branch, "start on this branch of `alembert branches` (default: 1)");
  }
  void positional(const std::string& name, std::string& target, const std::string& what) {
    verb_.add_option(name, target, what)->required();
  }
  void footer(const std::string& text) { verb_.footer(text); }

 private:
  CLI::App& verb_;
  std::string group_;
};

void add_folder(Verb& verb, Arguments& args) {
  verb.group(results_group);
  verb.value("-o,--output", "DIR", args.folder, "folder for the results (default: results/NAME)")->check(why_no_name);
}

void add_file(Verb& verb, Arguments& args) {
  verb.group(results_group);
  verb.value("-o,--output", "FILE", args.file, "file to write (default: standard output)")->check(why_no_name);
}

/// The span of a motion, and where it starts.
void add_span(Verb& verb, Arguments& args, const std::string& tolerance) {
  verb.group("Motion");
  verb.value("--time", "T", args.time, "simulated time [s] (default: that of [simulate], else 10)");
  verb.value("--step", "H", args.step, "time between rows of the result [s] (default: that of [simulate], else 0.01)");
  verb.value("--tolerance", "E", args.tolerance, tolerance + " (default: that of [simulate], else 1e-8)");
}

void add_start(Verb& verb, Arguments& args, const std::string& more) {
  verb.group("Start");
  verb.value(
      "--q", "LIST", args.q,
      "coordinates: 0.1,0.2 in file order, or th=0.1 over the model's own" + more + " (default: the model's start)");
  verb.value("--v", "LIST", args.v, "speeds, likewise (default: the model's start)");
  verb.branch(args);
}

void add_run(CLI::App& app, Arguments& args) {
  Verb run(app, "run", "simulate: trajectory.csv, summary.json, plots and report.html in a folder", args);
  add_span(run, args, "relative and absolute error to aim at");
  add_start(run, args, "");
  run.group("Method");
  std::string methods = "auto";
  for (const std::string_view name : method_names()) methods += ", " + std::string(name);
  run.value("--method", "M", args.method, "of integration: " + methods + " (default: that of [simulate], else auto)");
  run.value("--step-size", "H", args.step_size,
            "of methods with equal steps, in place of the tolerance [s] (default: from the tolerance)");
  run.value("--spectral-radius", "R", args.spectral_radius,
            "of alpha: what is left of waves that steps cannot follow, 0 ... 1 (default: 0.8)");
  run.value("--order", "N", args.order,
            "of variational: 2, 4, 6 or 8 (default: 2 with --step-size, else from the tolerance)");
  add_folder(run, args);
  run.value("--format", "F", args.table_format, "of the trajectory: csv or hdf5 (default: " + args.table_format + ")");
  run.list("--plot", "COLUMNS", args.plots,
           "draw columns as SVG: x,th against time, th:th' against th; repeatable (default: a plot each of "
           "coordinates, speeds, states, outputs and energies)");
  run.flag("--bodies", args.bodies, "also record where every body is (a system given by its energies has none)");
  run.flag("--no-report", args.no_report, "do not write report.html");
  run.flag("--resume", args.resume, "go on with the run in DIR that was interrupted or killed");
  run.footer(
      "Ctrl-C, a crash or a full disk lose nothing: the same command with --resume goes on, with the same\n"
      "numbers.\n"
      "Example: alembert run examples/cart-pendulum.toml -o results/cart --plot x,th");
}

void add_evaluate(CLI::App& app, Arguments& args) {
  Verb evaluate(app, "evaluate", "every matrix, force, energy and acceleration at one state", args);
  evaluate.group("State");
  evaluate.value("--t", "T", args.t, "time [s] (default: 0)");
  evaluate.value("--q", "LIST", args.q,
                 "coordinates: 0.1,0.2 in file order, or th=0.1 over the start (default: the model's start)");
  evaluate.value("--v", "LIST", args.v, "speeds, likewise (default: the model's start)");
  evaluate.flag("--assemble", args.assemble, "move a state given by --q and --v onto the constraints");
  evaluate.branch(args);
  evaluate.group("Questions");
  evaluate.value("--a", "LIST", args.a, "accelerations for the inverse dynamics (default: 0)");
  evaluate.value("--tau", "LIST", args.tau, "efforts for the acceleration (default: the model's own)");
  evaluate.value("--frame", "NAME", args.frame,
                 "also pose, velocity and Jacobian of a body, body.point or body.frame (default: none)");
  evaluate.footer("Example: alembert evaluate examples/double-pendulum.toml --q th1=pi/2 --json");
}

void add_check(CLI::App& app, Arguments& args) {
  Verb check(app, "check", "the certificate: independent checks of the equations", args);
  check.group("States");
  check.value("--states", "N", args.states,
              "random states to check at, 1 to 100000 (default: " + std::to_string(args.states) + ")");
  check.value("--seed", "S", args.seed, "of the random states (default: " + std::to_string(args.seed) + ")");
  check.group(results_group);
  check.value("--format", "FORMAT", args.format, "text, json or html (default: " + args.format + ")");
  add_file(check, args);
  check.footer(
      "Exit code 0 when every check that applies was done and passed, 1 otherwise.\n"
      "Example: alembert check examples/four-bar.toml --format html -o certificate.html");
}

void add_derive(CLI::App& app, Arguments& args) {
  Verb derive(app, "derive", "the equations of motion as formulas", args);
  derive.group("Form");
  derive.value("--form", "F", args.form,
               "lagrange, newton-euler, dalembert, variational, augmented-reactions, augmented, eliminated, embedded, "
               "amalgamated, separate, subsystem, recursive or state-space (default: lagrange; of a page all)");
  derive.value("--cut", "JOINTS", args.cut,
               "of subsystem: joints to cut, comma-separated, or none (default: every joint of the tree)");
  derive.value(
      "--about", "POINT", args.about,
      "of dalembert: joint, body.point or \"[x, y]\" in the world about which moments are taken (default: each "
      "body's inner joint)");
  derive.value("--independent", "NAMES", args.independent,
               "coordinates that the others shall follow from (default: by pivoting at the start)");
  derive.group("Formulas");
  derive.flag("--numeric", args.numeric, "put in the values of the parameters");
  derive.flag("--written-out", args.written_out, "every formula in full: parts of long ones are not named e1, e2, ...");
  derive.flag("--snap", args.snap,
              "of .urdf files: angles within 0.001 rad of a right angle are right, and it says which");
  CLI::Option* base = derive.flag("--base-parameters", args.base_parameters,
                                  "in the smallest set of inertial parameters, which are defined first");
  derive
      .flag("--constants", args.constants,
            "with coefficients of terms as named constants I1, ..., g1, ...; not with --numeric, --written-out or "
            "--base-parameters")
      ->excludes(base)
      ->excludes("--numeric")
      ->excludes("--written-out");
  derive.group("Numbers");
  derive.value("--at", "STATE", args.at,
               "also numbers at a state: NAME=VALUE,... over the start, speeds with ' (default: none)");
  derive.branch(args);
  derive.group(results_group);
  derive.value(
      "--format", "FORMAT", args.format,
      "text, latex, json, or html: a page with all forms, or the one of --form (default: " + args.format + ")");
  add_file(derive, args);
  derive.footer(
      "Examples: alembert derive examples/cart-pendulum.toml --format latex\n"
      "          alembert derive examples/rod-roller.toml --format html -o equations.html\n"
      "          alembert derive examples/four-bar.toml --form subsystem --cut O");
}

void add_mobility(CLI::App& app, Arguments& args) {
  Verb mobility(app, "mobility", "degrees of freedom, redundant rows, singular configurations", args);
  mobility.group("Configuration");
  mobility.value("--q", "LIST", args.q,
                 "coordinates: 0.1,0.2 in file order, or th=0.1 over the start (default: the model's start)");
  mobility.value("--t", "T", args.t, "time [s] (default: 0)");
  mobility.flag("--assemble", args.assemble, "move a configuration given by --q onto the constraints");
  mobility.branch(args);
  mobility.footer("Example: alembert mobility examples/four-bar.toml --json");
}

void add_branches(CLI::App& app, Arguments& args) {
  Verb branches(app, "branches", "all ways in which closed chains can be put together", args);
  branches.group("Configuration");
  branches.value("--hold", "NAME=VALUE,...", args.hold_list,
                 "coordinates that keep a value: A=0.3,D=0.5; others are found (default: what is driven or fixed)");
  branches.value("--t", "T", args.t, "time [s] (default: 0)");
  branches.footer(
      "Examples: alembert branches examples/four-bar.toml\n"
      "          alembert run examples/slider-crank.toml --branch 2");
}

void add_action(CLI::App& app, Arguments& args) {
  Verb action(app, "action", "action of a recorded motion, and whether it is stationary", args);
  action.positional("TRAJECTORY", args.trajectory, "trajectory.csv or .h5 of alembert run, or such a table");
  action.group("Variation");
  action.value("--tolerance", "E", args.tolerance,
               "relative variation that counts as zero (default: 100 times the tolerance of the run, at least 1e-8)");
  action.value("--seed", "S", args.seed, "of the random variations (default: " + std::to_string(args.seed) + ")");
  action.footer(
      "Exit code 0 when the action is stationary, 1 when it is not or the rows do not tell.\n"
      "Examples: alembert run examples/double-pendulum.toml -o results/dp\n"
      "          alembert action examples/double-pendulum.toml results/dp/trajectory.csv");
}

void add_motion(CLI::App& app, Arguments& args, const char* name, const char* what, const char* example) {
  Verb motion(app, name, what, args);
  add_span(motion, args, "error to aim at in states, and where a motion is free");
  add_start(motion, args, ", moved onto the constraints");
  add_folder(motion, args);
  motion.footer(example);
}

void add_convert(CLI::App& app, Arguments& args) {
  Verb convert(app, "convert", "write the model as a model file (.toml)", args);
  convert.group(results_group);
  convert.value("-o,--output", "FILE", args.file, "file to write")->required()->check(why_no_name);
  convert.footer("Example: alembert convert examples/small-arm.urdf -o small-arm.toml");
}

void add_prove(CLI::App& app, Arguments& args) {
  Verb prove(app, "prove", "is it an identity in this model's symbols?", args);
  prove.group("Statement");
  prove.value("--equal", "LEFT RIGHT", args.equal, "the two sides")->expected(2)->required();
  prove.list("--assume", "\"A < B\"", args.assume,
             "a sign to take for granted, as in \"x > 0\"; repeatable (default: none)");
  prove.footer(
      "Besides the model's names a side may use T, V, L, M[i,j], C[i,j], Gamma[i,j,k], g[i], r[i], Q[i]\n"
      "and equation[i] (left less right side), with coordinates or their numbers as indices; of constraints\n"
      "c (or their numbers, holonomic ones first) phi[c], the rows A[c,i], b[c] of A q' = b and c[c] of\n"
      "A q'' = c, and lambda[c].\n"
      "Example: alembert prove examples/cart-pendulum.toml --equal \"M[x,th]\" \"m2*l*cos(th)\"");
}

}  // namespace

Parsed parse_arguments(int argc, const char* const* argv) {
  Parsed parsed;
  std::vector<std::string> words = shield_negative_values(argc, argv);
  if (!words.empty() && words[0] == "help") {  // help VERB is VERB --help
    words.erase(words.begin());
    words.resize(std::min<std::size_t>(words.size(), 1));
    words.emplace_back("--help");
  }
  if (explain_verb(words)) {
    parsed.exit_code = bad_usage;
    return parsed;
  }
  CLI::App app("alembert: equations of motion, derived, checked, solved", "alembert");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "print this text and exit")->group(help_group);
  app.set_version_flag("--version", std::string("alembert ") + version, "print the version and exit")
      ->group(help_group);
  app.footer(
      "alembert VERB --help says more about a verb.\n"
      "Exit codes: 0 good, 1 an analysis or check failed, 2 bad input.");
  add_run(app, parsed.arguments);
  add_evaluate(app, parsed.arguments);
  add_check(app, parsed.arguments);
  add_derive(app, parsed.arguments);
  add_prove(app, parsed.arguments);
  add_convert(app, parsed.arguments);
  add_mobility(app, parsed.arguments);
  add_action(app, parsed.arguments);
  add_branches(app, parsed.arguments);
  add_motion(app, parsed.arguments, "kinematics", "driven motions: positions, velocities, accelerations over time",
             "Example: alembert kinematics examples/slider-crank.adm -o results/crank");
  add_motion(app, parsed.arguments, "inverse", "efforts of drives and all reactions, or multipliers, over time",
             "Example: alembert inverse examples/excavator.toml -o results/excavator");
  try {
    std::ranges::reverse(words);  // the order this parser wants
    app.parse(words);
    if (app.get_subcommands().empty()) {
      std::fprintf(stderr, "alembert: a verb is needed: alembert VERB MODEL\n  hint: verbs are %s\n",
                   join(verbs, ", ").c_str());
      parsed.exit_code = bad_usage;
      return parsed;
    }
    parsed.arguments.verb = app.get_subcommands().front()->get_name();
    parsed.arguments.command = command_line(argc, argv);
  } catch (const CLI::ParseError& e) {
    const bool fine = e.get_exit_code() == 0;  // help and version
    if (fine) {
      app.exit(e);
    } else {
      std::fprintf(stderr, "alembert: %s\n  hint: see alembert %s--help\n", e.what(),
                   argc > 1 && argv[1][0] != '-' ? (std::string(argv[1]) + " ").c_str() : "");
    }
    parsed.exit_code = fine ? 0 : bad_usage;
  }
  return parsed;
}

}  // namespace alembert::cli
