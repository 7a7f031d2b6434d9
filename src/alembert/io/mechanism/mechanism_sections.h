/// The sections that only a mechanism's file has, one function each, and what they share.
/// Internal to io/; call read_mechanism() (mechanism_reader.h).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/include.h"
#include "alembert/io/mechanism/mechanism_names.h"
#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/units.h"

namespace alembert {

/// The mechanism being read, and the file that it is being read from.
struct MechanismReading {
  Mechanism& model;
  ModelNames& names;
  MechanismNames& words;
  MechanismLimits limits;
  ModelFile* file = nullptr;
  int first_free_joint = 0;  ///< from here on, joints are those of bodies that no other joint holds

  /// Makes `next` the file that names and the ground belong to.
  void enter(ModelFile& next);

  // Constants: numbers and formulas in parameters. All throw Error with the place for what is not finite.
  Expr number(const Value& value, const std::string& path, std::span<const Dimension> expected,
              std::string_view what) const;
  Vec3<Expr> position(const Value& value, const std::string& path) const;
  Vec3<Expr> direction(const Value& value, const std::string& path) const;  ///< not zero
  Orientation orientation(const Value& value, const std::string& path) const;
  /// A formula in t and parameters that has a first and a second rate. An input in it stands for its own formula.
  Written timed(const Value& value, const std::string& path, std::span<const Dimension> expected,
                std::string_view what) const;
  double value_of(Expr constant) const { return names.numbers()(constant); }
  /// Under the key `damping`: it is accepted, but most such signs are mistakes.
  void warn_of_negative_damping(const TableReader& reader, std::span<const Expr> damping) const;

  // Parts by name. All throw Error (unknown_name) with "did you mean".
  int body(const Value& value, const std::string& path) const;
  int joint(const Value& value, const std::string& path) const;
  /// True for a text that names a point, "crank.tip"; any other text is an expression.
  bool is_point(const Value& value) const;
  PointOn named_point(const Value& value, const std::string& path) const;
  /// A point name, or [body, [..]].
  PointOn point(const Value& value, const std::string& path) const;
  /// The body under `body_key` and the point of its frame under `at_key`, by default its origin; a point's name says
  /// both.
  PointOn point_of_body(const TableReader& reader, std::string_view body_key, std::string_view at_key,
                        const std::string& hint) const;
  /// `points`: a list of two.
  std::array<PointOn, 2> two_points(const TableReader& reader) const;

  /// Adds a joint and its name. Throws Error (duplicate_name).
  void add_joint(Joint joint);
  /// names.numbered() for a name written at `at`.
  std::string numbered_at(const std::string& name, const Source& at) const;

  /// Calls read(name, table) for the table [section.X], or for each of its copies if it has `count`. `already` is how
  /// many parts of that kind there are.
  void each_copy(const Entry& entry, const std::string& section, std::size_t already,
                 const std::function<void(const std::string&, const Value&)>& read) const;
};

// In the order in which they must be called, for every file unless said otherwise.
void declare_bodies(MechanismReading& reading);  ///< files outermost first
void read_bodies(MechanismReading& reading);     ///< files outermost first
void declare_joints(MechanismReading& reading);
void declare_free_joints(MechanismReading& reading);  ///< once, after all others
void read_joints(MechanismReading& reading);
void read_body_starts(MechanismReading& reading);
void declare_forces(MechanismReading& reading);
void declare_constraints(MechanismReading& reading);
void read_forces(MechanismReading& reading);
void read_mechanism_constraints(MechanismReading& reading);
/// Once, when all joints are read and declare_coordinates() has chosen those that close loops. Throws Error (bad_value)
/// when the cuts that were asked for leave a body without a way to the ground.
void check_cuts(const Mechanism& model);

// Parts of the above.

/// The body and the joint that stand for the ground of an included file, where it needs them; parts of .urdf files.
void declare_included_bodies(MechanismReading& reading);
void place_included_ground(MechanismReading& reading);
void declare_included_joints(MechanismReading& reading);

/// Pose of a body's frame in the world as it is drawn.
Transform<Expr> drawn_pose(const Body& body);
void set_drawn_pose(Body& body, const Transform<Expr>& X);

/// at, axis, axes, rotation, sequence and pitch of a joint whose type and bodies are known.
void read_placing(const TableReader& reader, const MechanismReading& reading, Joint& joint);
/// start, rate, effort and all that a joint has for each of its coordinates.
void read_joint_values(const TableReader& reader, const MechanismReading& reading, Joint& joint);
/// start and rate alone, either may be null; `path` names the table.
void read_joint_start(const Value* start, const Value* rate, const std::string& path, const MechanismReading& reading,
                      Joint& joint);
/// A constraint given by a type and geometry; its alternative in MechanismConstraint is that of `declared`, its name is
/// kept. `path` names the table that was written at `at`.
MechanismConstraint read_geometric(const MechanismConstraint& declared, const Value& table, const std::string& path,
                                   const Source& at, const MechanismReading& reading);

/// What a joint has when nothing is written. Its lists must have their lengths.
void set_joint_defaults(Joint& joint);

}  // namespace alembert
