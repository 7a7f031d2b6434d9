#include "alembert/kernel/column_order.h"

namespace alembert {

ColumnOrder::ColumnOrder(const Plan& plan) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  first.assign(n + 1, 0);
  run_first.assign(n, 0);
  run_above.assign(n, 0);
  for (std::size_t b = 1; b < n; ++b) {
    for (int k = 0; k < speeds_of(plan.kind[b]); ++k) {
      in_order = in_order && plan.first_v[b] + k == static_cast<int>(speed.size());
      body.push_back(b);
      speed.push_back(static_cast<std::size_t>(plan.first_v[b] + k));
    }
    first[b + 1] = speed.size();
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    const bool goes_on = p > 0 && p + 1 == b;
    run_first[b] = goes_on ? run_first[p] : first[b];
    run_above[b] = goes_on ? run_above[p] : p;
    dense = dense && p + 1 == b;
  }
  for (std::size_t b = 0; b < n; ++b) below_end.push_back(first[static_cast<std::size_t>(plan.subtree_end[b])]);
}

}  // namespace alembert
