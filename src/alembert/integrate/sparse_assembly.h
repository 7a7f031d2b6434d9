/// A square sparse matrix that is filled again and again with the same pattern.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace alembert {

/// By columns, rows ascending in each. The first round of begin(), add() ..., end() finds the pattern; later rounds
/// must add the same places in the same order. Places may repeat: their values add up.
class SparseAssembly {
 public:
  explicit SparseAssembly(int n) : n_(n) {}

  void begin() {
    std::ranges::fill(value_, 0.0);
    next_ = 0;
  }
  void add(int row, int column, double value) {
    if (known_)
      value_[slot_[next_++]] += value;
    else
      found_.push_back({column, row, value});
  }
  void end() {
    if (!known_) find_pattern();
  }

  const std::vector<std::int64_t>& first() const { return first_; }  ///< [n + 1]
  const std::vector<std::int64_t>& row() const { return row_; }
  const std::vector<double>& value() const { return value_; }

 private:
  struct Element {
    int column, row;
    double value;
    bool same_place(const Element& other) const { return column == other.column && row == other.row; }
  };

  void find_pattern() {
    std::vector<std::size_t> order(found_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t k) { return std::pair(found_[k].column, found_[k].row); });
    slot_.resize(found_.size());
    first_.assign(static_cast<std::size_t>(n_) + 1, 0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Element& element = found_[order[k]];
      if (k == 0 || !element.same_place(found_[order[k - 1]])) {
        row_.push_back(element.row);
        value_.push_back(0.0);
        ++first_[static_cast<std::size_t>(element.column) + 1];
      }
      slot_[order[k]] = value_.size() - 1;
      value_.back() += element.value;
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    found_ = {};
    known_ = true;
  }

  int n_;
  bool known_ = false;
  std::vector<Element> found_;
  std::vector<std::size_t> slot_;  ///< [call of add()] in value_
  std::size_t next_ = 0;
  std::vector<std::int64_t> first_, row_;
  std::vector<double> value_;
};

}  // namespace alembert
