/// Models for tests, written as model files.
#pragma once
#include <string>
#include <string_view>

#include "alembert/io/lagrangian/lagrangian_reader.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

inline Lagrangian model_from(std::string_view text) { return read_lagrangian(parse_toml(text, "model.toml")); }

/// A model with everything in it: rates in the potential, explicit time, dissipation, a force at a point, work, a
/// state.
inline Lagrangian rich_model() {
  return model_from(R"toml(
    [parameters]
    m = 1.3
    l = 0.7
    c = 0.4
    g = 9.81
    B = 0.9
    [inputs]
    F = "2*cos(3*t)"
    [coordinates]
    x  = { start = 0.2, rate = 0.1 }
    th = { start = 0.6, rate = -0.4 }
    [let]
    px = "x + l*sin(th) + 0.1*t^2"
    py = "-l*cos(th) + 0.05*sin(2*t)"
    [states]
    e = { start = 0.3, rate = "x - 2*e" }
    [energy]
    kinetic = "m*x'^2/2 + m*(px'^2 + py'^2)/2"
    potential = "m*g*py + 3*x^2 - B*x*th'"
    dissipation = "c*(px'^2 + py'^2)/2"
    [force.push]
    at = ["px", "py"]
    value = ["F", "0.3*x"]
    [work]
    th = "-0.2*th + 0.1*F - 0.05*e"
    )toml");
}

}  // namespace alembert
