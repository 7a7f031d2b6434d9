/// The command line as plain values, so that the parser's header stays in one file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alembert::cli {

struct Arguments {
  std::string command;  ///< as it was typed, ready for a shell
  std::string verb;
  std::string model;
  std::vector<std::string> set;  ///< "name=value"
  bool json = false;
  std::string base = "fixed";     ///< of a URDF: fixed or free
  std::string mimic = "coupled";  ///< of a URDF: coupled or independent
  int branch = 1;                 ///< assembly branch of the start

  // derive and check
  std::string format = "text";

  // derive
  std::optional<std::string> form;  ///< lagrange, or all of a page, when not given
  bool numeric = false;
  bool base_parameters = false;
  bool constants = false;
  bool written_out = false;
  bool snap = false;
  std::string cut, about, independent;
  std::optional<std::string> at;

  // prove
  std::vector<std::string> equal;
  std::vector<std::string> assume;

  // evaluate
  double t = 0.0;
  std::string q, v, a, tau, frame;
  bool assemble = false;

  // check
  int states = 20;
  std::uint64_t seed = 1;

  // run
  std::string folder;
  std::optional<double> time, step, tolerance;
  std::optional<std::string> method;
  std::vector<std::string> plots;
  bool bodies = false;
  bool resume = false;
  std::string table_format = "csv";
  std::optional<double> step_size, spectral_radius;
  std::optional<int> order;
  bool no_report = false;

  // branches
  std::string hold_list;  ///< "name=value,..."

  // action
  std::string trajectory;  ///< file

  // convert, derive and check
  std::string file;  ///< to write
};

/// Parses the command line. Returns an exit code instead when there is nothing to run: help, version, or bad usage,
/// which is then explained on stderr.
struct Parsed {
  Arguments arguments;
  std::optional<int> exit_code;
};
Parsed parse_arguments(int argc, const char* const* argv);

}  // namespace alembert::cli
