/// Values that users give on the command line: settings of parameters and lists of states.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

/// What values may be given to.
struct NamedUnit {
  std::string name;
  std::string unit;  ///< in SI; "" where the model does not say
};

/// "name=value" taken apart, the name without backquotes; empty where that is not what the text is.
std::optional<std::pair<std::string, std::string>> split_assignment(const std::string& item);
/// The same of --set; throws Error (syntax).
std::pair<std::string, std::string> split_setting(const std::string& setting);

/// Applies "name=value" to a parameter or an input; throws Error (syntax, unknown_name, and what the value causes).
void apply_setting(Description& model, const std::string& setting);

/// Changes `values` by a list: "0.1,0.2" for all of `known` in order, or "th=0.1,x=2" for some. Values are expressions
/// in parameters, or numbers with a unit of the kind that `known` says; where it does not, of an angle or a length per
/// time^order, or, with an order below zero, of any kind. Names may carry primes, which the list may leave out, and
/// stand in backquotes. `option` is named in errors.
void change_by_list(const Description& model, std::span<const NamedUnit> known, const std::string& text,
                    const std::string& option, int order, std::span<double> values);

}  // namespace alembert
