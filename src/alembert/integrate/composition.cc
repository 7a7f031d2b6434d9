#include "alembert/integrate/composition.h"

#include <array>

namespace alembert {
namespace {

constexpr std::array whole = {1.0};

// 1 / (4 - 4^(1/3)) and 1 - 4 times it.
constexpr double suzuki = 0.41449077179437573714235406286076495;
constexpr std::array order_4 = {suzuki, suzuki, 1.0 - 4.0 * suzuki, suzuki, suzuki};

constexpr std::array order_6 = {
    0.39216144400731413927925056,  0.33259913678935943859974864, -0.70624617255763935980996482,
    0.08221359629355080023149045,  0.79854399093482996339895035, 0.08221359629355080023149045,
    -0.70624617255763935980996482, 0.33259913678935943859974864, 0.39216144400731413927925056};

constexpr std::array order_8 = {
    0.13020248308889008087881763,  0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075,  -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911,  0.29501172360931029887096624,  -0.60550853383003451169892108,
    0.29501172360931029887096624,  0.25837438768632204729397911,  0.18453964097831570709183254,
    -0.39590389413323757733623154, 0.15884190655515560089621075,  -0.38947496264484728640807860,
    0.56116298177510838456196441,  0.13020248308889008087881763};

const std::array compositions = {Composition{2, whole}, Composition{4, order_4}, Composition{6, order_6},
                                 Composition{8, order_8}};

}  // namespace

const Composition& composition_of_order(int order) {
  const Composition* found = compositions.data();
  for (const Composition& composition : compositions)
    if (composition.order <= order) found = &composition;
  return *found;
}

std::vector<int> composition_orders() {
  std::vector<int> orders;
  for (const Composition& composition : compositions) orders.push_back(composition.order);
  return orders;
}

}  // namespace alembert
