/// What a model given by its energies draws ([draw] in docs/model-format.md), for the report page.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/model/lagrangian.h"
#include "alembert/system/system.h"
#include "alembert/workbench/report/report_rows.h"

namespace alembert {

/// How many bodies without mass the drawing becomes, at most.
std::size_t most_drawn_bodies(const Lagrangian& model);

/// `Motion` of page/src/recording.ts. Lines of constant length, circles and boxes are bodies without mass; other lines
/// and springs are links between points; forces at points are loads. Up is y in the plane and z in space.
///
/// @param system  of the model
/// @param rows    of its run, as RunColumns has them
nlohmann::ordered_json report_drawing(const Lagrangian& model, const System& system, const ReportRows& rows);

}  // namespace alembert
