/// alembert for C++ programs: the table of contents. Include this header for everything, or those that you need.
///
/// A model comes from a file (.toml, .urdf). What to start from:
///
///   Robot, RobotState   numbers, many times and fast: controllers, planners, estimators. No allocation in the loop.
///   Workbench           any system, also one given by its energies: formulas, one state, motions, certificates.
///   kernel/             the algorithms behind RobotState, on Plan and Params, in any scalar: dual numbers for exact
///                       derivatives, packs of states, formulas.
///
/// Everything is in namespace alembert. SI units and radians; what cannot be used is refused by an Error that says
/// where and what to do. docs/cpp.md shows a whole program.
#pragma once

// Errors, version.
#include "alembert/core/error.h"
#include "alembert/core/version.h"

// Robots: load, look up names, compute at a state.
#include "alembert/workbench/robot/robot.h"
#include "alembert/workbench/robot/robot_state.h"

// Any model: derive, evaluate, run, check.
#include "alembert/workbench/run/run.h"
#include "alembert/workbench/workbench.h"

// Vectors, rotations, poses, spatial vectors and inertias.
#include "alembert/spatial/adjoint.h"
#include "alembert/spatial/euler.h"
#include "alembert/spatial/exponential.h"
#include "alembert/spatial/inertia.h"
#include "alembert/spatial/rotations.h"
#include "alembert/spatial/tagged_spatial.h"
#include "alembert/spatial/transform.h"

// Scalars: numbers with derivatives, several numbers at once, formulas. Instances of the kernels exist for double,
// Pack<4>, Pack<8>, Dual<8>, Dual<8, Dual<1>> and Expr. Programs that use Pack or Dual must be compiled for the same
// instruction set as the library; others need not.
#include "alembert/scalar/dual.h"
#include "alembert/scalar/pack.h"
#include "alembert/symbolic/expr.h"

// Kernels: kinematics.
#include "alembert/kernel/jacobian.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/manifold.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/kernel/world_columns.h"

// Kernels: dynamics. (The scratch memory of aba_derivatives.h depends on the instruction set: RobotState hides that.)
#include "alembert/kernel/aba.h"
#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/rnea_derivatives.h"
