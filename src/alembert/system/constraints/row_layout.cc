#include "alembert/system/constraints/row_layout.h"

#include <algorithm>

namespace alembert {

RowLayout::RowLayout(const RowPlan& rows, const Plan& plan) {
  for (const RowSource& source : rows.sources) {
    begin_source(source.kind, source.index);
    for (const RowPath& path : source.paths) {
      paths_.push_back({path.body, static_cast<int>(steps_.size())});
      for (const RowStep& step : path.steps) {
        const int body = plan.body_of[static_cast<std::size_t>(step.speed)];
        steps_.push_back({body, step.speed - plan.first_v[static_cast<std::size_t>(body)], step.slot});
      }
    }
    rows_.insert(rows_.end(), source.rows.begin(), source.rows.end());
  }
  begin_source({}, 0);
  paths_.push_back({0, static_cast<int>(steps_.size())});
}

void RowLayout::begin_source(RowSource::Kind kind, int index) {
  sources_.push_back({kind, index, static_cast<int>(paths_.size()), static_cast<int>(rows_.size())});
}

std::size_t RowLayout::path_of(int s, int body) const {
  const std::span<const Path> all = paths(s);
  return static_cast<std::size_t>(std::ranges::lower_bound(all, body, {}, &Path::body) - all.begin());
}

}  // namespace alembert
