/// What decides the numbers of a run, so that a run is only gone on with where it is the same.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/core/output_file.h"

namespace alembert {

/// Names in the user's words ("--time", "file arm.toml") with values as text; files are given by fingerprints.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

/// The files that a model was read from.
RunIdentity identity_of(const std::vector<ReadScope::Entry>& files);
/// The fingerprint of numbers, bit by bit.
std::string fingerprint(std::span<const double> numbers);

/// What differs, in words: "--time was 10 and is 20; the file arm.toml has changed"; "" where nothing does.
std::string difference(const RunIdentity& then, const RunIdentity& now);

}  // namespace alembert
