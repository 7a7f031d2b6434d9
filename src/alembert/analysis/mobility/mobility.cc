#include "alembert/analysis/mobility/mobility.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/analysis/mobility/accessible_motions.h"
#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/linalg/rank.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/manifold_walk.h"
#include "alembert/system/rank/row_dependence.h"
#include "alembert/system/reactions/open_reactions.h"

namespace alembert {
namespace {

/// The coordinate whose rate is this speed, or the speed itself where it is the rate of none.
std::string coordinate_of(const System& system, int speed) {
  std::string name = system.speed_name(speed);
  if (!name.ends_with('\'')) return name;
  const Sizes sizes = system.sizes();
  // Where coordinates and speeds run in step the first guess is right.
  const int guess = std::min(speed, sizes.nq - 1);
  for (int k = 0; k < sizes.nq; ++k) {
    const int i = (guess + k) % sizes.nq;
    std::string coordinate = system.coordinate_name(i);
    if (system.speed_of(i) == speed && coordinate + "'" == name) return coordinate;
  }
  return name;
}

Mobility without_rows(const System& system, const MobilityCounts& counts) {
  Mobility result;
  result.counts = counts;
  result.motions = result.dof = result.velocity_dof = result.undriven_dof = system.sizes().nv;
  for (int i = 0; i < result.motions; ++i) {
    result.independent.push_back(coordinate_of(system, i));
    result.independent_speeds.push_back(system.speed_name(i));
  }
  return result;
}

class Analysis {
 public:
  Analysis(const System& system, const State& at, const MobilityCounts& counts, const MobilityOptions& options)
      : system_(system), options_(options), constraints_(system, at.t, at.q), random_(options.seed), t_(at.t) {
    result_.counts = counts;
    result_.motions = constraints_.motions();
    given_.assign(at.q.begin(), at.q.end());
    choose_rows();
    find_places();
  }

  Mobility run() {
    kept_ = rank(choice_.rows);
    all_ = result_.drives > 0 ? rank(with_drives_) : kept_;
    result_.rank = kept_.general;
    result_.rank_here = kept_.here;
    result_.last_kept = all_.smallest;
    result_.first_dropped = all_.dropped;
    result_.velocity_dof = result_.motions - kept_.general;
    result_.undriven_dof = result_.motions - all_.general;
    name_redundant();
    if (kept_.singular())
      name_singularity(kept_);
    else if (all_.singular())
      name_singularity(all_);
    base_ = places_[kept_.singular() ? kept_.best : 0];
    result_.dof = result_.velocity_dof;
    if (choice_.rows.size() > choice_.holonomic.size()) find_accessible();
    find_lasting();
    name_locked();
    name_independent();
    note_doubt();
    return std::move(result_);
  }

 private:
  void choose_rows() {
    for (int i = 0; i < constraints_.rows(); ++i) {
      if (index(i) < options_.drives.size() && options_.drives[index(i)]) {
        ++result_.drives;
        continue;
      }
      choice_.rows.push_back(i);
      if (i < constraints_.holonomic()) choice_.holonomic.push_back(i);
    }
    result_.rows = static_cast<int>(choice_.rows.size());
    with_drives_ = choice_.rows;
    for (int i = 0; i < constraints_.rows(); ++i)
      if (std::ranges::find(choice_.rows, i) == choice_.rows.end()) with_drives_.push_back(i);
  }

  /// places_[0] is the configuration on the constraints, the others are general.
  void find_places() {
    std::vector<double> phi(index(constraints_.holonomic()));
    system_.constraint(t_, given_, phi);
    for (const int i : choice_.holonomic) result_.violation = std::max(result_.violation, std::abs(phi[index(i)]));
    std::vector<double> first = given_;
    if (!move_onto(constraints_, t_, choice_.holonomic, first)) {
      result_.notes.emplace_back(
          "the constraints cannot be satisfied from this configuration: what is said is about rows "
          "at the configuration as it was given");
      first = given_;
    }
    places_.push_back(first);
    result_.q = first;
    const double rows = result_.rows;
    const bool large = rows * rows * result_.motions > 2e7;  // a second for each rank
    const Walks walks = walk(constraints_, choice_, t_, first, random_, large ? WalkOptions{1, 2} : WalkOptions{});
    places_.insert(places_.end(), walks.places.begin(), walks.places.end());
    length_ = walks.length;
    result_.places = static_cast<int>(walks.places.size());
  }

  GeneralRank rank(std::vector<int> rows) const {
    return general_rank(constraints_, std::move(rows), t_, places_, given_, rank_counted);
  }

  void name_redundant() {
    constraints_.jacobian(t_, places_[all_.best], all_.rows, A_);
    const int rows = static_cast<int>(all_.rows.size());
    for (const int i : dependent_rows(rows, result_.motions, A_, rows - all_.general))
      result_.redundant.push_back(row_name(all_.rows[index(i)]));
    result_.undetermined_rows = undetermined_rows(system_, t_, places_[0]);
  }

  void name_singularity(const GeneralRank& ranks) {
    result_.singular = true;
    const int rows = static_cast<int>(ranks.rows.size());
    const std::vector<double>& near = places_[ranks.best];
    std::vector<double> there;
    constraints_.jacobian(t_, given_, ranks.rows, A_);
    constraints_.jacobian(t_, near, ranks.rows, there);
    const auto motions = index(result_.motions);
    const auto extra = beyond(motions, null_space(rows, result_.motions, A_, ranks.least_here),
                              null_space(rows, result_.motions, there, rank_counted));
    add_motions(extra);
    const auto loose =
        beyond(index(rows), null_space(result_.motions, rows, transposed(rows, result_.motions, A_), ranks.least_here),
               null_space(result_.motions, rows, transposed(rows, result_.motions, there), rank_counted));
    const std::size_t k = loose.size() / std::max<std::size_t>(index(rows), 1);
    for (std::size_t j = 0; j < k; ++j)
      for (const int i : main_components(loose, k, j)) {
        const std::string name = row_name(ranks.rows[index(i)]);
        auto& names = result_.singularity.rows;
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
  }

  void add_motions(std::span<const double> motions) {
    const std::size_t k = motions.size() / std::max<std::size_t>(index(result_.motions), 1);
    for (std::size_t j = 0; j < k; ++j) {
      std::vector<std::string> names;
      for (const int i : main_components(motions, k, j)) names.push_back(coordinate_of(system_, i));
      result_.singularity.motions.push_back(std::move(names));
    }
  }

  /// The rows that motions must satisfy, without those that follow from the others around base_.
  std::vector<int> independent_rows(const std::vector<int>& rows, int rank) {
    constraints_.jacobian(t_, base_, rows, A_);
    const int count = static_cast<int>(rows.size());
    const std::vector<int> dependent = dependent_rows(count, result_.motions, A_, count - rank);
    std::vector<int> result;
    for (int i = 0; i < count; ++i)
      if (!std::ranges::binary_search(dependent, i)) result.push_back(rows[index(i)]);
    return result;
  }

  void find_accessible() {
    const std::vector<int> rows = independent_rows(choice_.rows, kept_.general);
    const int most = result_.motions - rank(choice_.holonomic).general;
    const AccessibleMotions found = accessible_motions(constraints_, rows, most, t_, base_, random_);
    result_.dof = found.dimension;
    accessible_ = found.basis;
    result_.method = IntegrabilityMethod::numeric;
    if (!found.settled)
      result_.notes.emplace_back(
          "integrability is not settled: the rows are too large or too rough for the paths that were "
          "tried, so `dof` may be larger");
    for (int i = constraints_.holonomic(); i < constraints_.rows(); ++i) {
      if (std::ranges::find(choice_.rows, i) == choice_.rows.end()) continue;
      result_.integrable.push_back({row_name(i), found.reach[index(i)] < accessible_tolerance});
    }
    add_together(found, rows);
    if (!options_.exact) {
      if (!options_.why_not_exact.empty())
        result_.notes.push_back("integrability is decided with numbers: " + options_.why_not_exact);
    } else if (agrees(*options_.exact)) {
      take(*options_.exact);
    } else {
      ask_at_values();
    }
  }

  /// Whether formulas say of every row what numbers do.
  bool agrees(const Integrability& exact) const {
    return exact.dof == result_.dof &&
           std::ranges::equal(exact.integrable, result_.integrable, {}, {}, &RowVerdict::integrable);
  }

  void take(const Integrability& exact) {
    result_.method = IntegrabilityMethod::symbolic;
    result_.constants = exact.sums;
    if (!exact.jumps.empty()) result_.notes.push_back(exact.jumps);
  }

  /// Formulas in parameters leave something else than numbers: because of the values of these, because of the
  /// configuration, or because numbers see no difference between little and nothing.
  void ask_at_values() {
    const std::string general =
        "formulas leave " + std::to_string(options_.exact->dof) + " degrees of freedom at general ";
    const std::optional<Integrability> exact = options_.exact_at_values ? options_.exact_at_values() : std::nullopt;
    if (!exact || (!agrees(*exact) && !overrule(*exact))) {
      result_.notes.push_back(general + "configurations; this one is special");
      return;
    }
    if (exact->dof != options_.exact->dof)
      result_.notes.push_back(general + "values of the parameters; these are special");
    take(*exact);
  }

  /// Takes the verdicts of formulas in place of those of numbers, where they surely hold here.
  bool overrule(const Integrability& exact) {
    if (exact.integrable.size() != result_.integrable.size() || !exact.holds_at(base_, t_)) return false;
    std::vector<int> lasting = choice_.holonomic;
    std::size_t pfaffian = 0;
    for (const int i : choice_.rows)
      if (i >= constraints_.holonomic() && exact.integrable[pfaffian++]) lasting.push_back(i);
    constraints_.jacobian(t_, base_, lasting, A_);
    std::vector<double> motions = null_space(static_cast<int>(lasting.size()), result_.motions, A_, rank_counted);
    if (static_cast<int>(motions.size()) != exact.dof * result_.motions) return false;
    for (std::size_t i = 0; i < exact.integrable.size(); ++i) result_.integrable[i].integrable = exact.integrable[i];
    accessible_ = std::move(motions);
    result_.dof = exact.dof;
    result_.together.clear();
    return true;
  }

  /// Sums of independent rows, none of them integrable, that no accessible motion changes.
  void add_together(const AccessibleMotions& found, const std::vector<int>& kept) {
    std::vector<int> rows;
    for (const int i : kept)
      if (i >= constraints_.holonomic() && !(found.reach[index(i)] < accessible_tolerance)) rows.push_back(i);
    const auto m = rows.size(), n = index(result_.motions), d = index(found.dimension);
    if (m < 2 || !constraints_.jacobian(t_, base_, rows, A_)) return;
    std::vector<double> rates(d * m, 0.0);  // of each row along each accessible motion, transposed
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t k = 0; k < d; ++k)
        for (std::size_t j = 0; j < n; ++j) rates[k * m + i] += A_[i * n + j] * found.basis[j * d + k];
    const std::vector<double> sums = reduced_basis(
        m, null_space(static_cast<int>(d), static_cast<int>(m), rates, accessible_tolerance), accessible_tolerance);
    for (std::size_t k = 0; k < sums.size() / m; ++k) {
      IntegrableRows sum;
      double first = 0.0;
      for (std::size_t i = 0; i < m; ++i) {
        const double factor = sums[k * m + i] / constraints_.row_scale(rows[i]);
        if (factor == 0.0) continue;
        if (first == 0.0) first = factor;
        sum.emplace_back(row_name(rows[i]), factor / first);
      }
      result_.together.push_back(std::move(sum));
    }
  }

  /// One that is small for this mechanism: curvature hardly shows on it.
  double short_step() const { return length_ > 0.0 ? 0.01 * length_ : 1e-4; }

  /// Motions that speeds allow and positions do not are not degrees of freedom.
  void find_lasting() {
    if (choice_.holonomic.empty() || result_.motions == kept_.general) return;
    constraints_.jacobian(t_, base_, choice_.holonomic, A_);
    const auto rows = static_cast<int>(choice_.holonomic.size());
    // Where double roots are, a motion is allowed whose singular value rounding has left above what counts elsewhere.
    const bool rounded = all_.general < static_cast<int>(all_.rows.size());
    const std::vector<double> allowed = null_space(rows, result_.motions, A_, rounded ? rank_lost : rank_counted);
    const std::vector<double> lasting = lasting_motions(constraints_, choice_.holonomic, t_, base_, short_step());
    if (lasting.size() >= allowed.size()) return;
    const auto motions = index(result_.motions);
    const std::vector<double> shaky = beyond(motions, allowed, lasting);
    result_.dof = std::max(0, result_.dof - static_cast<int>(shaky.size() / motions));
    result_.singular = true;
    result_.singularity.motions.clear();
    add_motions(shaky);
    result_.notes.emplace_back(
        "speeds allow motions that positions forbid: the mechanism is shaky, not mobile, along them");
    accessible_ = beyond(motions, accessible_.empty() ? allowed : accessible_, shaky);
  }

  /// Drives along which nothing moves that goes on from here.
  void name_locked() {
    if (result_.drives == 0) return;
    const std::span<const int> driven = std::span(with_drives_).subspan(choice_.rows.size());
    for (const int row : locked_rows(constraints_, choice_, driven, t_, places_[0], short_step()))
      result_.locked.push_back(row_name(row));
    if (!result_.locked.empty()) result_.singular = true;
  }

  /// Ranks that rounding, or a decimal cut short, may have decided.
  void note_doubt() {
    constexpr double surely_nothing = 1e-11, surely_something = 1e-5;
    if (all_.dropped > surely_nothing)
      result_.notes.push_back("rows depend on each other to " + shortest(all_.dropped) +
                              " only, which was taken for rounding: write axes and lengths with all their digits");
    else if (all_.smallest < surely_something && all_.general > 0)
      result_.notes.push_back("rows are independent by " + shortest(all_.smallest) +
                              " only: axes that are meant to be parallel, or lengths that are meant to be equal, may "
                              "have been written with too few digits");
  }

  void name_independent() {
    constraints_.jacobian(t_, base_, choice_.rows, A_);
    const std::vector<double> allowed = null_space(result_.rows, result_.motions, A_, rank_counted);
    for (const int j : leading(allowed)) result_.independent_speeds.push_back(system_.speed_name(j));
    for (const int j : leading(accessible_.empty() && result_.dof > 0 ? allowed : accessible_))
      result_.independent.push_back(coordinate_of(system_, j));
  }

  /// Motions that fix all others of a space [motions x k], ascending.
  std::vector<int> leading(std::span<const double> space) const {
    const int k = static_cast<int>(space.size()) / std::max(result_.motions, 1);
    if (k == 0) return {};
    std::vector<int> pivots = find_rank(k, result_.motions, transposed(result_.motions, k, space)).pivots;
    pivots.resize(index(k));
    std::ranges::sort(pivots);
    return pivots;
  }

  std::string row_name(int i) const { return system_.row_name(i); }

  const System& system_;
  const MobilityOptions& options_;
  ScaledConstraints constraints_;
  Random random_;
  double t_;
  Mobility result_;
  WalkRows choice_;                          ///< without drives
  std::vector<int> with_drives_;             ///< all rows, drives last
  GeneralRank kept_, all_;                   ///< of choice_.rows, of with_drives_
  std::vector<double> given_, base_;         ///< the configuration; the regular one where spaces are compared
  std::vector<std::vector<double>> places_;  ///< on the constraints
  double length_ = 0.0;                      ///< of a step between them
  std::vector<double> accessible_;           ///< [motions x dof] where it differs from what rows allow
  std::vector<double> A_;
};

}  // namespace

Mobility mobility(const System& system, const State& at, const MobilityCounts& counts, const MobilityOptions& options) {
  if (system.sizes().na == 0) return without_rows(system, counts);
  return Analysis(system, at, counts, options).run();
}

}  // namespace alembert
