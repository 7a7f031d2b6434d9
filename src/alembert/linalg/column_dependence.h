/// Which columns of a sparse matrix depend on each other, and least squares where they do.
#pragma once
#include <memory>
#include <span>
#include <vector>

namespace alembert {

/// A matrix by columns. Begins without any; add() appends one.
struct SparseColumns {
  int rows = 0;
  std::vector<int> first{0};  ///< [column + 1] where its elements begin
  std::vector<int> row;       ///< of an element; ascending in a column
  std::vector<double> value;

  explicit SparseColumns(int row_count = 0) : rows(row_count) {}

  int size() const { return static_cast<int>(first.size()) - 1; }  ///< columns
  std::span<const int> rows_of(int j) const { return std::span(row).subspan(begin(j), begin(j + 1) - begin(j)); }
  std::span<const double> values_of(int j) const { return std::span(value).subspan(begin(j), begin(j + 1) - begin(j)); }
  /// Appends a column [rows] without what is below `nothing` of its largest element.
  void add(std::span<const double> column, double nothing = 0.0);
  /// Adds x_j times column j, for all j, to y [rows].
  void add_product(std::span<const double> x, std::span<double> y) const;

 private:
  std::size_t begin(int j) const { return static_cast<std::size_t>(first[static_cast<std::size_t>(j)]); }
};

/// Which columns of a sparse matrix depend on others. Whoever knows their units has scaled them.
///
/// Up to 400 rows and columns by a complete orthogonal decomposition: bases are orthonormal, solutions the shortest
/// ones. Larger matrices stay sparse: columns are chosen in an order that keeps the factors of their products so
/// (independent_rows.h), others found in terms of them by refined normal equations. There bases have largest elements
/// of one, solutions are zero for dependent columns, and what is left of a column counts from 1e-6 of its length on.
/// Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 5.3 - 5.5.
class ColumnDependence {
 public:
  /// @param a          finite numbers
  /// @param tolerance  a column depends on others when no more than this is left across them
  ColumnDependence(const SparseColumns& a, double tolerance);
  ~ColumnDependence();
  ColumnDependence(const ColumnDependence&) = delete;
  ColumnDependence& operator=(const ColumnDependence&) = delete;

  int rank() const;
  /// The combinations x of columns with A x = 0: a basis, [columns of A] high.
  SparseColumns null_space() const;
  /// An x of least |A x - b|; b is [rows of A].
  std::vector<double> least_squares(std::span<const double> b) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Sums of rows that vanish, sum_i y_i a_i = 0.
struct VanishingSums {
  SparseColumns of_unit_rows;  ///< y_i times the size of row i, the largest about one
  std::vector<double> length;  ///< [row] its size: |a_i| where nothing else is given; 1 for rows of zeros

  int size() const { return of_unit_rows.size(); }
  /// y of one of them, [row].
  std::vector<double> weights(int sum) const;
  /// [row] whether it takes part in one of them.
  std::vector<bool> takes_part() const;
};

/// A component of a sum of unit rows below this is what rounding and the tolerance of the rank have left.
inline constexpr double takes_part_above = 1e-6;

/// Finds them all. Rows over their sizes are compared; one depends on others when 1e-7 or less of it is left, which is
/// far above rounding, yet so little that rows near a configuration where they become dependent are still told apart.
///
/// @param first, column, value  the matrix by rows, `cols` wide; columns ascend in a row
/// @param scale                 [cols] factors of the columns, which make their units equal; empty: ones
/// @param sizes                 [row] what rows are measured in, with these units; empty: their lengths
/// No sums where an element is not finite.
VanishingSums vanishing_sums(int cols, std::span<const int> first, std::span<const int> column,
                             std::span<const double> value, std::span<const double> scale = {},
                             std::span<const double> sizes = {});

}  // namespace alembert
