/// A motion given by rows of a table, as a smooth path.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/turns.h"
#include "alembert/system/system.h"

namespace alembert {

/// Rows of a motion: times ascending, coordinates, speeds and extra states of a system, row by row.
struct MotionRows {
  std::vector<double> t;  ///< [row] s
  std::vector<double> q;  ///< [row x nq]
  std::vector<double> v;  ///< [row x nv]
  std::vector<double> z;  ///< [row x nz]
};

/// An instant on or between a row and the next one that the motion is smooth before and after, but not across: a force
/// jumps.
struct MotionBreak {
  std::size_t row = 0;
  double t = 0.0;  ///< [s]
};

/// Between two rows the path is the polynomial of degree 7 through coordinates and speeds of four neighbouring rows, on
/// the manifold of configurations (rotations in the chart of the row before), so it has one continuous derivative
/// whatever the rows hold: a path that the action is defined on. Its error on a smooth motion is of the eighth order in
/// the distance of the rows. Speeds and extra states are also interpolated by themselves, with degree 5.
///
/// At breaks it ends and begins anew, each part made from its own rows alone and continued to the break; parts of few
/// rows have lower degrees.
class MotionPath {
 public:
  static constexpr std::size_t fewest_rows = 6;

  /// Uses every `stride`th row and the last one. Keeps references: both must outlive it. Breaks ascend, with rows that
  /// are used between any two of them.
  MotionPath(const System& system, const MotionRows& rows, std::size_t stride,
             std::span<const MotionBreak> breaks = {});

  std::size_t pieces() const { return pieces_.size(); }
  double from(std::size_t piece) const { return pieces_[piece].from; }       ///< [s]
  double to(std::size_t piece) const { return pieces_[piece].to; }           ///< [s]
  std::size_t part(std::size_t piece) const { return pieces_[piece].part; }  ///< breaks before it
  /// Goes to a piece. False where rotations between its rows are too large (about half a turn) to be told.
  bool enter(std::size_t piece);
  /// Goes to a time within the piece.
  void at(double t);

  State state() const { return {t_, q_, v_, z_}; }                 ///< of the path: v is its rate
  std::span<const double> row_speeds() const { return between_; }  ///< interpolated from the speeds alone

 private:
  /// Of the path, with the row whose chart it is in.
  struct Piece {
    double from, to;
    std::size_t part, knot;
  };
  /// Knots between two breaks, begin ... end - 1.
  struct Part {
    std::size_t begin, end;
  };

  double time(std::size_t knot) const { return rows_.t[knots_[knot]]; }
  /// Of at most `most` neighbouring knots around the piece.
  Part around(std::size_t most) const;
  std::span<const double> row(const std::vector<double>& list, std::size_t knot, std::size_t width) const {
    return std::span(list).subspan(knots_[knot] * width, width);
  }
  /// Weights at t_ of some knots, for values without rates.
  void weigh(const Part& knots, std::span<double> weights) const;

  const System& system_;
  const MotionRows& rows_;
  Turns turns_;
  std::vector<std::size_t> knots_;
  std::vector<Part> parts_;
  std::vector<Piece> pieces_;
  std::size_t nq_, nv_, nz_, piece_ = 0;
  double t_ = 0.0;
  std::vector<double> times_, coefficients_;  ///< of Newton's form: [order], [order x nv]
  std::vector<double> x_, xdot_, q_, v_, z_, between_;
};

}  // namespace alembert
