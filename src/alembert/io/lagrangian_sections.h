/// The sections of a Lagrangian's file, one function each, in the order in which they must be read.
/// Internal to io/; call read_lagrangian() (lagrangian_reader.h).
#pragma once
#include "alembert/io/document.h"
#include "alembert/io/names_in_model.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// Makes the lists of the model with their symbols, and fills the space of names, in file order.
void declare_names(const Value& document, Lagrangian& model, ModelNames& names);

// Values of what was declared.
void read_parameters(const Value& document, Lagrangian& model, ModelNames& names);
void read_inputs(const Value& document, Lagrangian& model, ModelNames& names);
void read_coordinates(const Value& document, Lagrangian& model, ModelNames& names);
void read_lets(const Value& document, Lagrangian& model, ModelNames& names);

// Formulas of the motion.
void read_energy(const Value& document, Lagrangian& model, ModelNames& names);
void read_states(const Value& document, Lagrangian& model, ModelNames& names);
void read_work(const Value& document, Lagrangian& model, ModelNames& names);
void read_forces(const Value& document, Lagrangian& model, ModelNames& names);
void read_constraints(const Value& document, Lagrangian& model, ModelNames& names);

// What is asked of it.
void read_outputs(const Value& document, Lagrangian& model, ModelNames& names);
void read_simulate(const Value& document, Lagrangian& model, ModelNames& names);

/// What may stand in formulas of the motion: positions, rates, inputs, states, t.
Allowed in_motion(std::string where);

}  // namespace alembert
