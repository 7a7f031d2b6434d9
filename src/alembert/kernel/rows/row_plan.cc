#include "alembert/kernel/rows/row_plan.h"

#include <algorithm>

#include "alembert/kernel/rows/geometric_rows.h"
#include "alembert/kernel/rows/joint_rows.h"

namespace alembert {
namespace {

using std::size_t;

/// A row before holonomic ones are put first.
struct Draft {
  std::string name;
  bool holonomic = true;
  bool drive = false;
  int source = 0;
};

class RowPlanner {
 public:
  RowPlanner(Mechanism& model, const Compiled& compiled) : model_(model), compiled_(compiled) {}

  RowPlan make() {
    result_.formulas = formula_rows(model_);
    for (size_t j = 0; j < model_.joints.size(); ++j)
      if (model_.joints[j].closing) add_closing_joint(static_cast<int>(j));
    size_t next = 0;  // formula
    while (next < result_.formulas.size() && result_.formulas[next].origin == FormulaRow::Origin::drive)
      add_formula(static_cast<int>(next++));
    for (size_t i = 0; i < model_.constraints.size(); ++i) {
      if (std::holds_alternative<Constraint>(model_.constraints[i]))
        add_formula(static_cast<int>(next++));
      else
        add_geometric(static_cast<int>(i));
    }
    order_rows();
    return std::move(result_);
  }

 private:
  RowSource& begin(RowSource::Kind kind, int index) {
    result_.sources.push_back({kind, index, {}, {}, {}});
    return result_.sources.back();
  }
  void draft(const std::string& name, bool holonomic, bool drive) {
    drafts_.push_back({name, holonomic, drive, static_cast<int>(result_.sources.size()) - 1});
  }

  void add_closing_joint(int j) {
    const Joint& joint = model_.joints[static_cast<size_t>(j)];
    RowSource& source = begin(RowSource::Kind::closing_joint, j);
    add_pair(source, joint.first, joint.second);
    for (const std::string& word : joint_row_names(joint.type, model_.planar))
      draft(joint.name + "." + word, true, false);
    finish(source);
  }

  void add_formula(int f) {
    const FormulaRow& row = result_.formulas[static_cast<size_t>(f)];
    RowSource& source = begin(RowSource::Kind::formula, f);
    for (const RowVariable& variable : row.variables) add_variable(source, variable);
    draft(row.name, row.holonomic, row.origin == FormulaRow::Origin::drive);
    finish(source);
  }

  void add_variable(RowSource& source, const RowVariable& variable) {
    switch (variable.kind) {
      case RowVariable::Kind::coordinate:
      case RowVariable::Kind::quasi_speed: source.columns.push_back(variable.index); return;
      case RowVariable::Kind::quaternion_part: {
        const MechanismCoordinate& c = model_.coordinates[static_cast<size_t>(variable.index)];
        const int first = compiled_.joint_v[static_cast<size_t>(c.joint)];
        const size_t count = words(model_, model_.joints[static_cast<size_t>(c.joint)]).speeds.size();
        for (size_t k = 0; k < count; ++k) source.columns.push_back(first + static_cast<int>(k));
        return;
      }
      case RowVariable::Kind::measure: break;
    }
    const Measure& measure = model_.measures[static_cast<size_t>(variable.index)];
    switch (measure.kind) {
      case Measure::Kind::closing_coordinate:
      case Measure::Kind::closing_speed: {
        const Joint& joint = model_.joints[static_cast<size_t>(measure.index)];
        add_path(source, joint.first, -1);
        add_path(source, joint.second, -1);
        return;
      }
      default: add_path(source, measure.index, -1);
    }
  }

  void add_geometric(int i) {
    const MechanismConstraint& constraint = model_.constraints[static_cast<size_t>(i)];
    RowSource& source = begin(RowSource::Kind::geometric, i);
    const auto [first, second] = bodies_of(constraint);
    add_pair(source, first, second);
    for (const RowWord& word : geometric_row_words(constraint, model_.planar))
      draft(name_of(constraint) + (word.suffix.empty() ? "" : "." + word.suffix), word.holonomic, false);
    finish(source);
  }

  /// Paths of two bodies that only their relative motion matters to.
  void add_pair(RowSource& source, int first, int second) {
    const int common = common_speed(last_speed(first), last_speed(second));
    add_path(source, first, common);
    add_path(source, second, common);
  }

  /// The last speed that moves a body of the model, -1 for the ground.
  int last_speed(int body) const {
    const Plan& plan = compiled_.plan;
    const int carrier = plan.carrier[static_cast<size_t>(body)];
    if (carrier == 0) return -1;
    const auto b = static_cast<size_t>(carrier);
    return plan.first_v[b] + speeds_of(plan.kind[b]) - 1;
  }

  /// The last speed that moves both, -1 if none does.
  int common_speed(int a, int b) {
    const std::vector<int>& above = compiled_.plan.above;
    if (depth_.empty()) find_depths();
    const auto depth = [&](int d) { return d < 0 ? 0 : depth_[static_cast<size_t>(d)]; };
    while (a != b) {
      int& deeper = depth(a) >= depth(b) ? a : b;
      deeper = above[static_cast<size_t>(deeper)];
    }
    return a;
  }

  void find_depths() {
    const Plan& plan = compiled_.plan;
    depth_.assign(static_cast<size_t>(plan.nv), 0);
    for (int b = 1; b < plan.n_bodies(); ++b)
      for (int k = 0; k < speeds_of(plan.kind[static_cast<size_t>(b)]); ++k) {
        const auto d = static_cast<size_t>(plan.first_v[static_cast<size_t>(b)] + k);
        depth_[d] = plan.above[d] < 0 ? 1 : depth_[static_cast<size_t>(plan.above[d])] + 1;
      }
  }

  /// Adds the path of a body down to, and without, speed `until`.
  void add_path(RowSource& source, int body, int until) {
    RowPath path{body, {}};
    for (int d = last_speed(body); d != until; d = compiled_.plan.above[static_cast<size_t>(d)]) {
      path.steps.push_back({d, 0});
      source.columns.push_back(d);
    }
    source.paths.push_back(std::move(path));
  }

  static void finish(RowSource& source) {
    std::ranges::sort(source.columns);
    source.columns.erase(std::unique(source.columns.begin(), source.columns.end()), source.columns.end());
    std::ranges::stable_sort(source.paths, {}, &RowPath::body);
    const auto same = [](const RowPath& a, const RowPath& b) { return a.body == b.body; };
    source.paths.erase(std::unique(source.paths.begin(), source.paths.end(), same), source.paths.end());
    for (RowPath& path : source.paths)
      for (RowStep& step : path.steps)
        step.slot = static_cast<int>(std::ranges::lower_bound(source.columns, step.speed) - source.columns.begin());
  }

  void order_rows() {
    for (const bool holonomic : {true, false}) {
      for (const Draft& row : drafts_) {
        if (row.holonomic != holonomic) continue;
        result_.names.push_back(row.name);
        result_.source_of.push_back(row.source);
        result_.is_drive.push_back(row.drive);
      }
      if (holonomic) result_.holonomic = result_.size();
    }
    int next_holonomic = 0, next_other = result_.holonomic;
    for (const Draft& row : drafts_)
      result_.sources[static_cast<size_t>(row.source)].rows.push_back(row.holonomic ? next_holonomic++ : next_other++);
  }

  Mechanism& model_;
  const Compiled& compiled_;
  RowPlan result_;
  std::vector<Draft> drafts_;
  std::vector<int> depth_;  ///< [speed] how many speeds move its body up to it
};

}  // namespace

RowPlan plan_rows(Mechanism& model, const Compiled& compiled) { return RowPlanner(model, compiled).make(); }

}  // namespace alembert
