/// The classical forms of the equations of motion. One file each, all with the same signature; none uses another's
/// answer. M, Cq, Qe, Qd, B, gamma are those of Blocks; r are reactions, Qc = reach r = -Cq^T lambda.
///
///   newton-euler         [M -reach; Cq 0] [a; r] = [Qe; Qd]              every body by itself, reactions unknown
///   dalembert            effective = applied force and moment, moments about a point of choice, in [a_i; r]
///   variational          [M Cq^T; Cq 0] [a; lambda] = [Qe; Qd]          body frames anywhere (frame blocks)
///   augmented-reactions  [M -reach; B_d -1] [a; r] = [Qe; -gamma_d]      dependent accelerations written out
///   augmented            [M Cq^T; Cq 0] [a; lambda] = [Qe; Qd]
///   eliminated           [M B  Cq^T] [a_i; lambda] = Qe - M gamma
///   embedded             B^T M B a_i = B^T (Qe - M gamma)
///   amalgamated          [M 1 0; 1 0 -B; 0 -B^T 0] [a; -Qc; a_i] = [Qe; gamma; 0]
///   separate             reach r + drive_reach u = M a - Qe              a known; forces first, then moments
///   subsystem            for each motion of a tree joint the equilibrium of all bodies beyond it; a known
///   recursive            [M A^T; A 0] [v'; lambda] = [-bias; c]          joint coordinates and loop rows
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/classical/form_system.h"

namespace alembert {

/// FormSystem::why_not says why a form does not apply: it needs bodies, or B, or a tree. Error (unknown_name) where
/// `options` name what is not there.
template <Scalar S>
FormSystem<S> newton_euler_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> dalembert_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> variational_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> augmented_reactions_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> augmented_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> eliminated_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> embedded_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> amalgamated_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> separate_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> subsystem_form(const Blocks<S>& blocks, const FormOptions<S>& options);
template <Scalar S>
FormSystem<S> recursive_form(const Blocks<S>& blocks, const FormOptions<S>& options);

/// Which blocks a form is made of.
enum class FormBlocks : std::uint8_t {
  center,  ///< bodies by their mass centres; generalized coordinates of systems given by energies
  frame,   ///< bodies by the origins of their frames
  joints,  ///< joint coordinates
};

/// A form in the list of all.
template <Scalar S>
struct FormEntry {
  std::string name;  ///< on the command line
  FormBlocks blocks = FormBlocks::center;
  bool eliminates = false;  ///< needs B and gamma; others ask only how many rows are independent
  FormSystem<S> (*assemble)(const Blocks<S>&, const FormOptions<S>&) = nullptr;
};
template <Scalar S>
const std::vector<FormEntry<S>>& classical_forms();

}  // namespace alembert
