/// A model in body coordinates at a state that a test chooses.
#pragma once
#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/core/random.h"
#include "alembert/forms/bodies/body_equations.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert {

/// A model with its plan and room for a state of all zeros.
template <Scalar S>
struct BodyFixture {
  explicit BodyFixture(const char* text, BodyReference reference = BodyReference::center)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        scope(*model.graph),
        real(model),
        plan(model, formula_rows(model)),
        bodies(model.bodies.size()),
        coordinates(index(plan.first_q.back()), S(0.0)),
        speeds(index(plan.first_v.back()), S(0.0)),
        forces(force_formulas(model).size(), S(0.0)),
        rows(index(plan.first_value.back()), S(0.0)),
        drives(model.constraints.size()),
        angles(model.bodies.size(), S(0.0)),
        measures(model.measures.size(), S(0.0)) {
    const BodyFrameChoices choices = choose_body_frames(model, real);
    StartLengths start;
    start.springs.assign(model.springs.size(), 0.7);
    start.angles.assign(model.rotational_springs.size(), 0.2);
    if constexpr (std::same_as<S, Expr>)
      par = formula_body_params(model, choices, reference, start);
    else
      par = number_body_params<S>(model, choices, reference, real, start);
  }

  int body(const std::string& name) const {
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
      if (model.bodies[b].name == name) return static_cast<int>(b);
    ADD_FAILURE() << name;
    return 0;
  }
  void evaluate() {
    body_equations<S>(plan, par, {bodies, coordinates, speeds, {}, forces, rows, drives, angles, measures}, equations);
  }
  /// The row of this name.
  int row(const std::string& name) const {
    for (std::size_t r = 0; r < plan.rows.size(); ++r)
      if (plan.rows[r].name == name) return static_cast<int>(r);
    ADD_FAILURE() << name;
    return 0;
  }
  /// The coefficients of a row on a body; zero where it has none.
  RowEntry<S> entry(int r, int b) const {
    for (const RowEntry<S>& e : equations.rows.of(r))
      if (e.body == b) return e;
    return {b, {}, {}};
  }

  Mechanism model;
  GraphScope scope;
  NumberReals real;
  BodyPlan plan;
  BodyParams<S> par;
  std::vector<BodyMotion<S>> bodies;
  std::vector<S> coordinates, speeds, forces, rows;
  std::vector<RowDrive<S>> drives;
  std::vector<S> angles, measures;
  BodyEquations<S> equations;
};

inline Vec3<double> random_vector(Random& random, double size = 1.0) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

inline BodyMotion<double> random_motion(Random& random) {
  return {{rotation_rpy(random.uniform(-2, 2), random.uniform(-1, 1), random.uniform(-2, 2)), random_vector(random)},
          random_vector(random, 2),
          random_vector(random, 2)};
}

inline void expect_near(const Vec3<double>& a, const Vec3<double>& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

}  // namespace alembert
