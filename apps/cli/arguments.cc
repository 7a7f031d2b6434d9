#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "alembert/core/text.h"
#include "alembert/core/version.h"
#include "alembert/integrate/method.h"

namespace alembert::cli {
namespace {

const std::vector<std::string> verbs{"run",      "evaluate", "check",      "derive",  "prove", "convert",
                                     "mobility", "branches", "kinematics", "inverse", "action"};
const std::vector<std::string> later_verbs{"equilibria", "linearize", "continue", "generate", "bench", "sweep", "view"};

constexpr int bad_usage = 2;

/// "--q -1,2" and "--equal -x y" would be read as options named -1 and -x. A blank before such a value keeps it a value
/// and means nothing in an expression or a number.
std::vector<std::string> shield_negative_values(int argc, const char* const* argv) {
  constexpr std::array<std::string_view, 8> takes_one{"--q", "--v", "--a", "--tau", "--t", "--time", "--set", "--at"};
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

CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& what, Arguments& args) {
  CLI::App* verb = app.add_subcommand(name, what);
  verb->add_option("MODEL", args.model, "model file (.toml, .urdf, .adm or .acf)")->required();
  verb->add_option("--set", args.set, "change a parameter or an input: name=value (repeatable)")
      ->type_name("p=x")
      ->allow_extra_args(false);
  verb->add_option("--base", args.base, "of a URDF: fixed (default) or free")->type_name("B");
  verb->add_option("--mimic", args.mimic, "of a URDF's mimic joints: coupled (default) or independent")->type_name("M");
  verb->add_flag("--json", args.json, "print JSON on standard output");
  constexpr std::array<std::string_view, 5> without_start{"check", "prove", "convert", "branches", "action"};
  if (std::ranges::find(without_start, name) == without_start.end())
    verb->add_option("--branch", args.branch, "start on this assembly branch (see alembert branches)")->type_name("N");
  return verb;
}

void add_run(CLI::App& app, Arguments& args) {
  CLI::App* run = add_verb(app, "run", "simulate: trajectory.csv, summary.json and plots in a folder", args);
  run->add_option("-o,--output", args.folder, "folder for the results (default: results/NAME)")->type_name("DIR");
  run->add_option("--time", args.time, "simulated time [s]")->type_name("T");
  run->add_option("--step", args.step, "time between rows of the result [s]")->type_name("H");
  run->add_option("--tolerance", args.tolerance, "relative and absolute error to aim at")->type_name("E");
  std::string methods = "auto";
  for (const std::string_view name : method_names()) methods += ", " + std::string(name);
  run->add_option("--method", args.method, "of integration: " + methods)->type_name("M");
  run->add_option("--step-size", args.step_size, "of methods with equal steps, in place of the tolerance [s]")
      ->type_name("H");
  run->add_option("--spectral-radius", args.spectral_radius,
                  "of generalised alpha: what is left of waves that steps cannot follow, 0 ... 1")
      ->type_name("R");
  run->add_option("--order", args.order,
                  "of variational: 2, 4, 6 or 8 (default: 2 with --step-size, else from the tolerance)")
      ->type_name("N");
  run->add_flag("--resume", args.resume, "go on with the run in DIR that was interrupted or killed");
  run->add_option("--format", args.table_format, "of the trajectory: csv or hdf5")->type_name("F");
  run->add_option("--q", args.q, "start: 0.1,0.2 in file order, or th=0.1 over the model's own")->type_name("LIST");
  run->add_option("--v", args.v, "speeds at the start, likewise")->type_name("LIST");
  run->add_option("--plot", args.plots,
                  "draw columns as SVG: x,th against time, th:th' against th (repeatable); default: coordinates, "
                  "speeds, outputs and energies")
      ->type_name("COLUMNS")
      ->allow_extra_args(false);
  run->add_flag("--bodies", args.bodies, "also record where every body is (a system given by its energies has none)");
  run->add_flag("--no-report", args.no_report, "do not write report.html");
  run->footer(
      "Ctrl-C, a crash or a full disk lose nothing: the same command with --resume goes on, with the same numbers.\n"
      "Example: alembert run examples/cart-pendulum.toml -o results/cart --plot x,th");
}

void add_evaluate(CLI::App& app, Arguments& args) {
  CLI::App* evaluate = add_verb(app, "evaluate", "every matrix, force, energy and acceleration at one state", args);
  evaluate->add_option("--t", args.t, "time [s]")->type_name("T");
  const auto list = [&](const char* name, std::string& target, const char* what) {
    evaluate->add_option(name, target, what)->type_name("LIST");
  };
  list("--q", args.q, "coordinates: 0.1,0.2 in file order, or th=0.1 over the start");
  list("--v", args.v, "speeds, likewise");
  list("--a", args.a, "accelerations for inverse_dynamics (default 0)");
  list("--tau", args.tau, "efforts in place of the model's own, for acceleration");
  evaluate->add_option("--frame", args.frame, "also pose, velocity and Jacobian of a body or body.frame")
      ->type_name("NAME");
  evaluate->add_flag("--assemble", args.assemble, "move the state onto the constraints first (without any: nothing)");
  evaluate->footer("Example: alembert evaluate examples/double-pendulum.toml --q th1=pi/2 --json");
}

void add_file(CLI::App* verb, Arguments& args) {
  verb->add_option("-o,--output", args.file, "file to write (default: standard output)")->type_name("FILE");
}

void add_check(CLI::App& app, Arguments& args) {
  CLI::App* check = add_verb(app, "check", "the certificate: independent checks of the equations", args);
  check->add_option("--states", args.states, "random states to check at")->type_name("N");
  check->add_option("--seed", args.seed, "of the random states")->type_name("S");
  check->add_option("--format", args.format, "text, json or html")->type_name("FORMAT");
  add_file(check, args);
  check->footer(
      "Exit code 0 when nothing failed, 1 when a check failed.\n"
      "Example: alembert check examples/four-bar.toml --format html -o certificate.html");
}

void add_derive(CLI::App& app, Arguments& args) {
  CLI::App* derive = add_verb(app, "derive", "the equations of motion as formulas", args);
  derive
      ->add_option("--form", args.form,
                   "form of the equations: lagrange, newton-euler, dalembert, variational, augmented-reactions,\n"
                   "augmented, eliminated, embedded, amalgamated, separate, subsystem, recursive, state-space")
      ->type_name("F");
  derive->add_option("--format", args.format, "text, latex, json, or html: a page with all forms, or the one of --form")
      ->type_name("FORMAT");
  add_file(derive, args);
  derive->add_flag("--numeric", args.numeric, "put in the values of the parameters");
  derive->add_flag("--written-out", args.written_out,
                   "every formula in full: parts of long ones are not named e1, e2, ...");
  CLI::Option* base = derive->add_flag("--base-parameters", args.base_parameters,
                                       "in the smallest set of inertial parameters, which are defined first");
  derive->add_flag("--constants", args.constants, "with coefficients of terms as named constants I1, ..., g1, ...")
      ->excludes(base)
      ->excludes("--numeric")
      ->excludes("--written-out");
  derive->add_option("--cut", args.cut, "subsystem: joints to cut, comma-separated, or none")->type_name("JOINT");
  derive
      ->add_option("--about", args.about,
                   "dalembert: joint, body.point or \"[x, y]\" in the world about which moments are taken")
      ->type_name("POINT");
  derive->add_option("--independent", args.independent, "coordinates that the others shall follow from")
      ->type_name("NAMES");
  derive->add_option("--at", args.at, "also numbers at a state: NAME=VALUE,... over the start (speeds with ')")
      ->type_name("STATE");
  derive->footer(
      "Examples: alembert derive examples/cart-pendulum.toml --format latex\n"
      "          alembert derive examples/rod-roller.toml --format html -o equations.html\n"
      "          alembert derive examples/four-bar.toml --form subsystem --cut O");
}

void add_mobility(CLI::App& app, Arguments& args) {
  CLI::App* mobility = add_verb(app, "mobility", "degrees of freedom, redundant rows, singular configurations", args);
  mobility->add_option("--q", args.q, "configuration: 0.1,0.2 in file order, or th=0.1 over the start")
      ->type_name("LIST");
  mobility->add_option("--t", args.t, "time [s]")->type_name("T");
  mobility->add_flag("--assemble", args.assemble, "move the configuration onto the constraints first");
  mobility->footer("Example: alembert mobility examples/four-bar.toml --json");
}

void add_branches(CLI::App& app, Arguments& args) {
  CLI::App* branches = add_verb(app, "branches", "all ways in which closed chains can be put together", args);
  branches->add_option("--hold", args.hold_list, "coordinates that keep a value: A=0.3,D=0.5; others are found")
      ->type_name("NAME=VALUE,...");
  branches->add_option("--t", args.t, "time [s]")->type_name("T");
  branches->footer(
      "Example: alembert branches examples/four-bar.toml\n"
      "         alembert run examples/slider-crank.toml --branch 2");
}

void add_action(CLI::App& app, Arguments& args) {
  CLI::App* action = add_verb(app, "action", "action of a recorded motion, and whether it is stationary", args);
  action->add_option("TRAJECTORY", args.trajectory, "trajectory.csv or .h5 of alembert run, or such a table")
      ->required();
  action
      ->add_option("--tolerance", args.tolerance,
                   "relative variation that counts as zero (default: 100 times that of the run)")
      ->type_name("E");
  action->add_option("--seed", args.seed, "of the random variations")->type_name("S");
  action->footer(
      "Exit code 0 when the action is stationary, 1 when it is not or the rows do not tell.\n"
      "Example: alembert run examples/double-pendulum.toml -o results/dp\n"
      "         alembert action examples/double-pendulum.toml results/dp/trajectory.csv");
}

void add_motion(CLI::App& app, Arguments& args, const char* name, const char* what, const char* example) {
  CLI::App* motion = add_verb(app, name, what, args);
  motion->add_option("-o,--output", args.folder, "folder for the results (default: results/NAME)")->type_name("DIR");
  motion->add_option("--time", args.time, "time of the motion [s]")->type_name("T");
  motion->add_option("--step", args.step, "time between rows of the result [s]")->type_name("H");
  motion->add_option("--tolerance", args.tolerance, "error to aim at in states, and where a motion is free")
      ->type_name("E");
  motion
      ->add_option("--q", args.q,
                   "start: 0.1,0.2 in file order, or th=0.1 over the model's own; moved onto the constraints")
      ->type_name("LIST");
  motion->add_option("--v", args.v, "speeds at the start, likewise")->type_name("LIST");
  motion->footer(example);
}

void add_convert(CLI::App& app, Arguments& args) {
  CLI::App* convert = add_verb(app, "convert", "write the model as a model file (.toml)", args);
  convert->add_option("-o,--output", args.file, "file to write")->type_name("FILE")->required();
  convert->footer("Example: alembert convert robot.urdf -o robot.toml");
}

void add_prove(CLI::App& app, Arguments& args) {
  CLI::App* prove = add_verb(app, "prove", "is it an identity in this model's symbols?", args);
  prove->add_option("--equal", args.equal, "the two sides")->type_name("LEFT RIGHT")->expected(2)->required();
  prove->footer(
      "Besides the model's names a side may use T, V, L, M[i,j], C[i,j], Gamma[i,j,k], g[i], r[i], Q[i] and\n"
      "equation[i] (left less right side), with coordinates or their numbers as indices; of constraints c (or their\n"
      "numbers, holonomic ones first) phi[c], the rows A[c,i], b[c] of A q' = b and c[c] of A q'' = c, and lambda[c].\n"
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
  app.set_version_flag("--version", std::string("alembert ") + version);
  app.require_subcommand(1);
  app.footer(
      "alembert VERB --help says more about a verb. Exit codes: 0 good, 1 an analysis or check failed, 2 bad input.");
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
