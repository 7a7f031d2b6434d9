/// The sections that every kind of model file has, one function each. Names are relative to names.prefix.
/// Internal to io/; call read_lagrangian() or read_mechanism().
#pragma once
#include <span>
#include <string>

#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/description.h"

namespace alembert {

/// A section whose keys are names in the shared space.
struct NamedSection {
  const char* key;
  NameKind kind;
  std::size_t symbols;  ///< that each name takes
};

/// The entries of a section; none when the file does not have it. Throws Error when it is not a table.
std::span<const Entry> entries_in(const Value& document, const std::string& section);

/// Fills the space of names, in file order, from parameters, inputs, let, states, outputs and `more`; and makes the
/// model's lists of parameters, inputs and states with their symbols.
void declare_names(const Value& document, std::span<const NamedSection> more, Description& model, ModelNames& names);

// Values of what was declared.
void read_parameters(const Value& document, Description& model, ModelNames& names);
void read_inputs(const Value& document, Description& model, ModelNames& names);
void read_lets(const Value& document, Description& model, ModelNames& names);
void read_states(const Value& document, Description& model, ModelNames& names);

// What is asked of the model.
void read_outputs(const Value& document, Description& model, ModelNames& names);
void read_simulate(const Value& document, Description& model, ModelNames& names);

/// [constraint.X] holonomic, pfaffian, at_start.
Constraint read_constraint(const Value& table, const std::string& path, const std::string& name, const Source& at,
                           ModelNames& names);

/// Throws Error (bad_value) at `at` when the value is not finite; `path` names it.
void check_finite(double value, const std::string& path, const Source& at);
/// Everything in parameters that all models have is a finite number.
void check_description(const Description& model);

}  // namespace alembert
