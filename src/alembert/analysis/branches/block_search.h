/// The solutions of one block of constraint rows, by starts all over the place (branch_search.h).
#pragma once
#include <string>
#include <vector>

#include "alembert/analysis/branches/branch_blocks.h"
#include "alembert/analysis/branches/branch_search.h"

namespace alembert {

/// What the search for branches may still cost.
struct SearchBudget {
  double operations = 3e9;  ///< about two seconds
  int starts = 0;           ///< made so far
};

struct BlockSolutions {
  std::vector<FoundBranch> list;   ///< in the order they were found
  int wrong = 0;                   ///< starts that ended where BranchProblem::allowed says no
  std::vector<std::string> loose;  ///< speeds that stay free at configurations that are not isolated, left out
  bool complete = false;           ///< as many as can be
  bool limited = false;            ///< ended by the budget
};

/// Unknowns and rows of `block` are speeds and rows of the problem's system.
struct BlockTask {
  const EquationBlock* block = nullptr;
  std::vector<double> guess;  ///< [nq] what is not in the block stays as it is here
  bool known = false;         ///< the guess is a solution
  bool last = false;          ///< nothing else is unknown: `allowed` can tell
};

/// @param periodic  [nv] speeds that move an angle whose whole turns no row counts
BlockSolutions search_block(const BranchProblem& problem, const std::vector<bool>& periodic, const BlockTask& task,
                            SearchBudget& budget);

/// Operations of one start.
double start_cost(const BranchProblem& problem, const EquationBlock& block);

/// How far apart two configurations are by their shapes; `singular`: one of them is, so they are known less well.
bool same_shape(const std::vector<double>& a, const std::vector<double>& b, bool singular);
/// BranchProblem::shape, or what stands for it.
std::vector<double> shape_of(const BranchProblem& problem, const std::vector<bool>& periodic,
                             const std::vector<double>& q);
/// Scaled way from `from` to q, whole turns left out.
double distance(const BranchProblem& problem, const std::vector<bool>& periodic, const std::vector<double>& from,
                const std::vector<double>& q);

}  // namespace alembert
