/// The verbs of the command, one file each. Each returns the exit code: 0 good, 1 an analysis or check failed.
#pragma once
#include "alembert/model/description.h"
#include "alembert/workbench/workbench.h"
#include "arguments.h"

namespace alembert::cli {

int run_verb(const Arguments& args);
int evaluate_verb(const Arguments& args);
int check_verb(const Arguments& args);
int derive_verb(const Arguments& args);
int prove_verb(const Arguments& args);
int convert_verb(const Arguments& args);
int mobility_verb(const Arguments& args);
int action_verb(const Arguments& args);
int branches_verb(const Arguments& args);
int motion_verb(const Arguments& args);  ///< kinematics and inverse

/// How to read the model and where to start it, from --base, --mimic and --branch; and whether the verb needs masses.
WorkbenchOptions load_options(const Arguments& args);
/// Prints what was found while reading the model to stderr.
void print_warnings(const Description& model);
void print_warnings(const Description& model, const std::vector<Warning>& warnings);
/// Prints which of the stated values of a state the constraints moved.
void print_start_changes(const Workbench& workbench, const std::vector<StartChange>& changes);

/// Writes a result to standard output; throws Error when that fails (a full disk, a closed pipe).
void print(const std::string& text);
/// The same, or to a file where one is named.
void print(const std::string& text, const std::string& file);
/// Throws Error (unknown_name) for a format that is none of `known`.
void check_format(const std::string& format, const std::vector<std::string>& known);

}  // namespace alembert::cli
