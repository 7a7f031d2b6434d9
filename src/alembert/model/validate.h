/// Can these bodies exist?
#pragma once
#include "alembert/model/mechanism.h"
#include "alembert/model/reals.h"

namespace alembert {

/// How far, relative to the largest principal moment, an inertia may break a rule before it is told: room for inertias
/// that were rounded to nine digits.
constexpr double inertia_tolerance = 1e-9;

/// Tests every body with the parameters' values.
///
/// Error (bad_value), with the body's name and place, the number and the smallest change that mends it:
///  - a mass, centre, inertia, position or rotation that is not finite, a rotation that is none;
///  - a negative mass;
///  - a central inertia with a negative principal moment (planar: negative inertia about z), beyond what rounding
///    explains;
///  - an impossible shape (validate_shapes.h).
///
/// A warning in model.warnings: a principal moment that exceeds the sum of the other two (the triangle rule), which no
/// distribution of mass has; one below zero by no more than rounding: 1e-6 of the largest, 1e-5 of the largest of
/// bodies that are fixed to it, or the mass times a square nanometre. Bodies without mass are fine, with or without
/// inertia: frames, flywheels of gears. What is cut away from nothing shows as negative mass or inertia. A warning that
/// is already there is not repeated, so a model may be checked again when a parameter has changed.
void check_bodies(Mechanism& model, const NumberReals& real);

}  // namespace alembert
