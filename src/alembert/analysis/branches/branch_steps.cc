#include "alembert/analysis/branches/branch_steps.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/core/text.h"

namespace alembert {
namespace {

using Wish = HoldCandidate::Wish;

constexpr const char* too_large_for_search =
    "The mechanism is too large for a search: only the branch of its start is given.";

std::string sentences(const FoundBranches& found) {
  std::string text;
  if (found.too_large)
    text = too_large_for_search;
  else if (found.complete)
    text = found.starts <= 1 ? "Nothing is left to be found."
                             : "These are all: each loop is a planar dyad, which closes in at most two ways.";
  else
    text = "Found by search from " + std::to_string(found.starts) + " starts: there may be others" +
           (found.limited ? ", because the search has come to its limit." : ".");
  if (found.wrong > 0)
    text += " Left out: configurations with a loop closed the wrong way round (" + std::to_string(found.wrong) +
            " starts ended there).";
  if (!found.loose.empty())
    text += " Left out: configurations that are not isolated, in which " + join(found.loose, ", ") + " stay free.";
  return text;
}

/// The start alone, where nothing can or need be searched.
Branches start_alone(std::vector<double> q, bool complete, std::string note) {
  Branches result;
  result.list.push_back({std::move(q), {}, 1, false});
  result.starts = 1;
  result.complete = complete;
  result.note = std::move(note);
  return result;
}

}  // namespace

void ask_for(HoldList hold, std::vector<HoldCandidate>& candidates) {
  for (const auto& [name, value] : hold) {
    const auto has = [&, &wanted = name](const HoldCandidate& c) {
      return std::ranges::find(c.names, wanted) != c.names.end();
    };
    const auto found = std::ranges::find_if(candidates, has);
    if (found == candidates.end())
      throw Error(Error::Code::bad_value,
                  "'" + name + "' cannot be held: it is driven, or part of an orientation that closes a loop");
    if (found->names.size() > 1)
      throw Error(Error::Code::bad_value, "'" + name + "' cannot be held alone: it is part of an orientation", {},
                  "write `start` and `fixed = true` at its joint");
    found->wish = Wish::asked;
    found->values.front() = value;
  }
}

void refuse(const HeldChoice& choice, std::span<const HoldCandidate> candidates) {
  if (choice.dependent >= 0)
    throw Error(Error::Code::bad_value,
                "'" + candidates[index(choice.dependent)].names.front() +
                    "' cannot be held as well: it follows from drives, constraints and what else is held",
                {}, "hold fewer coordinates");
  if (!choice.left.empty())
    throw Error(
        Error::Code::singular,
        "configurations are not isolated: " + join(choice.left, ", ") + " stay free whatever is held", {},
        "quaternions can only be held whole: use a universal joint, Euler angles (`sequence`), or `fixed = true`");
}

void hold_still(std::span<const HoldCandidate> candidates, const std::vector<bool>& held, BranchProblem& problem) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!held[i] || candidates[i].row >= 0) continue;
    for (std::size_t k = 0; k < candidates[i].coordinates.size(); ++k)
      problem.guess[index(candidates[i].coordinates[k])] = candidates[i].values[k];
    for (const int speed : candidates[i].speeds) problem.motions[index(speed)].kind = SearchedMotion::Kind::held;
  }
}

std::optional<AssembleFailure> assemble_held(BranchProblem& problem) {
  AssembleOptions options;
  for (const SearchedMotion& motion : problem.motions) {
    options.keep_q.push_back(motion.kind == SearchedMotion::Kind::held);
    options.scale.push_back(motion.scale);
  }
  std::vector<double> q = problem.guess, v(problem.motions.size(), 0.0);
  auto failure = assemble(*problem.system, problem.t, options, q, v);
  if (failure && !failure->speeds) return failure;
  if (!problem.allowed || problem.allowed(q)) problem.first = q;
  return {};
}

Branches search_all(const BranchProblem& problem, const std::optional<AssembleFailure>& failure) {
  FoundBranches found = search_branches(problem);
  if (found.first_is_loose || (found.list.empty() && !found.loose.empty()))
    throw Error(Error::Code::singular,
                "configurations are not isolated: " + join(found.loose, ", ") + " stay free where all others are held",
                {}, "hold other coordinates, or other values: this one is special");
  if (found.list.empty() && found.too_large)
    throw Error(Error::Code::too_large, "the mechanism is too large for a search and its start cannot be assembled");
  if (found.list.empty())
    throw Error(Error::Code::singular,
                (failure ? describe(*failure, *problem.system)
                         : "loops can only be closed the wrong way round, with axes opposite") +
                    "; none of " + std::to_string(found.starts) + " other starts ended better",
                {}, "hold other values, or change lengths");
  Branches result;
  result.starts = found.starts;
  result.complete = found.complete;
  result.note = sentences(found);
  for (FoundBranch& branch : found.list) result.list.push_back({std::move(branch.q), {}, branch.hits, branch.singular});
  return result;
}

bool can_search(const Sizes& sizes) {
  return sizes.nc > 0 && static_cast<double>(sizes.nc) * sizes.nc * sizes.nv < 3e7;
}

Branches without_search(const Sizes& sizes, HoldList hold, std::vector<double> q) {
  if (!hold.empty())
    throw sizes.nc == 0 ? Error(Error::Code::bad_value, "no row holds positions: there is nothing to find")
                        : Error(Error::Code::too_large, "the mechanism is too large for a search of branches");
  return sizes.nc == 0 ? start_alone(std::move(q), true, "No row holds positions: there is one branch.")
                       : start_alone(std::move(q), false, too_large_for_search);
}

}  // namespace alembert
