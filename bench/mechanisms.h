/// The mechanisms and states that recursive kernels are measured on.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/plan/params.h"
#include "peers/peer.h"

namespace alembert::bench {

struct TestMechanism {
  std::string name;
  std::string urdf;  ///< without pictures and contacts
  Plan plan;
  Params<double> par;
  std::vector<std::string> joints;    ///< [body] name of the joint that moves it
  std::vector<Mat3<double>> links{};  ///< [body] axes of the URDF's link in the body's frame
};

/// A robot from its file; joints that mimic others move on their own.
TestMechanism robot(const std::string& name, const std::filesystem::path& file, bool free_base);

/// n revolute joints with the axes x, y, z in turn, each 0.2 m from the one before (the first at the origin), all
/// bodies alike. It comes from a URDF text as a robot does.
TestMechanism chain(std::size_t n);

/// The same for any n, without a text: the numbers of a short chain repeated.
TestMechanism long_chain(std::size_t n);

/// For the libraries beside us; only on a fixed base.
PlainModel plain_model(const TestMechanism& mechanism);

/// Random states; angles in (-pi, pi), everything else in (-1, 1), quaternions of unit length.
PlainStates random_states(const Plan& plan, std::size_t count);

}  // namespace alembert::bench
