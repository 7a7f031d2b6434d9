#include "metamorphic/tellings.h"

#include <array>

namespace alembert::metamorphic {
namespace {

constexpr double far = 2.0;  // [m] the world's shift

Retold turned_at_random(Retold tale, Random& random, Digits digits) {
  const GraphScope scope(*tale.model.graph);
  const Transform<Expr> X = random_pose(random, digits, far, tale.model.planar);
  return turned(std::move(tale), X);
}

Retold in_a_plane_of_space(const Mechanism& model, Random& random, Digits digits) {
  return turned_at_random(embedded(model, random), random, digits);
}

constexpr Kept all_of_it{}, but_redundancy{false};

const std::array<Telling, 15> right{{
    {"turned", [](const Mechanism& m, Random& r) { return turned_at_random(m, r, Digits::exact); }, all_of_it},
    {"turned-decimals", [](const Mechanism& m, Random& r) { return turned_at_random(m, r, Digits::full); }, all_of_it},
    {"reframed", [](const Mechanism& m, Random& r) { return reframed(m, r, Digits::exact); }, all_of_it},
    {"reframed-decimals", [](const Mechanism& m, Random& r) { return reframed(m, r, Digits::full); }, all_of_it},
    {"reordered", [](const Mechanism& m, Random& r) { return reordered(m, r); }, all_of_it},
    {"swapped", [](const Mechanism& m, Random&) { return swapped(m); }, all_of_it},
    {"recut", [](const Mechanism& m, Random& r) { return recut(m, r); }, all_of_it},
    {"split", [](const Mechanism& m, Random& r) { return split(m, r); }, all_of_it},
    {"in-mm-and-g", [](const Mechanism& m, Random&) { return in_units(m, 1000, 1000); }, all_of_it},
    {"doubled", [](const Mechanism& m, Random& r) { return doubled(m, r); }, but_redundancy},
    {"in-the-plane-z-0", [](const Mechanism& m, Random& r) { return embedded(m, r); }, but_redundancy},
    {"embedded", [](const Mechanism& m, Random& r) { return in_a_plane_of_space(m, r, Digits::exact); },
     but_redundancy},
    {"embedded-decimals", [](const Mechanism& m, Random& r) { return in_a_plane_of_space(m, r, Digits::full); },
     but_redundancy},
    {"another-tree-and-order", [](const Mechanism& m, Random& r) { return recut(reordered(swapped(m), r), r); },
     all_of_it},
    {"everything",
     [](const Mechanism& m, Random& r) {
       return in_units(reframed(turned_at_random(split(swapped(reordered(m, r)), r), r, Digits::full), r, Digits::full),
                       Rational(1, 4), 16);
     },
     all_of_it},
}};

const std::array<WrongTelling, 5> wrong{{
    {{"gravity stays when the world turns",
      [](const Mechanism& m, Random& r) {
        Retold tale = turned_at_random(m, r, Digits::exact);
        tale.model.gravity = m.gravity;
        return tale;
      },
      all_of_it},
     "tree"},
    {{"a product of inertia has the other sign",
      [](const Mechanism& m, Random& r) {
        Retold tale = reframed(m, r, Digits::full);
        const GraphScope scope(*tale.model.graph);
        Body& body = tale.model.bodies.back();
        body.inertia.xy = -body.inertia.xy;
        return tale;
      },
      all_of_it},
     "tree"},
    {{"a coordinate of an exchanged joint keeps its sign",
      [](const Mechanism& m, Random&) {
        Retold tale = swapped(m);
        tale.joints[m.joints.front().name].swapped = false;
        return tale;
      },
      all_of_it},
     "planar-linkage"},
    {{"dampers keep their numbers in other units",
      [](const Mechanism& m, Random&) {
        Retold tale = in_units(m, 1000, 1000);
        for (std::size_t j = 0; j < m.joints.size(); ++j) tale.model.joints[j].damping = m.joints[j].damping;
        return tale;
      },
      all_of_it},
     "spatial-loop"},
    {{"a part has too much mass",
      [](const Mechanism& m, Random& r) {
        Retold tale = split(m, r);
        const GraphScope scope(*tale.model.graph);
        tale.model.bodies.back().mass *= Expr(Rational(1001, 1000));
        return tale;
      },
      all_of_it},
     "spatial-loop"},
}};

}  // namespace

std::span<const Telling> tellings() { return right; }
std::span<const WrongTelling> wrong_tellings() { return wrong; }

}  // namespace alembert::metamorphic
