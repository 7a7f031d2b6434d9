/// The constraint rows of a system given by its energies, as numbers.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/energies/constraint_rows.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/system.h"

namespace alembert {

/// Compiled programs of forms/energies/constraint_rows.h; the methods are those of System. Serves one thread at a time.
class LagrangeRows {
 public:
  LagrangeRows() = default;
  /// `parameters` as parameter_numbers() gives them. Model and formulas are needed only during construction.
  LagrangeRows(const Lagrangian& model, std::span<const double> parameters, const ConstraintFormulas& formulas);

  int size() const { return static_cast<int>(names_.size()); }
  int holonomic() const { return holonomic_; }
  /// Some row moves by itself, b is not zero: the forces of constraints do work.
  bool driven() const { return driven_; }
  const std::string& name(int row) const { return names_[static_cast<std::size_t>(row)]; }

  void phi(double t, System::In q, System::Out phi);
  void jacobian(double t, System::In q, SparseRows& A);
  void speed(double t, System::In q, System::Out b);
  void acceleration(const State& x, System::Out c);

  /// The programs, for their comparisons; run_all() evaluates them at a state.
  std::vector<TapeMachine<double>*> machines();
  void run_all(const State& x);

 private:
  std::vector<std::string> names_;
  int holonomic_ = 0;
  bool driven_ = false;
  std::vector<int> first_{0}, column_;  ///< of the entries of A that are not zero as formulas
  StateTape phi_, entries_, b_, c_;
};

}  // namespace alembert
