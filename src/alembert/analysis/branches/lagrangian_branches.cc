/// Branches of systems given by their energies.
#include <algorithm>
#include <cmath>

#include "alembert/analysis/branches/branch_steps.h"
#include "alembert/analysis/state/assembled_start.h"
#include "alembert/analysis/state/evaluate.h"

namespace alembert {
namespace {

std::vector<HoldCandidate> candidates_of(const Lagrangian& model, const Point& start) {
  std::vector<HoldCandidate> candidates;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Coordinate& c = model.coordinates[i];
    HoldCandidate candidate;
    candidate.names = {c.name};
    candidate.values = {start.q[i]};
    candidate.coordinates = candidate.speeds = {static_cast<int>(i)};
    candidate.wish = c.fixed && c.states_start ? HoldCandidate::Wish::fixed : HoldCandidate::Wish::written;
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// Lengths are searched in units of the largest coordinate of the start that is no angle.
double length_of(const Lagrangian& model, const Point& start) {
  double length = 0.0;
  for (std::size_t i = 0; i < start.q.size(); ++i)
    if (model.coordinates[i].unit != "rad") length = std::max(length, std::abs(start.q[i]));
  return length > 0.0 ? length : 1.0;
}

}  // namespace

Branches find_branches(const Lagrangian& model, const System& system, const Point& start, HoldList hold) {
  const Sizes sizes = system.sizes();
  if (!can_search(sizes)) return without_search(sizes, hold, start.q);
  std::vector<HoldCandidate> candidates = candidates_of(model, start);
  ask_for(hold, candidates);
  const HeldChoice choice = choose_held(system, sizes.nc, start.t, start.q, candidates);
  refuse(choice, candidates);
  BranchProblem problem;
  problem.system = &system;
  problem.t = start.t;
  problem.guess = start.q;
  const double length = length_of(model, start);
  for (int i = 0; i < sizes.nv; ++i) {
    const bool angle = model.coordinates[static_cast<std::size_t>(i)].unit == "rad";
    problem.motions.push_back({SearchedMotion::Kind::scalar, i, angle, angle ? 1.0 : length, 10.0 * length});
  }
  hold_still(candidates, choice.held, problem);
  std::optional<AssembleFailure> failure;
  if (hold.empty())
    problem.first = start.q;
  else
    failure = assemble_held(problem);
  Branches result = search_all(problem, failure);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (choice.held[i]) result.held.emplace_back(candidates[i].names.front(), candidates[i].values.front());
  return result;
}

Point start_on(const Lagrangian& model, const System& system, const Branch& branch) {
  Point x = start_point(model);
  x.q = branch.q;
  assemble(model, system, x);
  return x;
}

}  // namespace alembert
