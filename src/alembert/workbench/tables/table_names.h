/// The tables of a model as functions in formulas that users give on the command line.
#pragma once
#include <map>
#include <string>

#include "alembert/model/description.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Names that know the model's tables. The model's graph must be the current one.
class TableNames : public Names {
 public:
  explicit TableNames(const Description& model);

  const OwnFunction* function(std::string_view name) const override;
  std::vector<std::string> functions() const override;

 private:
  std::map<std::string, OwnFunction, std::less<>> tables_;
};

}  // namespace alembert
