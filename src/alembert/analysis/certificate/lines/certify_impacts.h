/// Impacts on the stops of joints against their law.
#pragma once
#include <span>
#include <vector>

#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// An impact of one stop, as it was found.
struct FoundImpact {
  int speed = 0;               ///< that of the stop
  double restitution = 0.0;    ///< e
  std::vector<double> before;  ///< [nv] v-
  std::vector<double> after;   ///< [nv] v+
  double energy = 0.0;         ///< [J] by which the conserved energy changed
  double supplied = 0.0;       ///< [J] what moving rows brought in of this
};

/// How far an impact is from its law, relative to its speeds, impulses and energies:
///
///   n . v+ = -e n . v-;     M (v+ - v-) = n p - A^T L;     T+ - T- = (v+ + v-) . M (v+ - v-) / 2;
///   T- - T+ + supplied = (1 - e)/(1 + e) (v+ - v-) . M (v+ - v-) / 2          Carnot, with Newton's restitution
///
/// @param M  [nv x nv];  A  [row x nv] rows that hold during the impact
double impact_residual(const FoundImpact& impact, std::span<const double> M, std::span<const double> A);

/// The line "impacts by their law": every stop of a joint of the tree is run into, at speeds of the samples.
void check_impacts(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
