/// The sections of an .adm file, which become those of a model file. Internal to io/; call read_adm() (adm_reader.h).
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "alembert/io/adm/adm_analysis.h"
#include "alembert/io/adm/adm_function.h"
#include "alembert/io/adm/adm_table.h"
#include "alembert/io/toml/document.h"

namespace alembert {

// Values of the model file, each with a place in the .adm file.
Value text_value(std::string text, const Value& at);
Value list_value(std::vector<Value> items, const Value& at);
Value table_value(const Value& at);
void add_entry(Value& table, std::string key, Value value);

/// A body of the file. Its coordinates are x, y and the angle of its frame, so it has a free joint of its own.
struct AdmBody {
  std::string name;
  Value table;                                                ///< of [body]
  Value points;                                               ///< those that formulas use
  std::map<std::pair<double, double>, std::string> point_at;  ///< their names
  double angle = 0.0;                                         ///< at the start [rad]
  std::array<Value, 3> q0, qd0;                               ///< x, y, angle and their rates
  std::array<std::optional<AdmFunction>, 3> motion;           ///< of those that are driven
};

constexpr int adm_ground = -1;

/// A point of a body.
struct AdmPoint {
  int body = adm_ground;
  Value p;  ///< list of two numbers, in the body's frame [m]
  double x = 0.0, y = 0.0;
};

/// An .adm file on its way to the tree of a model file.
struct AdmReading {
  AdmNotes notes;
  AdmFormulas formulas;
  AdmNames joint_names{notes}, constraint_names{notes}, force_names{notes};  ///< bodies have their joints' names
  std::vector<AdmBody> bodies;
  std::unordered_map<std::int64_t, int> body_by_id;
  std::unordered_map<std::string, int> body_by_name;  ///< -2 where several have it
  Value joints, constraints, forces;

  /// A list of `count` numbers behind a key that must be there, as written and their values.
  struct Numbers {
    Value list;
    std::vector<double> value;
  };
  Numbers numbers(const AdmTable& table, std::string_view key, std::size_t count, const char* form);
  /// The number behind a key that must be there.
  Value number(const AdmTable& table, std::string_view key, const char* hint);

  /// The body that `key` refers to by id or name; adm_ground for 0 and "ground".
  int body(const AdmTable& table, std::string_view key) const;
  /// The same where the ground makes no sense.
  int moving_body(const AdmTable& table, std::string_view key) const;
  /// Both of body1 and body2, which are different.
  std::array<int, 2> two_bodies(const AdmTable& table) const;
  const std::string& name_of(int body) const;

  AdmPoint point(const AdmTable& table, std::string_view key, int body);
  /// World coordinate of a point in formulas, for axis 'x' or 'y'; the point gets a name where it needs one.
  std::string word(const AdmPoint& point, char axis);
  std::string angle_word(int body) const;
  /// A point as ends of springs are written: [body, [x, y]].
  Value end(const AdmPoint& point, const Value& at) const;
};

// In the order in which they must be called.
void read_adm_bodies(const Value& document, AdmReading& reading);
void read_adm_constraints(const Value& document, AdmReading& reading);
void read_adm_forces(const Value& document, AdmReading& reading);

/// The tree of the model file, when all sections are read.
Value adm_document(const AdmTable& root, AdmReading& reading, const AcfAnalysis* analysis);

}  // namespace alembert
