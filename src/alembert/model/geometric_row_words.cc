#include "alembert/model/geometric_row_words.h"

namespace alembert {
namespace {

struct Words {
  bool planar = false;

  std::vector<RowWord> operator()(const Constraint& /*formula*/) const { return {}; }
  std::vector<RowWord> operator()(const NoSlip& /*c*/) const { return {{"", false}}; }
  std::vector<RowWord> operator()(const Distance& /*c*/) const { return {{"", true}}; }
  std::vector<RowWord> operator()(const InPlane& /*c*/) const { return {{"", true}}; }
  std::vector<RowWord> operator()(const InLine& /*c*/) const {
    if (planar) return {{"", true}};
    return {{"tx", true}, {"ty", true}};
  }
  std::vector<RowWord> operator()(const Rack& c) const {
    if (!c.normal) return {{"", true}};
    return {{"forward", true}, {"normal", true}};
  }
  std::vector<RowWord> operator()(const Rolling& c) const {
    const RollingRows rows(c, planar);
    std::vector<RowWord> words;
    if (rows.normal) words.push_back({"normal", true});
    if (rows.forward) words.push_back({"forward", false});
    if (rows.sideways) words.push_back({"sideways", false});
    if (words.size() == 1) words[0].suffix.clear();
    return words;
  }
};

}  // namespace

std::vector<RowWord> geometric_row_words(const MechanismConstraint& constraint, bool planar) {
  return std::visit(Words{planar}, constraint);
}

}  // namespace alembert
