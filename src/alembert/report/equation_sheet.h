/// The equations of motion as a sheet for a page: matrices, equations and definitions whose terms know what they belong
/// to. page/src/recording.ts says what each part means.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "alembert/analysis/derivation/derivation.h"
#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/report/term_owners.h"

namespace alembert {

struct SheetTerm {
  std::string latex, text;
  std::vector<std::string> of;  ///< names of coordinates and bodies
};

struct SheetMatrix {
  struct Entry {
    int row = 0, column = 0;
    std::optional<SheetTerm> term;  ///< absent where the matrix is too large to be read
  };
  std::string latex, name, meaning;
  int rows = 0, columns = 0;
  std::vector<std::string> row_names, column_names;
  std::vector<int> row_lines, column_lines;
  std::vector<Entry> entries;  ///< those that are not zero, row by row
};

/// Sum of left = sum of right; terms carry their signs.
struct SheetEquation {
  std::string name;
  std::vector<SheetTerm> left, right;
};

struct SheetDefinition {
  std::string latex, name;
  SheetTerm value;
};

using SheetItem = std::variant<SheetMatrix, SheetEquation, SheetDefinition>;

struct SheetForm {
  std::string form, title, about;
  bool used = false;    ///< by the simulation
  std::string why_not;  ///< "" where the form is there
  std::size_t operations = 0;
  std::vector<SheetItem> items;
  std::vector<std::string> notes;
};

struct EquationSheet {
  std::vector<std::string> coordinates, bodies;
  std::vector<SheetForm> forms;
};

/// All forms in the order in which they are shown, each with its title and what it is; nothing is derived.
std::vector<SheetForm> forms_by_name();

/// Fill in items, operations and notes. Matrices that take more than 4000 symbols to write have entries without terms,
/// as have entries that take 1000; equations and definitions beyond that are left out with a note. The model's graph
/// must be current.
void fill(SheetForm& form, const FormDerivation& derivation, const TermOwners& owners);
void fill(SheetForm& form, const Derivation& derivation, const TermOwners& owners);

/// `Equations` of page/src/recording.ts.
nlohmann::ordered_json to_json(const EquationSheet& sheet);

}  // namespace alembert
