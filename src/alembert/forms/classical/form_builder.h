/// Puts a FormSystem together block by block.
#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/classical/form_system.h"

namespace alembert {

/// Unknowns and equations are declared first, blocks are then put at their numbers, and finish() gives the system.
template <Scalar S>
class FormBuilder {
 public:
  explicit FormBuilder(const std::string& form) { system_.form = form; }

  /// Both return the number of the first. `inertia`: as FormSystem has it; empty: -1 for all.
  int unknowns(const std::vector<std::string>& names, const std::vector<S>& inertia = {}) {
    append_inertia(system_.unknown_inertia, inertia, names.size());
    return append(system_.unknowns, names);
  }
  int equations(const std::vector<std::string>& names, const std::vector<S>& right,
                const std::vector<S>& inertia = {}) {
    system_.right.insert(system_.right.end(), right.begin(), right.end());
    append_inertia(system_.equation_inertia, inertia, names.size());
    return append(system_.equations, names);
  }
  /// A matrix for the list of blocks. Vectors have no column names.
  void name(std::string name, std::string meaning, Dense<S> value, std::vector<std::string> row_names,
            std::vector<std::string> column_names = {}) {
    system_.blocks.push_back(
        {std::move(name), std::move(meaning), std::move(value), std::move(row_names), std::move(column_names)});
  }
  /// A block of the assembled matrix; `text` says what it is. Empty blocks are dropped.
  void put(std::string text, int row, int col, Dense<S> value) {
    if (value.rows == 0 || value.cols == 0) return;
    system_.places.push_back({std::move(text), row, col, value.rows, value.cols});
    values_.push_back(std::move(value));
  }
  void note(std::string text) { system_.notes.push_back(std::move(text)); }

  /// The system, its maps still to be set.
  FormSystem<S> finish() {
    system_.matrix = Dense<S>(static_cast<int>(system_.equations.size()), static_cast<int>(system_.unknowns.size()));
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const BlockPlace& place = system_.places[k];
      for (int i = 0; i < place.rows; ++i)
        for (int j = 0; j < place.cols; ++j) system_.matrix(place.row + i, place.col + j) = values_[k](i, j);
    }
    return std::move(system_);
  }

 private:
  static int append(std::vector<std::string>& list, const std::vector<std::string>& names) {
    const int first = static_cast<int>(list.size());
    list.insert(list.end(), names.begin(), names.end());
    return first;
  }
  static void append_inertia(std::vector<S>& list, const std::vector<S>& inertia, std::size_t count) {
    assert(inertia.empty() || inertia.size() == count);
    list.insert(list.end(), inertia.begin(), inertia.end());
    list.resize(list.size() + count - inertia.size(), S(-1.0));
  }

  FormSystem<S> system_;
  std::vector<Dense<S>> values_;
};

/// A system that says why the form does not apply.
template <Scalar S>
FormSystem<S> not_applicable(const std::string& form, const std::string& why) {
  FormSystem<S> system;
  system.form = form;
  system.why_not = why;
  return system;
}

/// The map to `block` times the unknowns from number `first` on, plus `offset` (empty: zero).
template <Scalar S>
LinearMap<S> map_from(const FormSystem<S>& system, int first, const Dense<S>& block, std::vector<S> offset = {}) {
  LinearMap<S> map{Dense<S>(block.rows, system.matrix.cols), std::move(offset)};
  for (int i = 0; i < block.rows; ++i)
    for (int j = 0; j < block.cols; ++j) map.matrix(i, first + j) = block(i, j);
  map.offset.resize(static_cast<std::size_t>(block.rows), S(0.0));
  return map;
}
/// The unknowns from number `first` on, themselves.
template <Scalar S>
LinearMap<S> map_from(const FormSystem<S>& system, int first, int count) {
  return map_from(system, first, identity<S>(count));
}

}  // namespace alembert
