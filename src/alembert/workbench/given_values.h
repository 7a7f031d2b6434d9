/// Values that users give on the command line: settings of parameters and lists of states.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

/// "name=value" taken apart; throws Error (syntax).
std::pair<std::string, std::string> split_setting(const std::string& setting);

/// Applies "name=value" to a parameter or an input; throws Error (syntax, unknown_name, and what the value causes).
void apply_setting(Description& model, const std::string& setting);

/// Changes `values` by a list: "0.1,0.2" for all of `names` in order, or "th=0.1,x=2" for some. Values are expressions
/// in parameters, or numbers with a unit of an angle or a length per time^order (an order below zero means a force, of
/// any unit). `names` may carry primes, which the list may leave out. `option` is named in errors.
void change_by_list(const Description& model, std::span<const std::string> names, const std::string& text,
                    const std::string& option, int order, std::span<double> values);

}  // namespace alembert
