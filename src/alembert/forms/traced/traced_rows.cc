#include "alembert/forms/traced/traced_rows.h"

#include "alembert/core/index.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

class RowTracer {
 public:
  explicit RowTracer(Tracer& tracer) : tracer_(tracer), in_(tracer.input()), rows_(index(in_.rows.size())) {}

  std::vector<TracedRow> all() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].name = in_.rows.names[i];
      rows_[i].holonomic = static_cast<int>(i) < in_.rows.holonomic;
    }
    for (const RowSource& source : in_.rows.sources) {
      switch (source.kind) {
        case RowSource::Kind::closing_joint: add_joint(source); break;
        case RowSource::Kind::formula: add_formula(source); break;
        case RowSource::Kind::geometric: add_geometric(source); break;
      }
    }
    return std::move(rows_);
  }

 private:
  void add_joint(const RowSource& source) {
    const Joint& joint = in_.model.joints[index(source.index)];
    set_.clear();
    add_joint_rows<Expr>(joint.type, in_.model.planar, tracer_.joint_pair(source.index),
                         tracer_.bodies().joints[index(source.index)].pitch, set_);
    const std::vector<std::string> words = joint_row_names(joint.type, in_.model.planar);
    const double sign = joint.first == 0 ? 1.0 : -1.0;  // of (second - first), see joint_rows.h
    for (std::size_t k = 0; in_.model.planar && k < words.size(); ++k)
      if (words[k] == "rz") set_.phi[k] = tracer_.unwrapped(set_.phi[k], sign, joint.first, joint.second, 0.0);
    take(source, joint.source);
  }

  void add_formula(const RowSource& source) {
    const FormulaRow& row = in_.rows.formulas[index(source.index)];
    TracedRow& result = rows_[index(source.rows.front())];
    if (row.holonomic) result.phi = tracer_.meaning(row.phi) - Expr(in_.row_start[index(source.index)]);
    std::vector<Expr> terms{-row.b};
    for (std::size_t k = 0; k < row.variables.size(); ++k)
      terms.push_back(row.coefficients[k] * rate_symbol(row.variables[k]));
    result.rate = tracer_.meaning(sum(terms));
    result.at = row.at;
  }

  /// The rate of a row's variable, as formulas of the model write it.
  Expr rate_symbol(const RowVariable& variable) const {
    switch (variable.kind) {
      case RowVariable::Kind::coordinate:
      case RowVariable::Kind::quasi_speed: return tracer_.v()[index(variable.index)];
      case RowVariable::Kind::quaternion_part: return tracer_.qdot()[index(variable.index)];
      case RowVariable::Kind::measure: break;
    }
    const Measure& m = in_.model.measures[index(variable.index)];
    const bool itself = m.kind == Measure::Kind::angular_velocity || m.kind == Measure::Kind::closing_speed;
    return Expr::symbol(m.word, SymbolKind::coordinate, itself ? 0 : 1);
  }

  void add_geometric(const RowSource& source) {
    const MechanismConstraint& constraint = in_.model.constraints[index(source.index)];
    const GeometricRowReals<Expr>& reals = tracer_.bodies().constraints[index(source.index)];
    const FramePair<Expr> pair = tracer_.pair(reals.first, reals.second, reals.X_1F, reals.X_2M);
    RowDrive<Expr> drive;
    Expr turn;
    if (const auto* distance = std::get_if<Distance>(&constraint)) {
      const TimedLength length = timed_length(in_.model, *distance);
      drive = {length.value, length.rate, length.acceleration};
    } else if (std::holds_alternative<Rack>(constraint)) {
      if (in_.model.planar) turn = plane_turn(reals.first, reals.second);
      drive.value = Expr(in_.rack_start[index(source.index)]);
    }
    set_.clear();
    add_geometric_rows<Expr>(constraint, in_.model.planar, reals, pair, drive, turn, set_);
    take(source, source_of(constraint));
  }

  /// The angle of a body of a planar model relative to another.
  Expr plane_turn(int first, int second) const {
    const std::vector<double>& zero = in_.angles.zero;
    return tracer_.turn_between(first, second) + Expr(zero[index(second)] - zero[index(first)]);
  }

  /// The rows in set_ are those of the source.
  void take(const RowSource& source, const Source& at) {
    for (std::size_t k = 0; k < source.rows.size(); ++k) {
      TracedRow& row = rows_[index(source.rows[k])];
      row.at = at;
      if (!in_.vanishing.empty() && in_.vanishing[index(source.rows[k])]) continue;  // what is left would be rounding
      if (row.holonomic) row.phi = set_.phi[k];
      row.rate = tracer_.rate(set_, static_cast<int>(k)) - set_.b[k];
    }
  }

  Tracer& tracer_;
  const TraceInput& in_;
  std::vector<TracedRow> rows_;
  RowSet<Expr> set_;
};

}  // namespace

std::vector<TracedRow> traced_rows(Tracer& tracer) { return RowTracer(tracer).all(); }

ConstraintFormulas row_formulas(const Tracer& tracer, const std::vector<TracedRow>& rows) {
  ConstraintFormulas result;
  result.n = tracer.v().size();
  const std::vector<Expr> zeros(result.n);
  for (const TracedRow& row : rows) {
    result.names.push_back(row.name);
    result.lambda.push_back(multiplier_symbol(row.name));
    if (row.holonomic) result.phi.push_back(row.phi);
    const std::vector<Expr> A = gradient(row.rate, tracer.v());
    result.A.insert(result.A.end(), A.begin(), A.end());
    result.b.push_back(-substitute(row.rate, tracer.v(), zeros));
    const std::vector<Expr> slopes = gradient(row.rate, tracer.q());
    std::vector<Expr> terms{derivative(row.rate, Expr::time())};
    for (std::size_t k = 0; k < slopes.size(); ++k) terms.push_back(slopes[k] * tracer.qdot()[k]);
    result.c.push_back(-sum(terms));
  }
  return result;
}

}  // namespace alembert
