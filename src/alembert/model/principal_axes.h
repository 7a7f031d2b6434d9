/// Principal moments and axes of inertia.
#pragma once
#include <array>

#include "alembert/spatial/mat3.h"

namespace alembert {

///   I = R diag(moments) R^T
struct PrincipalAxes {
  std::array<double, 3> moments;  ///< ascending
  Mat3<double> R;                 ///< its columns are the axes, in the frame of the tensor; right-handed
};

/// Of a finite symmetric tensor. Where moments are equal, any orthogonal axes of theirs may come.
PrincipalAxes principal_axes(const Sym3<double>& inertia);

}  // namespace alembert
