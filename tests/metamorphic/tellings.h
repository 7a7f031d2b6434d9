/// The ways of telling a mechanism that the test tries, and wrong ones that it must notice.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "metamorphic/comparison.h"

namespace alembert::metamorphic {

struct Telling {
  std::string name;
  std::function<Retold(const Mechanism&, Random&)> tell;
  Kept kept;
};

/// Right ones: no quantity changes.
std::span<const Telling> tellings();

/// Each with one fault planted in it, and the generated mechanism on which it must show.
struct WrongTelling {
  Telling telling;
  std::string shows_on;
};
std::span<const WrongTelling> wrong_tellings();

}  // namespace alembert::metamorphic
