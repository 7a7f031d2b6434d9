/// The verbs of the command, one file each. Each returns the exit code: 0 good, 1 an analysis or check failed.
#pragma once
#include "arguments.h"

namespace alembert::cli {

int run_verb(const Arguments& args);
int evaluate_verb(const Arguments& args);
int check_verb(const Arguments& args);
int derive_verb(const Arguments& args);
int prove_verb(const Arguments& args);

/// Writes a result to standard output; throws Error when that fails (a full disk, a closed pipe).
void print(const std::string& text);

}  // namespace alembert::cli
