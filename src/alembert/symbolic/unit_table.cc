#include "alembert/symbolic/unit_table.h"

#include <algorithm>
#include <array>

namespace alembert {
namespace {

constexpr Dimension none{};
constexpr Dimension length{.length = 1};
constexpr Dimension mass{.mass = 1};
constexpr Dimension duration{.time = 1};
constexpr Dimension angle{.angle = 1};
constexpr Dimension frequency{.time = -1};
constexpr Dimension turning{.time = -1, .angle = 1};
constexpr Dimension force{.length = 1, .mass = 1, .time = -2};
constexpr Dimension pressure{.length = -1, .mass = 1, .time = -2};
constexpr Dimension energy{.length = 2, .mass = 1, .time = -2};
constexpr Dimension power{.length = 2, .mass = 1, .time = -3};
constexpr Dimension current{.current = 1};
constexpr Dimension voltage{.length = 2, .mass = 1, .time = -3, .current = -1};
constexpr Dimension resistance{.length = 2, .mass = 1, .time = -3, .current = -2};
constexpr Dimension temperature{.temperature = 1};

constexpr std::array<Unit, 45> units{{{"m", "1", 1, 0, length},
                                      {"mm", "1e-3", 1, 0, length},
                                      {"cm", "1e-2", 1, 0, length},
                                      {"km", "1e3", 1, 0, length},
                                      {"um", "1e-6", 1, 0, length},
                                      {"in", "0.0254", 1, 0, length},
                                      {"ft", "0.3048", 1, 0, length},
                                      {"g", "1e-3", 1, 0, mass},
                                      {"kg", "1", 1, 0, mass},
                                      {"t", "1e3", 1, 0, mass},
                                      {"lb", "0.45359237", 1, 0, mass},
                                      {"s", "1", 1, 0, duration},
                                      {"ms", "1e-3", 1, 0, duration},
                                      {"us", "1e-6", 1, 0, duration},
                                      {"min", "60", 1, 0, duration},
                                      {"h", "3600", 1, 0, duration},
                                      {"rad", "1", 1, 0, angle},
                                      {"mrad", "1e-3", 1, 0, angle},
                                      {"deg", "1", 180, 1, angle},
                                      {"°", "1", 180, 1, angle},
                                      {"rev", "2", 1, 1, angle},
                                      {"Hz", "1", 1, 0, frequency},
                                      {"kHz", "1e3", 1, 0, frequency},
                                      {"rpm", "1", 30, 1, turning},
                                      {"N", "1", 1, 0, force},
                                      {"mN", "1e-3", 1, 0, force},
                                      {"kN", "1e3", 1, 0, force},
                                      {"MN", "1e6", 1, 0, force},
                                      {"lbf", "4.4482216152605", 1, 0, force},
                                      {"Pa", "1", 1, 0, pressure},
                                      {"kPa", "1e3", 1, 0, pressure},
                                      {"MPa", "1e6", 1, 0, pressure},
                                      {"GPa", "1e9", 1, 0, pressure},
                                      {"bar", "1e5", 1, 0, pressure},
                                      {"J", "1", 1, 0, energy},
                                      {"mJ", "1e-3", 1, 0, energy},
                                      {"kJ", "1e3", 1, 0, energy},
                                      {"W", "1", 1, 0, power},
                                      {"kW", "1e3", 1, 0, power},
                                      {"A", "1", 1, 0, current},
                                      {"mA", "1e-3", 1, 0, current},
                                      {"V", "1", 1, 0, voltage},
                                      {"ohm", "1", 1, 0, resistance},
                                      {"K", "1", 1, 0, temperature},
                                      {"1", "1", 1, 0, none}}};

struct Word {
  Dimension dimension;
  const char* text;
};

constexpr std::array<Word, 28> words{
    {{none, "a plain number"},
     {length, "a length"},
     {{.length = 2}, "an area"},
     {{.length = 3}, "a volume"},
     {mass, "a mass"},
     {duration, "a time"},
     {angle, "an angle"},
     {frequency, "a frequency"},
     {turning, "an angle per time"},
     {{.time = -2, .angle = 1}, "an angle per time squared"},
     {{.length = 1, .time = -1}, "a speed"},
     {{.length = 1, .time = -2}, "an acceleration"},
     {{.length = 1, .angle = -1}, "a length per angle"},
     {force, "a force"},
     {energy, "a torque or an energy"},
     {power, "a power"},
     {pressure, "a pressure"},
     {{.mass = 1, .time = -2}, "a stiffness (N/m)"},
     {{.mass = 1, .time = -1}, "a damping (N s/m)"},
     {{.length = 2, .mass = 1, .time = -2, .angle = -1}, "a rotational stiffness (N m/rad)"},
     {{.length = 2, .mass = 1, .time = -1, .angle = -1}, "a rotational damping (N m s/rad)"},
     {{.length = 2, .mass = 1}, "a moment of inertia"},
     {{.length = -3, .mass = 1}, "a density"},
     {{.length = -1, .mass = 1}, "a mass per length"},
     {current, "a current"},
     {voltage, "a voltage"},
     {resistance, "a resistance"},
     {temperature, "a temperature"}}};

void append_power(std::string& text, const char* name, int exponent) {
  if (!text.empty()) text += ' ';
  text += name;
  if (exponent > 1) text += '^' + std::to_string(exponent);
}

}  // namespace

std::span<const Unit> all_units() { return units; }

std::string describe(const Dimension& dimension) {
  const auto word = std::ranges::find(words, dimension, &Word::dimension);
  if (word != words.end()) return word->text;
  struct Base {
    const char* name;
    int exponent;
  };
  const std::array<Base, 6> bases{{{"kg", dimension.mass},
                                   {"m", dimension.length},
                                   {"s", dimension.time},
                                   {"A", dimension.current},
                                   {"K", dimension.temperature},
                                   {"rad", dimension.angle}}};
  std::string above, below;
  for (const Base& b : bases) {
    if (b.exponent > 0) append_power(above, b.name, b.exponent);
    if (b.exponent < 0) append_power(below, b.name, -b.exponent);
  }
  if (below.empty()) return above;
  const bool several = below.find(' ') != below.npos;
  return (above.empty() ? "1" : above) + "/" + (several ? "(" + below + ")" : below);
}

}  // namespace alembert
