// Poses by kernels are checked against the description: frames that are not the model's are seen.
#include "alembert/analysis/certificate/lines/certify_description.h"

#include <gtest/gtest.h>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::certify_description_test {
namespace {

/// Two bodies and a joint that lies askew in both.
std::string model_with(const std::string& joint) {
  return "[body.a]\nmass = 1\ninertia = [0.1, 0.2, 0.25]\nposition = [0.1, 0.2, 0.3]\n"
         "rotation = { rpy = [0.3, -0.2, 0.5] }\n[body.b]\nmass = 2\ninertia = [0.3, 0.2, 0.25]\n"
         "position = [0.5, -0.1, 0.2]\nrotation = { rpy = [-0.4, 0.1, 0.2] }\n"
         "[joint.A]\ntype = 'gimbal'\nsequence = 'zxy'\nbodies = ['ground', 'a']\nstart = [0.3, 0.4, -0.2]\n"
         "rotation = { axis = [1, 2, 3], angle = 0.6 }\n[joint.B]\nbodies = ['a', 'b']\n" +
         joint;
}

struct Described {
  explicit Described(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model) {}

  Check line() const {
    Certificate certificate;
    CertifyBench bench(setup);
    check_description(certificate, bench, mechanism_samples(setup, 5, 1));
    return certificate.checks.at(0);
  }

  Mechanism model;
  MechanismSetup setup;
};

const std::vector<std::string> joints = {
    "type = 'revolute'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\naxis = [1, 2, -1]\nrotation = { rpy = [0.1, 0.2, 0.3] }\n",
    "type = 'revolute'\nat = [0.3, 0, 0]\naxis = [1, 2, -1]\n",
    "type = 'revolute'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\naxes = [[1, 2, -1], [0, 1, 0.5]]\n",
    "type = 'prismatic'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\n",
    "type = 'cylindrical'\nat = [0.3, 0, 0]\naxis = [1, 0, 1]\n",
    "type = 'screw'\npitch = 0.2\naxis = [0, -1, 0]\n",
    "type = 'universal'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\naxes = [[0, 1, 0], [1, 0, 1]]\n",
    "type = 'universal'\nat = [0.3, 0, 0]\naxes = [[0, 1, 0], [1, 0, 1]]\n",
    "type = 'planar'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\naxes = [[1, 0, 1], [1, 0, -1]]\n",
    "type = 'planar'\nat = [0.3, 0, 0]\naxes = [[1, 0, 1], [1, 0, -1]]\n",
    "type = 'spherical'\nat = [0.3, 0, 0]\n",
    "type = 'gimbal'\nsequence = 'xyx'\nat = [0.3, 0, 0]\nstart = [0.1, 0.5, 0]\n",
    "type = 'free'\n",
    "type = 'free'\nsequence = 'zxz'\nstart = [0, 0, 0, 0.1, 0.5, 0]\n",
    "type = 'translation'\n",
    "type = 'translation'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\nrotation = { rpy = [0.1, 0.2, 0.3] }\n",
    "type = 'fixed'\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\nrotation = { rpy = [0.1, 0.2, 0.3] }\n",
};

TEST(CertifyDescription, EveryJointMovesAsWritten) {
  for (const std::string& joint : joints) {
    const Check line = Described(model_with(joint)).line();
    EXPECT_TRUE(line.passed.value_or(false)) << joint << line.residual << " " << line.note;
  }
}

TEST(CertifyDescription, JointsInTheOtherOrder) {
  const std::string text =
      model_with("type = 'screw'\npitch = 0.2\naxis = [0, -1, 2]\nat = [[0.1, 0, 0.2], [0, 0.3, 0]]\n");
  Described turned(std::string(text).replace(text.find("['a', 'b']"), 10, "['b', 'a']"));
  const Check line = turned.line();
  EXPECT_TRUE(line.passed.value_or(false)) << line.note;
}

TEST(CertifyDescription, NoticesALeftHandedFrame) {
  Described d(model_with(joints[8]));
  Mat3<double>& R = d.setup.par.X_PF[4].R;
  R = R * Mat3<double>::diagonal(1.0, -1.0, 1.0);
  EXPECT_FALSE(d.line().passed.value_or(true));
}

TEST(CertifyDescription, NoticesAFrameThatIsTurned) {
  for (const std::size_t body : {1, 2, 3, 4}) {
    Described d(model_with(joints[0]));
    Mat3<double>& R = d.setup.par.X_PF[body].R;
    R = R * rotation_z(1e-9);
    EXPECT_FALSE(d.line().passed.value_or(true)) << body;
  }
}

}  // namespace
}  // namespace alembert::certify_description_test
