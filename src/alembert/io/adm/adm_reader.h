/// Reading models of the course engine simEngine2D (docs/adm.md).
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "alembert/io/adm/adm_analysis.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// The planar mechanism of an .adm file. The coordinates are x, y and angle of every body in the order of the file, as
/// in the course: each has a free joint named like it, which starts at q0 and qd0.
///
/// AbsoluteX, AbsoluteY, AbsoluteAngle   a drive of the body's coordinate where the function has t in it and the point
///                                       is the body's origin; a holonomic constraint otherwise
/// AbsoluteDistance, RelativeDistance    a distance
/// RelativeX, RelativeY, RelativeAngle   a holonomic constraint: second minus first minus function
/// RevoluteJoint, TranslationalJoint     revolute and prismatic joints, which close loops
/// RackPinion                            two holonomic constraints
/// PointForce, Torque, TSDA, RSDA1/2     forces, torques, springs, rotational springs
///
/// Body 0 (or "ground") is the ground. Names that are missing, taken or reserved get a number; what was changed or not
/// used is in the model's warnings. Where NAME.acf stands beside NAME.adm, it gives the times of [simulate].
/// Throws Error with line, column and path of the key ("constraints[2].sP1").
Mechanism read_adm(const std::filesystem::path& path);

/// The same for the model that an .acf file names by "model" or "adm" (relative to its folder), or that has its name.
Mechanism read_acf_model(const std::filesystem::path& path);

/// The same for text in memory; `file` is what errors call it, `analysis` may be null.
Mechanism parse_adm(std::string_view text, std::string file, const AcfAnalysis* analysis = nullptr);

}  // namespace alembert
