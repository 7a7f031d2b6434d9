#include "alembert/model/validate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "alembert/core/text.h"
#include "alembert/model/principal_axes.h"
#include "alembert/model/validate_shapes.h"

namespace alembert {
namespace {

/// Six digits, enough to find the number in a file.
std::string show(double x) {
  std::array<char, 32> text{};
  const char* end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::general, 6).ptr;
  return {static_cast<const char*>(text.data()), end};
}

/// A change x > 0 to six digits, rounded up so that it suffices.
std::string show_change(double x) {
  const double digit = std::pow(10.0, std::floor(std::log10(x)) - 5.0);
  if (!(digit > 0.0)) return shortest(x);
  return show(std::ceil(x / digit * (1.0 - 1e-12)) * digit);
}

constexpr std::array<const char*, 3> diagonal_words{"Ixx", "Iyy", "Izz"};
constexpr std::array<const char*, 3> which{"smallest", "middle", "largest"};

Sym3<double> tensor_of(const Body& body, const RealOf& real) {
  const Sym3<Expr>& I = body.inertia;
  return {real(I.xx), real(I.yy), real(I.zz), real(I.xy), real(I.xz), real(I.yz)};
}

bool is_finite(const Sym3<double>& I) {
  return std::ranges::all_of(std::array{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}, [](double x) { return std::isfinite(x); });
}

double largest_moment(const PrincipalAxes& principal) {
  return std::max(std::abs(principal.moments[0]), std::abs(principal.moments[2]));
}

/// One body under test.
class BodyCheck {
 public:
  /// `merged`: the largest moment of the other bodies that are fixed to this one.
  BodyCheck(const Body& body, bool planar, double merged, const RealOf& real)
      : body_(body), planar_(planar), merged_(merged), real_(real) {}

  /// Throws, or gives the warnings that are due.
  std::vector<Warning> run() {
    // Shapes first: their faults are the cause of those of the whole.
    for (std::size_t i = 0; i < body_.shapes.size(); ++i)
      if (!body_.shapes[i].picture)
        check_shape(body_.shapes[i], words() + ": shapes[" + std::to_string(i) + "]", real_);
    check_finite();
    check_orientation(body_.rotation, words() + ": rotation", body_.at, real_);
    for (const NamedFrame& frame : body_.frames)
      check_orientation(frame.R, words() + ": frame '" + frame.name + "'", frame.at, real_);
    check_mass();
    if (planar_)
      check_planar_inertia();
    else
      check_inertia();
    return std::move(warnings_);
  }

 private:
  std::string words() const { return "body '" + body_.written() + "'"; }

  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    throw Error(Error::Code::bad_value, words() + message, body_.at, hint + advice_on_cuts());
  }

  std::string advice_on_cuts() const {
    const bool cuts = std::ranges::any_of(body_.shapes, [](const Shape& shape) { return shape.cut; });
    return cuts ? "; parts with cut = true must lie inside the others" : "";
  }

  void check_finite() const {
    const Sym3<Expr>& I = body_.inertia;
    const std::array<std::pair<const char*, Expr>, 13> numbers{{{"mass", body_.mass},
                                                                {"center x", body_.center.x},
                                                                {"center y", body_.center.y},
                                                                {"center z", body_.center.z},
                                                                {"inertia xx", I.xx},
                                                                {"inertia yy", I.yy},
                                                                {"inertia zz", I.zz},
                                                                {"inertia xy", I.xy},
                                                                {"inertia xz", I.xz},
                                                                {"inertia yz", I.yz},
                                                                {"position x", body_.position.x},
                                                                {"position y", body_.position.y},
                                                                {"position z", body_.position.z}}};
    for (const auto& [word, formula] : numbers)
      if (const double x = real_(formula); !std::isfinite(x))
        fail(std::string(": ") + word + " is " + shortest(x),
             body_.shapes.empty() ? "check the domain of its functions and the parameters in it"
                                  : "its shapes weigh nothing together, or a number in them is out of range");
  }

  void check_mass() const {
    const double mass = real_(body_.mass);
    if (mass < 0.0) fail(": mass is " + show(mass), "raise it by " + show_change(-mass) + " at least");
  }

  void check_planar_inertia() const {
    const double zz = real_(body_.inertia.zz);
    if (zz < 0.0)
      fail(": inertia about the centre of mass is " + show(zz), "raise it by " + show_change(-zz) + " at least");
  }

  void check_inertia() {
    const Sym3<double> tensor = tensor_of(body_, real_);
    const PrincipalAxes principal = principal_axes(tensor);
    const auto& [low, middle, high] = principal.moments;
    const double slack = inertia_tolerance * largest_moment(principal);
    const double missing = high - low - middle;  // what the triangle rule asks for
    if (low < -slack) {
      const std::string fault = "its inertia about the centre of mass is not positive, " + moments(principal);
      const std::string remedy = "raise " + element(tensor, principal, 0) + " by " + show_change(-low) +
                                 " at least; a real body needs " + show_change(missing) +
                                 ", so that no moment exceeds the sum of the others";
      if (low < -rounding(principal)) fail(": " + fault, remedy);
      return warn(": " + fault + ", by no more than rounding; " + remedy);
    }
    if (missing > slack)
      warn(": no real body has this inertia, " + moments(principal) +
           ": the largest exceeds the sum of the others; lower " + element(tensor, principal, 2) + " by " +
           show_change(missing) + ", or raise " + element(tensor, principal, 0) + " by as much" + advice_on_cuts());
  }

  void warn(const std::string& message) { warnings_.push_back({words() + message, body_.at}); }

  /// How far below zero digits that a file left out may have brought a moment: of the body itself, of the bodies that
  /// it makes one with, or of a mass as small as a molecule.
  double rounding(const PrincipalAxes& principal) const {
    constexpr double digits = 1e-6, merged_digits = 1e-5, molecule = 1e-9;  // the last in m
    return std::max(
        {digits * largest_moment(principal), merged_digits * merged_, real_(body_.mass) * molecule * molecule});
  }

  static std::string moments(const PrincipalAxes& principal) {
    return "principal moments " + show(principal.moments[0]) + ", " + show(principal.moments[1]) + ", " +
           show(principal.moments[2]);
  }

  /// The i-th principal moment as the user knows it: an element of the tensor where it is diagonal.
  static std::string element(const Sym3<double>& I, const PrincipalAxes& principal, std::size_t i) {
    const std::array<Vec3<double>, 3> axes{principal.R.c0(), principal.R.c1(), principal.R.c2()};
    const Vec3<double> axis = axes[i];
    if (I.xy != 0.0 || I.xz != 0.0 || I.yz != 0.0)
      return std::string("the ") + which[i] + " one, along (" + show(axis.x) + ", " + show(axis.y) + ", " +
             show(axis.z) + "),";
    const std::array<double, 3> size{std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)};
    const auto along = static_cast<std::size_t>(std::ranges::max_element(size) - size.begin());
    return std::string(diagonal_words[along]) + " from " + show(principal.moments[i]);
  }

  const Body& body_;
  bool planar_;
  double merged_;
  const RealOf& real_;
  std::vector<Warning> warnings_;
};

/// [body] the largest moment of the others that fixed joints make one with it.
std::vector<double> merged_moments(const Mechanism& model, const RealOf& real) {
  std::vector<std::size_t> group(model.bodies.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto of = [&](std::size_t b) {
    while (group[b] != b) b = group[b] = group[group[b]];
    return b;
  };
  for (const Joint& joint : model.joints)
    if (joint.type == JointType::fixed)
      group[of(static_cast<std::size_t>(joint.second))] = of(static_cast<std::size_t>(joint.first));
  struct Largest {
    double first = 0.0, second = 0.0;
    std::size_t body = 0;  ///< whose the first is
  };
  std::vector<Largest> largest(group.size());
  for (std::size_t b = 0; b < group.size(); ++b) {
    const Sym3<double> I = tensor_of(model.bodies[b], real);
    const double moment = is_finite(I) ? largest_moment(principal_axes(I)) : 0.0;
    Largest& found = largest[of(b)];
    if (moment > found.first)
      found = {moment, found.first, b};
    else
      found.second = std::max(found.second, moment);
  }
  std::vector<double> others(group.size());
  for (std::size_t b = 0; b < group.size(); ++b) {
    const Largest& found = largest[of(b)];
    others[b] = found.body == b ? found.second : found.first;
  }
  return others;
}

}  // namespace

void check_bodies(Mechanism& model, const NumberReals& real) {
  const RealOf number = [&](Expr e) { return real(e); };
  const std::vector<double> merged = merged_moments(model, number);
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    for (Warning& found : BodyCheck(model.bodies[b], model.planar, merged[b], number).run())
      if (std::ranges::find(model.warnings, found.message, &Warning::message) == model.warnings.end())
        model.warnings.push_back(std::move(found));
  }
}

}  // namespace alembert
