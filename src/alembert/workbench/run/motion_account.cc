#include "alembert/workbench/run/motion_account.h"

#include <algorithm>

#include "alembert/analysis/mobility/condition.h"
#include "alembert/core/text.h"
#include "alembert/system/rank/row_dependence.h"
#include "alembert/workbench/report/report_frames.h"

namespace alembert {
namespace {

/// Of the mass matrix, and of the rows, whose squares accelerations are solved with: some four digits are left.
constexpr double poor = 1e12, poor_rows = 3e5;

void worsen(std::optional<WorstCondition>& worst, const std::optional<double>& value, double t) {
  if (value && (!worst || *value > worst->value)) worst = {*value, t};
}

RowParts parts_of(const Workbench& workbench, const System& system) {
  const Mechanism* mechanism = workbench.mechanism();
  return mechanism == nullptr
             ? RowParts(system.sizes(), 0, 0)
             : RowParts(system.sizes(), mechanism->dependent_coordinates.size(), mechanism->dependent_speeds.size());
}

std::optional<std::string> warning(const std::optional<WorstCondition>& worst, double limit, const std::string& what) {
  if (!worst || worst->value < limit) return {};
  return what + " is nearly singular at t = " + shortest(worst->time) + " s (condition " + shortest(worst->value) +
         "): accelerations and forces have few digits there";
}

/// The rows that least is left of, of as many as the account counts at a configuration; some of them where there are
/// many, none where the system is large.
std::vector<std::string> dependent_names(const System& system, double t, std::span<const double> q) {
  constexpr std::size_t most_names = 6, most_numbers = 1'000'000;
  const Sizes sizes = system.sizes();
  const auto nv = static_cast<std::size_t>(sizes.nv), na = static_cast<std::size_t>(sizes.na);
  if (nv * na > most_numbers) return {};
  const std::vector<double> zero(nv), zero_rows(na);
  std::vector<double> x(nv), lambda(na), dense(nv * na);
  system.constrained_solve(t, q, zero, zero_rows, x, lambda);
  const int count = sizes.na - system.rows_above(rows_apart);
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  for (std::size_t i = 0; i < na; ++i)
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      dense[i * nv + static_cast<std::size_t>(A.column[k])] = A.value[k];
  std::vector<std::string> names;
  for (const int row : dependent_rows(sizes.na, sizes.nv, dense, count)) {
    if (names.size() == most_names) {
      names.emplace_back("...");
      break;
    }
    names.push_back(system.row_name(row));
  }
  return names;
}

}  // namespace

std::size_t account_rows(const System& system) {
  constexpr std::size_t speeds_in_all = 20'000, most = 40, least = 5;
  return std::clamp(speeds_in_all / static_cast<std::size_t>(std::max(1, system.sizes().nv)), least, most);
}

MotionAccount account_of(Workbench& workbench, const System& system, const ReportRows& rows, bool impacts) {
  const RowParts parts = parts_of(workbench, system);
  ConservedMomenta momenta(system, workbench.mechanism() == nullptr ? nullptr : &workbench.setup());
  MotionAccount account;
  std::vector<double> row_lengths;
  for (std::size_t i = 0; i < rows.frames(); ++i) {
    const std::span<const double> row = rows.frame(i);
    const State x{row[0], row.subspan(parts.q, parts.closing_q - parts.q),
                  row.subspan(parts.v, parts.closing_v - parts.v), row.subspan(parts.z, parts.end - parts.z)};
    if (!impacts) momenta.look(x);
    const Conditions found = conditions(system, x, row_lengths);
    worsen(account.mass, found.mass, x.t);
    worsen(account.constraints, found.constraints, x.t);
    if (found.indefinite && !account.indefinite) account.indefinite = x.t;
  }
  if (!impacts) account.momenta = momenta.conserved();
  return account;
}

std::string rank_warning(const System& system, const SimulateResult& result, std::span<const double> q) {
  const std::string which = join(dependent_names(system, result.rank_change_time, q), ", ");
  return "constraints come to depend on each other, or nearly so, or cease to at t = " +
         shortest(result.rank_change_time) + " s (" + std::to_string(result.rank_changes) + " changes in all" +
         (which.empty() ? "" : "; " + which + " there") +
         "): the motion passes a singular configuration, or close to one";
}

std::string singular_note(const System& system, const State& start, const SimulateResult& result) {
  const std::span<const double> y = result.last;
  if (y.size() <= start.q.size() + start.v.size() + start.z.size()) return {};
  const State x{result.status.time, y.first(start.q.size()), y.subspan(start.q.size(), start.v.size()),
                y.subspan(start.q.size() + start.v.size(), start.z.size())};
  std::vector<std::string> names;
  for (const int row : rows_lost(system, start, x)) names.push_back("'" + system.row_name(row) + "'");
  if (names.empty()) return {};
  return "; " + join(names, ", ") + (names.size() == 1 ? " is" : " are") +
         " close to a singular configuration there: a dead centre, a change of branch, or the end of a reach";
}

std::vector<std::string> condition_warnings(const MotionAccount& account) {
  std::vector<std::string> texts;
  if (const auto text = warning(account.mass, poor, "the mass matrix")) texts.push_back(*text);
  if (const auto text = warning(account.constraints, poor_rows, "the matrix of the constraints"))
    texts.push_back(*text);
  if (account.indefinite)
    texts.push_back(
        "the kinetic energy is not positive at t = " + shortest(*account.indefinite) +
        " s: the mass matrix has a negative eigenvalue, and a force drives that motion backwards; look for a "
        "wrong sign in the energies");
  return texts;
}

}  // namespace alembert
