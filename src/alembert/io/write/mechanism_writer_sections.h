/// The parts of a model file, each written by one function.
#pragma once
#include "alembert/io/write/mechanism_writer_text.h"

namespace alembert {

void write_bodies(const MechanismWords& words, TomlLines& lines);
void write_joints(const MechanismWords& words, TomlLines& lines);
void write_forces(const MechanismWords& words, TomlLines& lines);
void write_constraints(const MechanismWords& words, TomlLines& lines);

}  // namespace alembert
