#include "alembert/analysis/branches/branch_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/analysis/branches/block_search.h"
#include "alembert/analysis/branches/branch_blocks.h"
#include "alembert/core/index.h"
#include "alembert/core/random.h"

namespace alembert {
namespace {

using Kind = SearchedMotion::Kind;

std::vector<int> moving_speeds(const BranchProblem& problem) {
  std::vector<int> moving;
  for (std::size_t i = 0; i < problem.motions.size(); ++i)
    if (problem.motions[i].kind != Kind::held) moving.push_back(static_cast<int>(i));
  return moving;
}

/// The guess, then places at random around it.
std::vector<std::vector<double>> places_around(const BranchProblem& problem, double distance) {
  constexpr int count = 4;
  Random random(2);
  std::vector<std::vector<double>> places{problem.guess};
  std::vector<double> move(problem.motions.size());
  for (int k = 1; k < count; ++k) {
    for (std::size_t i = 0; i < move.size(); ++i) {
      const SearchedMotion& motion = problem.motions[i];
      move[i] = motion.kind == Kind::held ? 0.0 : motion.scale * random.uniform(-distance, distance);
    }
    places.emplace_back(problem.guess.size());
    problem.system->step(problem.guess, move, places.back());
  }
  return places;
}

/// [nv] speeds that move an angle whose whole turns no row counts.
std::vector<bool> periodic_speeds(const BranchProblem& problem) {
  std::vector<bool> periodic(problem.motions.size());
  std::vector<bool> angle_row(index(problem.system->sizes().nc), false);
  for (const int row : problem.angle_rows) angle_row[index(row)] = true;
  std::vector<double> here(angle_row.size()), there(here.size());
  for (std::size_t i = 0; i < periodic.size(); ++i)
    periodic[i] = problem.motions[i].kind != Kind::held && problem.motions[i].coordinate >= 0;
  for (std::vector<double>& q : places_around(problem, 0.5)) {
    problem.system->constraint(problem.t, q, here);
    for (std::size_t i = 0; i < periodic.size(); ++i) {
      if (!periodic[i]) continue;
      double& turned = q[index(problem.motions[i].coordinate)];
      const double before = turned;
      turned += 2.0 * std::numbers::pi;
      problem.system->constraint(problem.t, q, there);
      turned = before;
      for (std::size_t r = 0; r < here.size(); ++r) {
        const double change = there[r] - here[r];
        const double counted = angle_row[r] ? std::remainder(change, 2.0 * std::numbers::pi) : change;
        periodic[i] = periodic[i] && std::abs(counted) <= 1e-9 * (1.0 + std::abs(here[r]));
      }
    }
  }
  return periodic;
}

/// The blocks in which rows can be met, in terms of speeds. What a row holds is seen at places far apart.
std::vector<EquationBlock> blocks_of(const BranchProblem& problem) {
  const std::vector<int> moving = moving_speeds(problem);
  std::vector<int> place(problem.motions.size(), -1);
  std::vector<std::vector<int>> rows(index(problem.system->sizes().nc)), together;
  for (std::size_t i = 0; i < moving.size(); ++i) {
    place[index(moving[i])] = static_cast<int>(i);
    const bool turn = problem.motions[index(moving[i])].kind == Kind::turn;
    if (turn && (together.empty() || together.back().size() % 3 == 0)) together.emplace_back();
    if (turn) together.back().push_back(static_cast<int>(i));
  }
  SparseRows A;
  for (const std::vector<double>& q : places_around(problem, 2.0)) {
    problem.system->constraint_jacobian(problem.t, q, A);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      double largest = 0.0;
      for (auto k = index(A.first[r]); k < index(A.first[r + 1]); ++k)
        largest = std::max(largest, std::abs(A.value[k]));
      for (auto k = index(A.first[r]); k < index(A.first[r + 1]); ++k) {
        const int unknown = place[index(A.column[k])];
        const bool counts = unknown >= 0 && std::abs(A.value[k]) > 1e-12 * largest;  // more than rounding
        if (counts && std::ranges::find(rows[r], unknown) == rows[r].end()) rows[r].push_back(unknown);
      }
    }
  }
  std::vector<EquationBlock> blocks = triangular_blocks(static_cast<int>(moving.size()), rows, together);
  for (EquationBlock& block : blocks)
    for (int& unknown : block.unknowns) unknown = moving[index(unknown)];
  return blocks;
}

class Enumeration {
 public:
  explicit Enumeration(const BranchProblem& problem)
      : problem_(problem), periodic_(periodic_speeds(problem)), blocks_(blocks_of(problem)) {}

  FoundBranches run() {
    double dearest = 0.0;
    bool redundant = false;
    for (const EquationBlock& block : blocks_) {
      dearest = std::max(dearest, start_cost(problem_, block));
      redundant = redundant || block.rows.size() > block.unknowns.size();
    }
    constexpr double too_few = 10.0;
    result_.too_large = budget_.operations < too_few * dearest;
    if (!result_.too_large) enumerate();
    // Rows that say nothing new in one block may be what another needs.
    if (redundant && blocks_.size() > 1 && (!result_.loose.empty() || result_.list.empty())) start_again_whole();
    put_first();
    sort();
    result_.starts = budget_.starts + (problem_.first ? 1 : 0);
    return std::move(result_);
  }

 private:
  /// All rows and unknowns at once.
  void start_again_whole() {
    EquationBlock whole;
    for (int row = 0; row < problem_.system->sizes().nc; ++row) whole.rows.push_back(row);
    whole.unknowns = moving_speeds(problem_);
    blocks_ = {std::move(whole)};
    result_ = {};
    enumerate();
  }

  /// Every solution of a block goes on with every solution of the next; depth first, so that what is found before the
  /// limit is whole.
  void enumerate() {
    constexpr std::size_t most_branches = 1000;
    struct Node {
      FoundBranch so_far;
      std::size_t block = 0;
    };
    std::vector<Node> open{{{problem_.guess, 0, false}, 0}};
    result_.complete = true;
    while (!open.empty() && result_.list.size() < most_branches) {
      const Node node = std::move(open.back());
      open.pop_back();
      if (node.block == blocks_.size()) {
        result_.list.push_back(node.so_far);
        continue;
      }
      if (result_.limited) continue;
      const bool known = problem_.first == problem_.guess && node.so_far.q == problem_.guess;
      const BlockTask task{&blocks_[node.block], node.so_far.q, known, node.block + 1 == blocks_.size()};
      const BlockSolutions found = search_block(problem_, periodic_, task, budget_);
      note(found);
      for (const FoundBranch& branch : found.list) {
        // Starts for earlier blocks count for the first branch that they lead to, and the known one, which is among the
        // solutions of every block, as one start.
        int hits = branch.hits;
        if (&branch == &found.list.front()) hits += node.so_far.hits;
        if (known && node.block > 0 && branch.q == problem_.guess) --hits;
        open.push_back({{branch.q, hits, node.so_far.singular || branch.singular}, node.block + 1});
      }
    }
    result_.limited = result_.limited || !open.empty();
    result_.complete = result_.complete && !result_.limited;
  }

  void note(const BlockSolutions& found) {
    result_.wrong += found.wrong;
    result_.complete = result_.complete && found.complete && found.loose.empty();
    result_.limited = result_.limited || found.limited;
    for (const std::string& name : found.loose)
      if (std::ranges::find(result_.loose, name) == result_.loose.end()) result_.loose.push_back(name);
  }

  /// The known branch stands where the search has found it, or is added.
  void put_first() {
    if (!problem_.first) return;
    const std::vector<double> shape = shape_of(problem_, periodic_, *problem_.first);
    const auto same = [&](const FoundBranch& branch) {
      return same_shape(shape, shape_of(problem_, periodic_, branch.q), branch.singular);
    };
    auto at = std::ranges::find_if(result_.list, same);
    result_.first_is_loose = at == result_.list.end() && !result_.loose.empty();
    if (result_.first_is_loose) return;
    if (at == result_.list.end()) at = result_.list.insert(at, {*problem_.first, 0, false});
    if (problem_.first != problem_.guess || at->hits == 0) ++at->hits;
    std::rotate(result_.list.begin(), at, at + 1);
  }

  void sort() {
    const std::vector<double> from = problem_.first ? *problem_.first : problem_.guess;
    // Rounded, so that branches at the same distance are told apart by their coordinates.
    const auto rounded = [](double x) { return std::llround(1e6 * std::clamp(x, -1e9, 1e9)); };
    const auto key = [&](const FoundBranch& branch) {
      std::vector<long long> result{rounded(distance(problem_, periodic_, from, branch.q))};
      for (const double x : branch.q) result.push_back(rounded(x));
      return result;
    };
    const bool known = problem_.first && !result_.first_is_loose;
    std::ranges::sort(result_.list.begin() + (known ? 1 : 0), result_.list.end(), {}, key);
  }

  const BranchProblem& problem_;
  std::vector<bool> periodic_;
  std::vector<EquationBlock> blocks_;
  SearchBudget budget_;
  FoundBranches result_;
};

}  // namespace

FoundBranches search_branches(const BranchProblem& problem) { return Enumeration(problem).run(); }

}  // namespace alembert
