// The certificate's lines about a mechanism told otherwise: right tellings agree, wrong ones are noticed.
#include "alembert/analysis/certificate/lines/certify_retold.h"

#include <gtest/gtest.h>

#include "alembert/io/load.h"

namespace alembert::certify_retold_test {
namespace {

Mechanism example(const std::string& name) {
  return std::get<Mechanism>(load_model(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".toml"));
}

double residual(const MechanismSetup& setup, Retold tale) {
  RetoldCheck check(setup, std::move(tale));
  RetoldCheck::Residual worst;
  EXPECT_TRUE(check.at(start_point(setup), worst));
  return worst.relative;
}

Retold turned_at_random(const Mechanism& model, std::uint64_t seed) {
  const GraphScope scope(*model.graph);
  Random random(seed);
  return turned(model, random_pose(random, Digits::full, 1.0, model.planar));
}

TEST(CertifyRetold, TheSameMechanismSaysTheSame) {
  for (const char* name : {"four-bar", "spatial-slider-crank", "arm-3r"}) {
    Mechanism model = example(name);
    const MechanismSetup setup(model);
    EXPECT_LT(residual(setup, turned_at_random(model, 1)), 1e-11) << name;
  }
}

TEST(CertifyRetold, GravityThatStaysWhenTheWorldTurnsIsNoticed) {
  Mechanism model = example("arm-3r");
  const MechanismSetup setup(model);
  Retold tale = turned_at_random(model, 1);
  tale.model.gravity = model.gravity;
  EXPECT_GT(residual(setup, std::move(tale)), 1e-3);
}

TEST(CertifyRetold, AReactionAtAnotherPointIsNoticed) {
  Mechanism model = example("spatial-slider-crank");
  const MechanismSetup setup(model);
  Retold tale = turned_at_random(model, 2);
  tale.world = Transform<double>::identity();  // as if forces had not turned along
  EXPECT_GT(residual(setup, std::move(tale)), 1e-3);
}

TEST(CertifyRetold, AnotherMassIsNoticedOnAnotherTree) {
  Mechanism model = example("four-bar");
  const MechanismSetup setup(model);
  Random random(1);
  Retold tale = recut(model, random);
  EXPECT_LT(residual(setup, tale), 1e-11);
  const GraphScope scope(*model.graph);
  tale.model.bodies.back().mass = Expr(2.0) * tale.model.bodies.back().mass;
  EXPECT_GT(residual(setup, std::move(tale)), 1e-3);
}

}  // namespace
}  // namespace alembert::certify_retold_test
