/// How near is the same, and how slow is at rest: the thresholds of a HybridSystem.
#pragma once

namespace alembert {

/// Of a coordinate's size: nearer than this two contacts close at the same instant.
inline constexpr double same_instant = 1e-10;
/// Of the fastest approach so far: a slower rebound does not matter any more. The heights that are left out have its
/// square, which is below rounding.
inline constexpr double slow_rebound = 1e-8;
/// Of a speed's largest value: at an instant when something else changes, a slower joint is taken as at rest. Joints of
/// a loop come to rest together, but rounding and projections leave a little of all but one.
inline constexpr double no_speed = 1e-9;
/// In bounds of forces and signs of accelerations. Event functions of forces allow ten times as much, so that what was
/// found to rest or stick at an instant does so.
inline constexpr double force_rounding = 1e-13;

}  // namespace alembert
