#include <algorithm>

#include "alembert/io/json.h"
#include "alembert/report/form_report.h"

namespace alembert {
namespace {

/// Rows of a matrix; a vector as a plain list.
template <class T>
Json rows_of(const std::vector<T>& entries, int columns, bool vector) {
  if (vector) return entries;
  return json_matrix<T>(entries, static_cast<std::size_t>(columns));
}

Json numbers_json(const FormDerivation& d) {
  const FormSystem<Expr>& system = d.system;
  Json json;
  for (std::size_t k = 0; k < system.blocks.size(); ++k) {
    const NamedBlock<Expr>& block = system.blocks[k];
    json[block.name] = rows_of(d.values->blocks[k], block.value.cols, block.column_names.empty());
  }
  json["matrix"] = json_matrix<double>(d.values->matrix, static_cast<std::size_t>(system.matrix.cols));
  json["right"] = d.values->right;
  json["solution"] = Json::object();
  for (std::size_t i = 0; i < system.unknowns.size(); ++i) json["solution"][system.unknowns[i]] = d.values->unknowns[i];
  json["unique"] = d.values->unique;
  return json;
}

}  // namespace

std::string form_json(Graph& graph, const FormDerivation& d, Writing writing) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  const FormulaWriter writer = form_writer(system, writing);
  Json json;
  json["form"] = system.form;
  json["name"] = d.name;
  json["operations"] = d.operations;
  json["independent"] = d.independent;
  if (writer.names_parts()) json["definitions"] = writer.definitions_json();
  Json about = Json::object();
  for (const NamedBlock<Expr>& block : system.blocks) {
    const bool vector = block.column_names.empty();
    json[block.name] = rows_of(writer.texts(block.value.a), block.value.cols, vector);
    Json& entry = about[block.name];
    entry["meaning"] = block.meaning;
    entry["rows"] = block.row_names;
    if (!vector) entry["columns"] = block.column_names;
    entry["nonzero"] = std::ranges::count_if(block.value.a, [](Expr e) { return !e.is_zero(); });
  }
  json["matrix"] =
      json_matrix<std::string>(writer.texts(system.matrix.a), static_cast<std::size_t>(system.matrix.cols));
  json["right"] = writer.texts(system.right);
  json["unknowns"] = system.unknowns;
  json["equations"] = Json::array();
  for (int i = 0; i < system.matrix.rows; ++i) json["equations"].push_back(equation_text(system, i, writer));
  json["meanings"] = system.equations;
  json["blocks"] = about;
  json["places"] = Json::array();
  for (const BlockPlace& place : system.places)
    json["places"].push_back({{"block", place.text},
                              {"row", place.row},
                              {"column", place.col},
                              {"rows", place.rows},
                              {"columns", place.cols}});
  json["notes"] = system.notes;
  if (d.values) json["numbers"] = numbers_json(d);
  return to_text(json);
}

}  // namespace alembert
