#include "simulate_by_hand.h"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cmath>
#include <initializer_list>
#include <memory>

namespace alembert::bench {
namespace {

constexpr double g = 9.81;
constexpr double end_time = 10.0;
constexpr long many = 100'000'000;  ///< steps: the tolerance ends the run, not their number

/// What every solver needs; freed in the end.
class Workplace {
 public:
  explicit Workplace(std::initializer_list<double> start) : n(static_cast<sunindextype>(start.size())) {
    SUNContext_Create(nullptr, &context);
    y = N_VNew_Serial(n, context);
    std::copy(start.begin(), start.end(), N_VGetArrayPointer(y));
  }
  ~Workplace() {
    if (iteration != nullptr) SUNNonlinSolFree(iteration);
    if (linear != nullptr) SUNLinSolFree(linear);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  void make_dense() {
    matrix = SUNDenseMatrix(n, n, context);
    linear = SUNLinSol_Dense(y, matrix, context);
  }
  /// The first `count` numbers of y, or nothing.
  std::vector<double> end(bool good, int count) const {
    const double* values = N_VGetArrayPointer(y);
    return good ? std::vector<double>(values, values + count) : std::vector<double>{};
  }

  sunindextype n;
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver iteration = nullptr;
};

/// (2, c; c, 1) (a1, a2) = (-s w2^2 - 2 g sin th1, s w1^2 - g sin th2) with c, s of th1 - th2.
int double_pendulum(double /*t*/, N_Vector y, N_Vector rate, void* /*data*/) {
  const double* x = N_VGetArrayPointer(y);
  double* r = N_VGetArrayPointer(rate);
  const double c = std::cos(x[0] - x[1]), s = std::sin(x[0] - x[1]);
  const double f1 = -s * x[3] * x[3] - 2.0 * g * std::sin(x[0]), f2 = s * x[2] * x[2] - g * std::sin(x[1]);
  const double determinant = 2.0 - c * c;
  r[0] = x[2];
  r[1] = x[3];
  r[2] = (f1 - c * f2) / determinant;
  r[3] = (2.0 * f2 - c * f1) / determinant;
  return 0;
}

std::vector<double> by_cvode(int method, double tolerance) {
  Workplace w({0.5, -0.3, 0.0, 0.0});
  void* memory = CVodeCreate(method, w.context);
  bool good = CVodeInit(memory, double_pendulum, 0.0, w.y) == CV_SUCCESS &&
              CVodeSStolerances(memory, tolerance, tolerance) == CV_SUCCESS;
  CVodeSetMaxNumSteps(memory, many);
  CVodeSetStopTime(memory, end_time);
  if (method == CV_BDF) {
    w.make_dense();
    good = good && CVodeSetLinearSolver(memory, w.linear, w.matrix) == CV_SUCCESS;
  } else {
    w.iteration = SUNNonlinSol_FixedPoint(w.y, 0, w.context);
    good = good && CVodeSetNonlinearSolver(memory, w.iteration) == CV_SUCCESS;
  }
  double t = 0.0;
  good = good && CVode(memory, end_time, w.y, &t, CV_NORMAL) >= 0;
  CVodeFree(&memory);
  return w.end(good, 4);
}

std::vector<double> by_arkode(ARKODE_ERKTableID table, double tolerance) {
  Workplace w({0.5, -0.3, 0.0, 0.0});
  void* memory = ERKStepCreate(double_pendulum, 0.0, w.y, w.context);
  bool good = memory != nullptr && ERKStepSetTableNum(memory, table) == ARK_SUCCESS &&
              ERKStepSStolerances(memory, tolerance, tolerance) == ARK_SUCCESS;
  ERKStepSetMaxNumSteps(memory, many);
  ERKStepSetStopTime(memory, end_time);
  double t = 0.0;
  good = good && ERKStepEvolve(memory, end_time, w.y, &t, ARK_NORMAL) >= 0;
  ERKStepFree(&memory);
  return w.end(good, 4);
}

/// y = (x, y, u, v, lambda, mu): mu keeps positions on the circle, lambda speeds along it.
int pendulum_xy(double /*t*/, N_Vector y, N_Vector yp, N_Vector residual, void* /*data*/) {
  const double *x = N_VGetArrayPointer(y), *rate = N_VGetArrayPointer(yp);
  double* r = N_VGetArrayPointer(residual);
  r[0] = rate[0] - x[2] + x[5] * x[0];
  r[1] = rate[1] - x[3] + x[5] * x[1];
  r[2] = rate[2] + x[4] * x[0];
  r[3] = rate[3] + x[4] * x[1] + g;
  r[4] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  r[5] = x[0] * x[2] + x[1] * x[3];
  return 0;
}

std::vector<double> by_ida(double tolerance) {
  Workplace w({-1.0, 0.0, 0.0, 0.0, 0.0, 0.0});
  w.make_dense();
  N_Vector rate = N_VClone(w.y), differential = N_VClone(w.y);
  N_VConst(0.0, rate);
  N_VGetArrayPointer(rate)[3] = -g;
  N_VConst(1.0, differential);
  N_VGetArrayPointer(differential)[4] = N_VGetArrayPointer(differential)[5] = 0.0;
  void* memory = IDACreate(w.context);
  bool good = IDAInit(memory, pendulum_xy, 0.0, w.y, rate) == IDA_SUCCESS &&
              IDASStolerances(memory, tolerance, tolerance) == IDA_SUCCESS &&
              IDASetLinearSolver(memory, w.linear, w.matrix) == IDA_SUCCESS &&
              IDASetId(memory, differential) == IDA_SUCCESS && IDASetSuppressAlg(memory, SUNTRUE) == IDA_SUCCESS;
  IDASetMaxNumSteps(memory, many);
  IDASetStopTime(memory, end_time);
  double t = 0.0;
  good = good && IDASolve(memory, end_time, &t, w.y, rate, IDA_NORMAL) >= 0;
  IDAFree(&memory);
  N_VDestroy(rate);
  N_VDestroy(differential);
  return w.end(good, 4);
}

}  // namespace

HandWritten double_pendulum_by_bdf() {
  return {"CVODE BDF by hand", [](double tolerance) { return by_cvode(CV_BDF, tolerance); }};
}

std::vector<HandWritten> double_pendulum_not_stiff() {
  const auto arkode = [](ARKODE_ERKTableID table) {
    return [table](double tolerance) { return by_arkode(table, tolerance); };
  };
  return {{"CVODE Adams by hand", [](double tolerance) { return by_cvode(CV_ADAMS, tolerance); }},
          {"ARKODE order 5 by hand", arkode(ARKODE_DORMAND_PRINCE_7_4_5)},
          {"ARKODE order 8 by hand", arkode(ARKODE_FEHLBERG_13_7_8)}};
}

HandWritten pendulum_xy_by_ida() { return {"IDA by hand", by_ida}; }

}  // namespace alembert::bench
