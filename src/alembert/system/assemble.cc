#include "alembert/system/assemble.h"

#include <cmath>

#include "alembert/core/text.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

constexpr double satisfied = 1e-12;

/// One level of the constraints, positions or speeds: rows of sum coefficient x = right side.
struct Rows {
  std::span<const Coupling> couplings;
  std::vector<bool> movable;  ///< [speed]
  bool speeds = false;

  std::size_t place(const Coupling& c, std::size_t k) const {
    return static_cast<std::size_t>(speeds ? c.terms[k].first : c.coordinates[k]);
  }
  double excess(const Coupling& c, const std::vector<double>& x) const {
    double sum = speeds ? 0.0 : -c.offset;
    for (std::size_t k = 0; k < c.terms.size(); ++k) sum += c.terms[k].second * x[place(c, k)];
    return sum;
  }
  double size(const Coupling& c, const std::vector<double>& x) const {
    double sum = speeds ? 0.0 : std::abs(c.offset);
    for (std::size_t k = 0; k < c.terms.size(); ++k) sum += std::abs(c.terms[k].second * x[place(c, k)]);
    return sum;
  }
  const Coupling* worst(const std::vector<double>& x) const {
    const Coupling* found = nullptr;
    double largest = satisfied;
    for (const Coupling& c : couplings) {
      const double off = std::abs(excess(c, x)) / (1.0 + size(c, x));
      if (off <= largest) continue;
      largest = off;
      found = &c;
    }
    return found;
  }
};

/// x + dx with the smallest dx; only movable columns take part.
void correct(const Rows& rows, std::vector<double>& x) {
  const std::size_t nc = rows.couplings.size();
  // A A^T y = -excess over the movable columns, dx = A^T y.
  std::vector<double> gram(nc * nc, 0.0), right(nc);
  const auto coefficient = [&](const Coupling& c, int speed) {
    double sum = 0.0;
    for (const auto& [d, value] : c.terms)
      if (d == speed && rows.movable[static_cast<std::size_t>(d)]) sum += value;
    return sum;
  };
  for (std::size_t i = 0; i < nc; ++i) {
    right[i] = -rows.excess(rows.couplings[i], x);
    for (std::size_t j = 0; j < nc; ++j)
      for (const auto& [speed, value] : rows.couplings[i].terms)
        if (rows.movable[static_cast<std::size_t>(speed)])
          gram[i * nc + j] += value * coefficient(rows.couplings[j], speed);
  }
  const std::vector<double> y = least_squares(static_cast<int>(nc), static_cast<int>(nc), gram, right);
  for (std::size_t i = 0; i < nc; ++i) {
    const Coupling& c = rows.couplings[i];
    for (std::size_t k = 0; k < c.terms.size(); ++k)
      if (rows.movable[static_cast<std::size_t>(c.terms[k].first)]) x[rows.place(c, k)] += c.terms[k].second * y[i];
  }
}

void solve(const Rows& rows, std::vector<double>& x) {
  constexpr int most_tries = 3;  // the rows are linear: repetitions remove rounding
  for (int k = 0; k < most_tries && rows.worst(x) != nullptr; ++k) correct(rows, x);
  const Coupling* worst = rows.worst(x);
  if (worst == nullptr) return;
  throw Error(Error::Code::singular,
              "the start cannot be brought onto constraint '" + worst->name + "': it is off by " +
                  shortest(rows.excess(*worst, x)),
              {}, "change `start` or `rate` of its joints, or leave `fixed` out");
}

/// Which speeds assembly may change.
std::vector<bool> movable(const Mechanism& model, bool speeds) {
  std::vector<bool> result;
  for (const MechanismCoordinate& s : model.speeds) {
    const Joint& joint = model.joints[static_cast<std::size_t>(s.joint)];
    const auto k = static_cast<std::size_t>(s.within);
    const bool written = speeds ? joint.rate[k].has_value() : k < joint.start.size() && joint.start[k].has_value();
    result.push_back(!(joint.fixed_start && written));
  }
  return result;
}

}  // namespace

void assemble(const Mechanism& model, std::span<const Coupling> couplings, std::vector<double>& q,
              std::vector<double>& v) {
  if (couplings.empty()) return;
  solve({couplings, movable(model, false), false}, q);
  solve({couplings, movable(model, true), true}, v);
}

}  // namespace alembert
