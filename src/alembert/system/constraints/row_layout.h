/// The sources of constraint rows in arrays, for evaluation.
#pragma once
#include <span>
#include <vector>

#include "alembert/kernel/rows/row_plan.h"

namespace alembert {

/// What RowPlan says about sources, one after the other in memory: with 10^5 loops, time is what it takes to fetch
/// this.
class RowLayout {
 public:
  /// A speed that moves a body.
  struct Step {
    int body = 0;    ///< of the plan, that the speed belongs to
    int within = 0;  ///< which of that body's speeds
    int slot = 0;    ///< of its coefficient in a row of the source
  };
  /// A body of the model that rows of a source hold.
  struct Path {
    int body = 0;
    int first_step = 0;
  };
  struct Source {
    RowSource::Kind kind = RowSource::Kind::closing_joint;
    int index = 0;  ///< joint, FormulaRow, or constraint
    int first_path = 0;
    int first_row = 0;
  };

  RowLayout(const RowPlan& rows, const Plan& plan);

  int size() const { return static_cast<int>(sources_.size()) - 1; }  ///< how many sources
  const Source& source(int s) const { return sources_[static_cast<std::size_t>(s)]; }
  std::span<const Path> paths(int s) const {  ///< bodies ascending
    return part(paths_, source(s).first_path, source(s + 1).first_path);
  }
  /// Which of the source's paths is that of a body; it must have one.
  std::size_t path_of(int s, int body) const;
  std::span<const Step> steps(int s, std::size_t path) const {
    const Path* it = paths_.data() + source(s).first_path + path;
    return part(steps_, it[0].first_step, it[1].first_step);
  }
  std::span<const int> rows(int s) const {  ///< where its rows stand in the system
    return part(rows_, source(s).first_row, source(s + 1).first_row);
  }

 private:
  template <class T>
  static std::span<const T> part(const std::vector<T>& list, int begin, int end) {
    return std::span(list).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  }
  void begin_source(RowSource::Kind kind, int index);

  std::vector<Source> sources_;  ///< [source + 1]
  std::vector<Path> paths_;      ///< [path + 1]
  std::vector<Step> steps_;
  std::vector<int> rows_;
};

}  // namespace alembert
