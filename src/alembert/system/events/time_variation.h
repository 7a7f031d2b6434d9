/// How fast what depends on time alone varies: the longest steps that can see it.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/events/enclosed_program.h"

namespace alembert {

/// The functions of t, and of inputs u(t), that a system's formulas are made of, while time goes from a start to an
/// end. The time is cut into pieces, the longest halves of halves in which every function is resolved: bounds of its
/// rate vary by so little that it bends by no more than a twentieth of its largest size, or it varies by nothing that
/// matters. A method whose steps span few pieces looks at every pulse, however late and short it is; a sine has some
/// ten pieces a period.
class TimeVariation {
 public:
  /// The system must outlive this.
  explicit TimeVariation(const SwitchedSystem& system);

  /// Whether nothing depends on time but in proportion to it.
  bool empty() const { return sizes_.empty(); }
  /// A motion from begin to end. All programs must have run once, with the present parameters.
  void start(double begin, double end);
  /// Comparisons [of the system] are held so from now on.
  void hold(std::span<const Held> held);
  /// The shortest piece of the motion.
  struct Piece {
    double begin = 0.0, length = 0.0;
  };
  Piece shortest();
  /// The end of the n-th piece from t on, which lies in the first one: no later than the end of the motion.
  double after_pieces(double t, int n);

 private:
  struct Part {
    EnclosedProgram program;
    std::size_t first;     ///< comparison of its whole program, in the list of all
    std::size_t function;  ///< the first of its functions, in the list of all
    std::size_t skipped;   ///< outputs before them
  };

  std::span<const Enclosure> run(double begin, double end);
  void find_sizes();
  bool resolved(double begin, double end);
  double piece_end(double t);

  std::vector<Part> parts_;
  std::vector<Enclosure> functions_;  ///< in the last run
  std::vector<bool> inverse_;         ///< [function] one divided by it is meant
  std::vector<double> sizes_;         ///< [function] largest magnitude during the motion
  double begin_ = 0.0, end_ = 0.0;
  int level_ = 0;  ///< of the last piece: how often the motion was halved
};

}  // namespace alembert
