#include "alembert/workbench/tables/table_names.h"

#include "alembert/symbolic/curve.h"

namespace alembert {

TableNames::TableNames(const Description& model) {
  for (const Expr table : model.graph->curves()) tables_.emplace(curve_of(table)->name(), curve_function(table));
}

const OwnFunction* TableNames::function(std::string_view name) const {
  const auto it = tables_.find(name);
  return it == tables_.end() ? nullptr : &it->second;
}

std::vector<std::string> TableNames::functions() const {
  std::vector<std::string> names;
  for (const auto& [name, table] : tables_) names.push_back(name);
  return names;
}

}  // namespace alembert
