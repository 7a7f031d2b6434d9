/// What the symbols of a mechanism's formulas stand for.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>

#include "alembert/model/mechanism.h"

namespace alembert {

/// Names of the coordinates and speeds of a mechanism, looked up fast.
class MotionIndex {
 public:
  explicit MotionIndex(const Mechanism& model);

  enum class Kind : std::uint8_t { coordinate, coordinate_rate, speed, acceleration, unknown };
  struct Found {
    Kind kind = Kind::unknown;
    int index = 0;
  };
  /// What a symbol of SymbolKind::coordinate stands for; unknown for measures.
  Found find(const std::string& name, int order) const;

 private:
  struct Named {
    int coordinate = -1;
    int speed = -1;
    bool speed_has_own_name = false;
  };
  std::unordered_map<std::string, Named> names_;
};

}  // namespace alembert
