/// Results that are no finite numbers, in words: what is undefined must not pass for a result.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/workbench/workbench.h"

namespace alembert {

/// Looks at the rows of a table as they pass. Outputs and energies may be undefined, which is worth a warning; motions
/// and forces must not be.
class UndefinedValues {
 public:
  /// Columns: t, then `names` [column] of which those named in `outputs` or as energies are told by warnings().
  UndefinedValues(std::span<const std::string> names, const Description& model);

  void look(std::span<const double> row);
  /// "'p' is infinite at 1 of 101 rows, first at t = 0.3 s, and not a number at 4, first at t = 0.4 s", one for each
  /// column.
  std::vector<std::string> warnings() const;
  /// The same of the first column of a motion or a force, "" where there is none.
  std::string trouble() const;

 private:
  struct Kind {
    const char* words;
    long rows = 0;
    double first_time = 0.0;
  };
  struct Column {
    std::string name;
    bool harmless = false;
    Kind infinite{"infinite"}, undefined{"not a number"};
    bool defined() const { return infinite.rows + undefined.rows == 0; }
  };
  std::string describe(const Column& column) const;

  std::vector<Column> columns_;
  long rows_ = 0;
};

/// "; the potential energy is not a number" of the energies that a motion needs at a state, "" where both are numbers.
std::string undefined_energies(const System& system, const State& x);

/// Of the numbers at one state: what is undefined among motions and forces, and among energies and momenta.
struct UndefinedNumbers {
  std::string trouble;                ///< "" where there is none
  std::vector<std::string> warnings;  ///< "the kinetic energy is infinite"
};
UndefinedNumbers undefined_numbers(const Evaluation& e, const Point& at);

}  // namespace alembert
