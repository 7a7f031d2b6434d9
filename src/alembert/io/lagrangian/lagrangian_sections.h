/// The sections that only a Lagrangian's file has, one function each, in the order in which they must be read.
/// Internal to io/; call read_lagrangian() (lagrangian_reader.h).
#pragma once
#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// The coordinates, energies and multipliers (rod.multiplier) of a Lagrangian as names.
class LagrangianNames final : public MotionNames {
 public:
  explicit LagrangianNames(const Lagrangian& model) : model_(model) {}

  MotionWord coordinate(std::size_t index, int primes) const override;
  std::optional<MotionWord> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;

 private:
  const Lagrangian& model_;
};

/// Makes the model's lists with their symbols, and fills the space of names, in file order.
void declare_lagrangian_names(const Value& document, Lagrangian& model, ModelNames& names);

void read_coordinates(const Value& document, Lagrangian& model, ModelNames& names);
void read_energy(const Value& document, Lagrangian& model, ModelNames& names);
void read_work(const Value& document, Lagrangian& model, ModelNames& names);
void read_forces(const Value& document, Lagrangian& model, ModelNames& names);
void read_constraints(const Value& document, Lagrangian& model, ModelNames& names);
void read_drawing(const Value& document, Lagrangian& model, ModelNames& names);

}  // namespace alembert
