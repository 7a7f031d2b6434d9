/// What a model states of its start: values that assembly changes only where it must, and says so.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/system/assembly/assemble.h"

namespace alembert {

/// What is stated of where, and how fast, the motion begins.
struct StatedValues {
  std::vector<bool> q, v;        ///< [nv] directions
  std::vector<bool> coordinate;  ///< [nq] of a mechanism

  bool operator==(const StatedValues&) const = default;
};
/// Of the joints of the tree: a start that is written, also as the drawn place of a body that moves freely; written
/// rates. Drives state nothing: their rows say where they are.
StatedValues stated_values(const Mechanism& model);

/// The coordinate that speed k of a joint moves; of quaternions their first part.
std::size_t coordinate_moved(const JointWords& has, std::size_t k);

/// Which coordinates [nq] and speeds [nv] are given beside the model, over its start; empty: none. They count as
/// written, in place of what is written there.
struct GivenValues {
  std::vector<bool> q, v;
};
/// Of a mechanism, as stated values alone. A quaternion is given as a whole.
StatedValues stated_values(const Mechanism& model, const GivenValues& given);
/// What to hold, one try after the other: everything that is stated; then, where something is given, that alone.
std::vector<StatedValues> ranks_of(const StatedValues& model, const StatedValues& given);

/// What becomes of stated values where all rows do not hold with them.
enum class Firmness : std::uint8_t {
  held,    ///< they stay, which is given up soon
  spared,  ///< a move of one counts stated_reluctance times more than another of its size
  none,    ///< they move like all others
};
inline constexpr double stated_reluctance = 100.0;
/// What to try one after the other: all three where something is stated that need not be kept and something else is not
/// stated. Coordinates that close loops may be both, besides what the lists [nv] show.
struct ClosingStated {
  bool some = false;  ///< is stated, and need not be kept
  bool rest = false;  ///< is not stated
};
std::vector<Firmness> firmness_to_try(const std::vector<bool>& stated, const std::vector<bool>& kept,
                                      ClosingStated closing = {});
AssembleOptions with_firmness(AssembleOptions options, const StatedValues& stated, Firmness firmness);

/// assemble_positions() with stated values as firm as can be: each of `ranks` held, the last also spared.
std::optional<AssembleFailure> assemble_stated_positions(const System& system, double t, const AssembleOptions& options,
                                                         std::span<const StatedValues> ranks, std::vector<double>& q);
/// assemble_speeds() likewise.
std::optional<AssembleFailure> assemble_stated_speeds(const System& system, double t, const AssembleOptions& options,
                                                      std::span<const StatedValues> ranks, const std::vector<double>& q,
                                                      std::vector<double>& v);

/// A value of the start that is written, and what the constraints made of it.
struct StartChange {
  std::string name;  ///< of the coordinate or speed
  std::string unit;  ///< SI, "" where the model does not say
  double written = 0.0;
  double assembled = 0.0;
  Source at;
};
/// Whether they differ by more than rounding; `size` counts as one, in the value's unit.
bool differs(const StartChange& change, double size);
/// All of them in one sentence, cut short where they are many, with the remedy and the place of the first.
Warning warning_of(const std::vector<StartChange>& changes);

}  // namespace alembert
