/// What stays the same in the picture of a mechanism: bodies, joints, links, contacts.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "alembert/forms/bodies/body_params.h"
#include "alembert/system/mechanism/mechanism_setup.h"
#include "alembert/system/reactions/load_list.h"

namespace alembert {

/// Makes the parts of `Motion` in page/src/recording.ts that do not move. The setup must outlive it; the model's graph
/// must be current.
class ReportScene {
 public:
  /// @param par  of the bodies' frames as the user placed them
  ReportScene(const MechanismSetup& setup, const BodyParams<double>& par) : setup_(setup), par_(par) {}

  /// Of every body its name, mass, center, shapes and points; the motion is left for others to add.
  nlohmann::ordered_json bodies() const;
  nlohmann::ordered_json joints() const;
  nlohmann::ordered_json links() const;     ///< springs, rotational springs, distances
  nlohmann::ordered_json contacts() const;  ///< rolling and blades
  nlohmann::ordered_json up() const;
  /// A load without its numbers: name, kind, on, from, and where it acts unless the place moves.
  nlohmann::ordered_json load(const LoadSlot& slot) const;
  /// [m] a size for pictures, from the places of points of bodies in these poses.
  double length(std::span<const BodyMotion<double>> poses) const;

 private:
  std::string name_of_load(const LoadSlot& slot) const;

  const MechanismSetup& setup_;
  const BodyParams<double>& par_;
};

}  // namespace alembert
