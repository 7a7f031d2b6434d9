/// The numbers that a form of the equations gives.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/classical/form_system.h"

namespace alembert {

/// Lists are empty where the form does not lead to the quantity.
struct FormAnswer {
  std::vector<double> unknowns;
  std::vector<double> accelerations;     ///< [n] of mass centres (or of the generalized coordinates)
  std::vector<double> multipliers;       ///< [m]
  std::vector<double> reactions;         ///< [reactions]; where `known_reactions` is not empty only those
  std::vector<char> known_reactions;     ///< [reactions] 1 where the form has this one; empty: all
  std::vector<double> constraint_force;  ///< [n] Qc, unique even where reactions are not
  std::vector<double> drives;            ///< [unknown drives]
  double residual = 0.0;                 ///< of the linear system, relative
  bool unique = true;                    ///< unknowns and reactions are the only ones that satisfy it
};

/// Factors that bring coordinates of these inertias (FormSystem) to the inertia 1. Those without any count as the
/// smallest there is; zero for what has no inertia by its nature.
std::vector<double> unit_inertia(std::span<const double> inertia);

/// Solves by LU, or by least squares of minimum norm where constraints are redundant. Reactions that a form does not
/// hold but whose generalized forces it gives follow from `blocks.reach` by least squares. The form must apply (no
/// why_not).
FormAnswer solve_form(const FormSystem<double>& system, const Blocks<double>& blocks);

}  // namespace alembert
