/// Which coordinates to hold so that constraints determine all the others.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// Coordinates that can be held together: one of them, or all of a joint whose coordinates hold a quaternion.
struct HoldCandidate {
  enum class Wish : std::uint8_t {
    asked,    ///< by the caller
    fixed,    ///< by the model
    written,  ///< its start is written, so it has a value that means something
    none,
  };
  std::vector<std::string> names;
  std::vector<double> values;    ///< [name]
  std::vector<int> coordinates;  ///< [name] where they stand in q; empty where a row reads the coordinate
  std::vector<int> speeds;       ///< that stand still while it is held
  int row = -1;                  ///< in place of them: the holonomic row of the system that reads the coordinate
  bool angle = false;            ///< values that differ by whole turns are the same
  Wish wish = Wish::none;
};

struct HeldChoice {
  std::vector<bool> held;         ///< [candidate]
  int dependent = -1;             ///< a candidate that was asked for and follows from the others already, or -1
  std::vector<std::string> left;  ///< speeds that show in what is still free; empty where nothing is
};

/// Candidates are taken as wished, in their order, as long as they are independent of what is held already; those that
/// nobody wished for are taken by pivoting, the freest first. Fixed ones are held in any case unless something was
/// asked for. Independence is judged at a general configuration near q (manifold_walk.h), so that a coordinate may be
/// held at its dead centre; where none is asked for or fixed, at q itself, so that none is chosen there.
///
/// @param own   holonomic rows that hold positions; rows behind them only read coordinates of candidates
/// @param q     [nq] on these rows
HeldChoice choose_held(const System& system, int own, double t, std::span<const double> q,
                       std::span<const HoldCandidate> candidates);

}  // namespace alembert
