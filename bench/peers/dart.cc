/// DART. Its headers hold Eigen matrices, whose layout depends on the instruction set: this file is compiled for the
/// one that Debian's library was built for.
#include <dart/config.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "peer.h"

namespace alembert::bench {
namespace {

using dart::dynamics::BodyNode;
using dart::dynamics::Skeleton;

dart::dynamics::Inertia mass_of(const PlainBody& body) {
  const auto& i = body.inertia;
  Eigen::Matrix3d central;
  central << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  return {body.mass, Eigen::Vector3d(body.center[0], body.center[1], body.center[2]), central};
}

template <class JointType>
BodyNode* add(Skeleton& skeleton, BodyNode* parent, const PlainBody& body) {
  typename JointType::Properties joint;
  joint.mName = body.joint;
  joint.mAxis = Eigen::Vector3d::UnitZ();
  Eigen::Matrix3d R;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) R(r, c) = body.rotation[static_cast<std::size_t>(3 * r + c)];
  joint.mT_ParentBodyToJoint.linear() = R;
  joint.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(body.position[0], body.position[1], body.position[2]);
  BodyNode::Properties properties;
  properties.mName = body.joint + " body";
  properties.mInertia = mass_of(body);
  return skeleton.createJointAndBodyNodePair<JointType>(parent, joint, properties).second;
}

std::vector<Eigen::VectorXd> vectors(const std::vector<std::vector<double>>& all) {
  std::vector<Eigen::VectorXd> result;
  for (const auto& x : all)
    result.emplace_back(Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())));
  return result;
}

class Dart {
 public:
  Dart(const PlainModel& model, const PlainStates& states)
      : skeleton_(Skeleton::create(model.name)),
        q_(vectors(states.q)),
        v_(vectors(states.v)),
        vdot_(vectors(states.vdot)),
        tau_(vectors(states.tau)) {
    skeleton_->setGravity({0.0, 0.0, -9.81});
    std::vector<BodyNode*> made;
    for (const PlainBody& body : model.bodies) {
      BodyNode* parent = body.parent < 0 ? nullptr : made.at(static_cast<std::size_t>(body.parent));
      made.push_back(body.slides ? add<dart::dynamics::PrismaticJoint>(*skeleton_, parent, body)
                                 : add<dart::dynamics::RevoluteJoint>(*skeleton_, parent, body));
    }
    for (std::size_t i = 0; i < made.size(); ++i)
      if (made[i]->getParentJoint()->getIndexInSkeleton(0) != i)
        throw std::runtime_error("DART orders the coordinates otherwise");
  }

  void inverse(std::size_t s) {
    skeleton_->setPositions(q_[s]);
    skeleton_->setVelocities(v_[s]);
    skeleton_->setAccelerations(vdot_[s]);
    skeleton_->computeInverseDynamics();
  }
  void forward(std::size_t s) {
    skeleton_->setPositions(q_[s]);
    skeleton_->setVelocities(v_[s]);
    skeleton_->setForces(tau_[s]);
    skeleton_->computeForwardDynamics();
  }
  std::vector<double> forces() const { return numbers(skeleton_->getForces()); }
  std::vector<double> accelerations() const { return numbers(skeleton_->getAccelerations()); }

 private:
  static std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

  dart::dynamics::SkeletonPtr skeleton_;
  std::vector<Eigen::VectorXd> q_, v_, vdot_, tau_;
};

}  // namespace

Peer dart_peer(const PlainModel& model, const PlainStates& states) {
  const auto it = std::make_shared<Dart>(model, states);
  const auto way = [&](Task task, const char* name, void (Dart::*run)(std::size_t),
                       std::vector<double> (Dart::*result)() const) {
    return PeerWay{task, name, [it, run](std::size_t s) { (it.get()->*run)(s); },
                   [it, run, result](std::size_t s) {
                     (it.get()->*run)(s);
                     return (it.get()->*result)();
                   }};
  };
  return {"dart" DART_VERSION,
          {way(Task::inverse, "computeInverseDynamics", &Dart::inverse, &Dart::forces),
           way(Task::forward, "computeForwardDynamics", &Dart::forward, &Dart::accelerations)}};
}

}  // namespace alembert::bench
