/// MuJoCo: the stages that a task needs, without the rest of its pipeline.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "peer.h"

namespace alembert::bench {
namespace {

/// The model from its URDF; mj_loadXML reads files, so the text is a file in MuJoCo's memory.
mjModel* load(const PlainModel& model) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const char* name = "model.urdf";
  if (mj_makeEmptyFileVFS(files.get(), name, static_cast<int>(model.urdf.size())) != 0)
    throw std::runtime_error("MuJoCo has no memory for the model");
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), name)], model.urdf.data(), model.urdf.size());
  std::array<char, 1000> error{};
  mjModel* result = mj_loadXML(name, files.get(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.get());
  if (result == nullptr) throw std::runtime_error(error.data());
  return result;
}

class MuJoCo {
 public:
  MuJoCo(const PlainModel& model, const PlainStates& states) : m_(load(model)), d_(mj_makeData(m_)) {
    // Gravity and inertia alone, as everywhere in this comparison.
    m_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_PASSIVE | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS |
                            mjDSBL_ACTUATION | mjDSBL_SENSOR;
    if (m_->nv != static_cast<int>(model.bodies.size()) || m_->nq != m_->nv)
      throw std::runtime_error("MuJoCo sees other coordinates");
    for (const PlainBody& body : model.bodies) {
      const int joint = mj_name2id(m_, mjOBJ_JOINT, body.joint.c_str());
      if (joint < 0) throw std::runtime_error("MuJoCo has no joint " + body.joint);
      set_inertia(m_->jnt_bodyid[joint], body);
      place_.push_back(static_cast<std::size_t>(m_->jnt_dofadr[joint]));
      body_.push_back(m_->jnt_bodyid[joint]);
    }
    q_ = ordered(states.q);
    v_ = ordered(states.v);
    vdot_ = ordered(states.vdot);
    tau_ = ordered(states.tau);
    out_.resize(place_.size());
    dense_.resize(place_.size() * place_.size());
  }
  ~MuJoCo() {
    mj_deleteData(d_);
    mj_deleteModel(m_);
  }
  MuJoCo(const MuJoCo&) = delete;
  MuJoCo& operator=(const MuJoCo&) = delete;

  void kinematics(std::size_t s) {
    copy(q_[s], d_->qpos);
    mj_kinematics(m_, d_);
  }
  void inverse(std::size_t s) {
    kinematics(s);
    mj_comPos(m_, d_);
    copy(v_[s], d_->qvel);
    copy(vdot_[s], d_->qacc);
    mj_comVel(m_, d_);
    mj_rne(m_, d_, 1, out_.data());
  }
  void mass_matrix(std::size_t s) {
    kinematics(s);
    mj_comPos(m_, d_);
    mj_crb(m_, d_);
  }
  /// mj_forward computes more than accelerations; these are the stages that it takes for them.
  void forward_stages(std::size_t s) {
    mass_matrix(s);
    mj_factorM(m_, d_);
    copy(v_[s], d_->qvel);
    mj_comVel(m_, d_);
    mj_rne(m_, d_, 0, out_.data());
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i] = tau_[s][i] - out_[i];
    mj_solveM(m_, d_, d_->qacc, out_.data(), 1);
  }
  void forward(std::size_t s) {
    copy(q_[s], d_->qpos);
    copy(v_[s], d_->qvel);
    copy(tau_[s], d_->qfrc_applied);
    mj_forward(m_, d_);
  }

  std::vector<double> positions() const {
    std::vector<double> result;
    for (const int b : body_) result.insert(result.end(), d_->xpos + 3 * b, d_->xpos + 3 * b + 3);
    return result;
  }
  std::vector<double> forces() const { return ours(out_.data()); }
  std::vector<double> accelerations() const { return ours(d_->qacc); }
  std::vector<double> matrix() {
    mj_fullM(m_, dense_.data(), d_->qM);
    std::vector<double> result;
    for (const std::size_t i : place_)
      for (const std::size_t j : place_) result.push_back(dense_[i * place_.size() + j]);
    return result;
  }

 private:
  /// MuJoCo's reader finds principal axes with a relative error of up to 2e-5; where it does, it gets ours.
  void set_inertia(int b, const PlainBody& body) {
    mjtNum* moments = m_->body_inertia + 3 * b;
    mjtNum* quaternion = m_->body_iquat + 4 * b;
    std::array<mjtNum, 9> axes{};
    mju_quat2Mat(axes.data(), quaternion);
    const auto found = full(moments, axes.data()), exact = full(body.moments.data(), body.axes.data());
    double difference = 0.0;
    for (std::size_t i = 0; i < 9; ++i) difference = std::max(difference, std::abs(found[i] - exact[i]));
    if (difference <= 1e-14 * body.moments[2]) return;
    std::copy(body.moments.begin(), body.moments.end(), moments);
    mju_mat2Quat(quaternion, body.axes.data());
    mju_normalize4(quaternion);
    m_->body_sameframe[b] = 0;
  }
  static std::array<mjtNum, 9> full(const mjtNum* moments, const mjtNum* axes) {
    std::array<mjtNum, 9> result{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k) result[3 * i + j] += axes[3 * i + k] * moments[k] * axes[3 * j + k];
    return result;
  }
  static void copy(const std::vector<double>& from, mjtNum* to) { std::copy(from.begin(), from.end(), to); }
  std::vector<double> ours(const mjtNum* x) const {
    std::vector<double> result;
    for (const std::size_t i : place_) result.push_back(x[i]);
    return result;
  }
  std::vector<std::vector<double>> ordered(const std::vector<std::vector<double>>& all) const {
    std::vector<std::vector<double>> result(all.size(), std::vector<double>(place_.size()));
    for (std::size_t s = 0; s < all.size(); ++s)
      for (std::size_t i = 0; i < place_.size(); ++i) result[s][place_[i]] = all[s][i];
    return result;
  }

  mjModel* m_;
  mjData* d_;
  std::vector<std::size_t> place_;  ///< [body] of its coordinate in MuJoCo's
  std::vector<int> body_;           ///< [body] in MuJoCo
  std::vector<std::vector<double>> q_, v_, vdot_, tau_;
  std::vector<double> out_, dense_;
};

}  // namespace

Peer mujoco_peer(const PlainModel& model, const PlainStates& states) {
  const auto it = std::make_shared<MuJoCo>(model, states);
  const auto way = [&](Task task, const char* name, void (MuJoCo::*run)(std::size_t), auto result) {
    return PeerWay{task, name, [it, run](std::size_t s) { (it.get()->*run)(s); },
                   [it, run, result](std::size_t s) {
                     (it.get()->*run)(s);
                     return (it.get()->*result)();
                   }};
  };
  const int version = mj_version();
  Peer peer{"mujoco" + std::to_string(version / 100) + "." + std::to_string(version / 10 % 10) + "." +
                std::to_string(version % 10),
            {way(Task::kinematics, "mj_kinematics", &MuJoCo::kinematics, &MuJoCo::positions),
             way(Task::inverse, "kin+comPos+comVel+mj_rne(acc)", &MuJoCo::inverse, &MuJoCo::forces),
             way(Task::mass_matrix, "mj_kinematics+comPos+crb", &MuJoCo::mass_matrix, &MuJoCo::matrix)}};
  // M of longer chains is so badly conditioned that its factors leave 8 digits of the accelerations.
  if (model.bodies.size() <= 100) {
    peer.ways.push_back(way(Task::forward, "kin+comPos+crb+factorM+comVel+rne+solveM", &MuJoCo::forward_stages,
                            &MuJoCo::accelerations));
    peer.ways.push_back(way(Task::forward, "mj_forward", &MuJoCo::forward, &MuJoCo::accelerations));
  }
  return peer;
}

}  // namespace alembert::bench
