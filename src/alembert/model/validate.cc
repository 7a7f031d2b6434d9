#include "alembert/model/validate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

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

/// One body under test.
class BodyCheck {
 public:
  BodyCheck(const Body& body, bool planar, const RealOf& real) : body_(body), planar_(planar), real_(real) {}

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
  std::string words() const { return "body '" + body_.name + "'"; }

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
    const Sym3<Expr>& I = body_.inertia;
    const Sym3<double> tensor{real_(I.xx), real_(I.yy), real_(I.zz), real_(I.xy), real_(I.xz), real_(I.yz)};
    const PrincipalAxes principal = principal_axes(tensor);
    const auto& [low, middle, high] = principal.moments;
    const double slack = inertia_tolerance * std::max(std::abs(low), std::abs(high));
    const double missing = high - low - middle;  // what the triangle rule asks for
    if (low < -slack)
      fail(": its inertia about the centre of mass is not positive, " + moments(principal),
           "raise " + element(tensor, principal, 0) + " by " + show_change(-low) + " at least; a real body needs " +
               show_change(missing) + ", so that no moment exceeds the sum of the others");
    if (missing > slack)
      warnings_.push_back({words() + ": no real body has this inertia, " + moments(principal) +
                               ": the largest exceeds the sum of the others; lower " + element(tensor, principal, 2) +
                               " by " + show_change(missing) + ", or raise " + element(tensor, principal, 0) +
                               " by as much" + advice_on_cuts(),
                           body_.at});
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
  const RealOf& real_;
  std::vector<Warning> warnings_;
};

}  // namespace

void check_bodies(Mechanism& model, const NumberReals& real) {
  const RealOf number = [&](Expr e) { return real(e); };
  for (const Body& body : model.bodies) {
    for (Warning& found : BodyCheck(body, model.planar, number).run())
      if (std::ranges::find(model.warnings, found.message, &Warning::message) == model.warnings.end())
        model.warnings.push_back(std::move(found));
  }
}

}  // namespace alembert
