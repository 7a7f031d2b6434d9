#include "alembert/model/principal_axes.h"

#include "alembert/linalg/symmetric_eigen.h"

namespace alembert {

PrincipalAxes principal_axes(const Sym3<double>& inertia) {
  const auto& [xx, yy, zz, xy, xz, yz] = inertia;
  const std::array<double, 9> rows{xx, xy, xz, xy, yy, yz, xz, yz, zz};
  const SymmetricEigen eigen = symmetric_eigen(3, rows);
  const auto& v = eigen.vectors;
  PrincipalAxes result{{eigen.values[0], eigen.values[1], eigen.values[2]},
                       {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}}};
  if (determinant(result.R) > 0.0) return result;
  const Mat3<double>& R = result.R;
  result.R = Mat3<double>::columns(R.c0(), R.c1(), -R.c2());
  return result;
}

}  // namespace alembert
