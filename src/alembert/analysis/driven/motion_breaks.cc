#include "alembert/analysis/driven/motion_breaks.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/system/events/hybrid_joints.h"
#include "alembert/system/events/switching_functions.h"

namespace alembert {
namespace {

constexpr std::size_t fewest_in_part = 8;  // rows

/// Comparisons along a motion.
class Comparisons {
 public:
  Comparisons(const System& system, const SwitchedSystem& switched, const MotionRows& rows)
      : system_(system),
        switched_(switched),
        rows_(rows),
        count_(index(switched.switches())),
        u_(index(system.sizes().nu)),
        values_(count_),
        turns_(count_) {}
  ~Comparisons() { switched_.hold_switches({}); }
  Comparisons(const Comparisons&) = delete;
  Comparisons& operator=(const Comparisons&) = delete;

  MotionBreaks find() {
    read_rows();
    find_all();
    keep_long_parts();
    hold_parts();
    return std::move(result_);
  }

 private:
  /// Fills turns_ at a state, every comparison free.
  void look(const State& x) {
    switched_.hold_switches({});
    system_.inputs(x.t, u_);
    switched_.switch_values(x, u_, values_);
    switched_.switching().turns(turns_);
  }

  static Held side(const Turn& turn, Held otherwise) {
    if (turn.distance == 0.0) return otherwise;
    return turn.distance < 0.0 ? turn.below : turn.above;
  }
  Held& at_row(std::size_t row, std::size_t k) { return sides_[row * count_ + k]; }

  /// On the very place a comparison is as it was before: the row is the state before the change.
  void read_rows() {
    const auto part = [](const std::vector<double>& list, std::size_t row, int width) {
      return std::span(list).subspan(row * index(width), index(width));
    };
    const Sizes sizes = system_.sizes();
    sides_.assign(rows_.t.size() * count_, Held::free);
    for (std::size_t row = 0; row < rows_.t.size(); ++row) {
      const State x{rows_.t[row], part(rows_.q, row, sizes.nq), part(rows_.v, row, sizes.nv),
                    part(rows_.z, row, sizes.nz)};
      look(x);
      for (std::size_t k = 0; k < count_; ++k)
        at_row(row, k) = side(turns_[k], row > 0 ? at_row(row - 1, k) : Held::free);
    }
    // Equal at the very beginning alone: as it comes out next.
    for (std::size_t k = 0; k < count_; ++k) {
      std::size_t row = 0;
      while (row < rows_.t.size() && at_row(row, k) == Held::free) ++row;
      if (row < fewest_in_part && row < rows_.t.size())
        for (std::size_t before = 0; before < row; ++before) at_row(before, k) = at_row(row, k);
    }
  }

  /// Every interval between rows in which a comparison turns.
  void find_all() {
    MotionPath path(system_, rows_, 1);
    for (std::size_t row = 0; row + 1 < rows_.t.size(); ++row) {
      bool turned = false;
      for (std::size_t k = 0; k < count_; ++k) turned = turned || at_row(row, k) != at_row(row + 1, k);
      if (!turned && !turns_back(path, row)) continue;
      const auto t = turned ? instant(row) : std::nullopt;
      if (t)
        result_.breaks.push_back({row, *t});
      else
        result_.unclear.emplace_back(rows_.t[row], rows_.t[row + 1]);
    }
  }

  /// Whether a comparison comes out otherwise between two rows than at both.
  bool turns_back(MotionPath& path, std::size_t row) {
    if (!path.enter(row)) return false;
    for (const double share : {0.25, 0.5, 0.75}) {
      path.at(rows_.t[row] + share * (rows_.t[row + 1] - rows_.t[row]));
      look(path.state());
      for (std::size_t k = 0; k < count_; ++k)
        if (at_row(row, k) != Held::free && side(turns_[k], at_row(row, k)) != at_row(row, k)) return true;
    }
    return false;
  }

  /// When the comparisons that turn between a row and the next do so, where that is one instant.
  std::optional<double> instant(std::size_t row) {
    const MotionBreak end{row, rows_.t[row + 1]};
    MotionPath before(system_, rows_, 1, std::span(&end, 1));
    if (!before.enter(row)) return {};
    constexpr double same = 1e-9;  // of the rows' distance: rounding of one and the same condition
    const double apart = same * (rows_.t[row + 1] - rows_.t[row]);
    std::optional<double> first;
    for (std::size_t k = 0; k < count_; ++k) {
      // What has been equal up to here turns with another one, or else here.
      if (at_row(row, k) == at_row(row + 1, k) || at_row(row, k) == Held::free) continue;
      const auto t = zero(before, row, k);
      if (!t || (first && std::abs(*t - *first) > apart)) return {};
      if (!first) first = t;
    }
    return first.value_or(rows_.t[row]);
  }

  std::optional<double> zero(MotionPath& path, std::size_t row, std::size_t k) {
    const auto turned = [&](double t) {
      path.at(t);
      look(path.state());
      return side(turns_[k], at_row(row, k)) != at_row(row, k);
    };
    double low = rows_.t[row], high = rows_.t[row + 1];
    if (!turned(high)) return {};
    while (true) {
      const double middle = 0.5 * (low + high);
      if (!(low < middle && middle < high)) return high;
      (turned(middle) ? high : low) = middle;
    }
  }

  void keep_long_parts() {
    std::vector<MotionBreak>& all = result_.breaks;
    std::vector<bool> drop(all.size(), false);
    for (std::size_t i = 0; i <= all.size(); ++i) {
      const std::size_t begin = i == 0 ? 0 : all[i - 1].row + 1,
                        end = i == all.size() ? rows_.t.size() : all[i].row + 1;
      if (end - begin >= fewest_in_part || all.empty()) continue;
      if (i > 0) drop[i - 1] = true;
      if (i < all.size()) drop[i] = true;
      if (i > 0 && i < all.size()) result_.unclear.emplace_back(rows_.t[begin], rows_.t[end - 1]);
    }
    std::vector<MotionBreak> kept;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (drop[i])
        result_.unclear.emplace_back(rows_.t[all[i].row], rows_.t[all[i].row + 1]);
      else
        kept.push_back(all[i]);
    all = std::move(kept);
  }

  void hold_parts() {
    for (std::size_t i = 0; i <= result_.breaks.size(); ++i) {
      const std::size_t begin = i == 0 ? 0 : result_.breaks[i - 1].row + 1;
      const std::size_t end = i == result_.breaks.size() ? rows_.t.size() : result_.breaks[i].row + 1;
      std::vector<Held> held(count_);
      for (std::size_t k = 0; k < count_; ++k) {
        held[k] = at_row(begin, k);
        for (std::size_t row = begin; row < end; ++row)
          if (at_row(row, k) != held[k]) held[k] = Held::free;
      }
      result_.held.push_back(std::move(held));
    }
  }

  const System& system_;
  const SwitchedSystem& switched_;
  const MotionRows& rows_;
  std::size_t count_;
  std::vector<double> u_, values_;
  std::vector<Turn> turns_;
  std::vector<Held> sides_;  ///< [row x comparison]; free: both sides have been equal so far
  MotionBreaks result_;
};

/// Where stops and dry friction act: between rows that a joint may have touched its bound, or has come to rest.
class JointEvents {
 public:
  JointEvents(const MechanismSystem& system, const MotionRows& rows)
      : system_(system),
        rows_(rows),
        joints_(system),
        contacts_(contacts_of(system.setup())),
        frictions_(dry_frictions_of(system.setup())),
        u_(index(system.sizes().nu)) {
    std::erase_if(frictions_, [](const DryFriction& friction) { return friction.driven; });  // its drive takes it
  }

  void find(MotionBreaks& result) {
    if (contacts_.empty() && frictions_.empty()) return;
    const std::size_t last = rows_.t.size() - 1;
    std::vector<double> before, now;
    read(0, rows_.t[1] - rows_.t[0], now);
    for (std::size_t row = 1; row <= last; ++row) {
      std::swap(before, now);
      read(row, rows_.t[row] - rows_.t[row - 1], now);
      bool acts = false;
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool stop = i < contacts_.size();
        acts = acts || (stop ? std::min(before[i], now[i]) <= 0.0 : before[i] * now[i] <= 0.0);
      }
      if (acts) result.unclear.emplace_back(rows_.t[row - 1], rows_.t[row]);
    }
  }

 private:
  /// For every stop the gap less twice the way in the time between rows, for every friction the speed.
  void read(std::size_t row, double time, std::vector<double>& values) {
    const Sizes sizes = system_.sizes();
    const auto part = [&](const std::vector<double>& list, int width) {
      return std::span(list).subspan(row * index(width), index(width));
    };
    const State x{rows_.t[row], part(rows_.q, sizes.nq), part(rows_.v, sizes.nv), part(rows_.z, sizes.nz)};
    system_.inputs(x.t, u_);
    values.clear();
    for (const Contact& contact : contacts_)
      values.push_back(contact.gap(joints_.coordinate(x, u_, contact.coordinate)) - 1e-9 * contact.size -
                       2.0 * time * std::abs(joints_.speed(x, u_, contact.speed)));
    for (const DryFriction& friction : frictions_) values.push_back(joints_.speed(x, u_, friction.speed));
  }

  const MechanismSystem& system_;
  const MotionRows& rows_;
  JointReader joints_;
  std::vector<Contact> contacts_;
  std::vector<DryFriction> frictions_;
  std::vector<double> u_;
};

}  // namespace

MotionBreaks find_breaks(const System& system, const MotionRows& rows) {
  MotionBreaks result{{}, {{}}, {}};
  const auto* switched = dynamic_cast<const SwitchedSystem*>(&system);
  if (switched != nullptr && switched->switches() > 0) result = Comparisons(system, *switched, rows).find();
  if (const auto* mechanism = dynamic_cast<const MechanismSystem*>(&system)) JointEvents(*mechanism, rows).find(result);
  return result;
}

}  // namespace alembert
