#include "alembert/io/tables/json.h"
#include "alembert/report/block_parts.h"
#include "alembert/report/form_report.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {
namespace {

/// Rows of a matrix; a vector as a plain list.
Json rows_of(const std::vector<std::string>& entries, int columns, bool vector) {
  if (vector) return entries;
  return json_matrix<std::string>(entries, static_cast<std::size_t>(columns));
}

}  // namespace

std::string form_json(Graph& graph, const FormDerivation& d, Writing writing) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  const FormulaWriter writer = form_writer(d, writing);
  Json json;
  json["form"] = system.form;
  json["name"] = d.name;
  json["operations"] = {{"before", nullptr}, {"after", d.operations}};
  json["independent"] = d.independent;
  if (writer.names_parts()) json["definitions"] = writer.definitions_json();
  for (const NamedBlock<Expr>& block : system.blocks)
    json[block.name] = rows_of(writer.texts(block.value.a), block.value.cols, block.column_names.empty());
  json["matrix"] =
      json_matrix<std::string>(writer.texts(system.matrix.a), static_cast<std::size_t>(system.matrix.cols));
  json["right"] = writer.texts(system.right);
  json["unknowns"] = system.unknowns;
  json["equations"] = Json::array();
  for (int i = 0; i < system.matrix.rows; ++i) json["equations"].push_back(equation_text(system, i, writer));
  json["meanings"] = system.equations;
  json["blocks"] = blocks_json(system);
  json["places"] = Json::array();
  for (const BlockPlace& place : system.places)
    json["places"].push_back({{"block", place.text},
                              {"row", place.row},
                              {"column", place.col},
                              {"rows", place.rows},
                              {"columns", place.cols}});
  for (const FormDefinition& closing : d.closing)
    json["closing"].push_back({{"name", to_text(closing.symbol)}, {"value", writer.text(closing.value)}});
  if (d.values) {
    json["numbers"] = numbers_json(system, *d.values);
    json["start_changes"] = start_changes_json(d.values->start_changes);
  }
  for (const JointReactions& joint : d.reactions)
    for (std::size_t k = 0; k < joint.names.size(); ++k) {
      json["reactions"][joint.names[k]] = writer.text(joint.formulas[k]);
      if (!joint.values.empty()) json["numbers"]["reactions"][joint.names[k]] = joint.values[k];
    }
  json["notes"] = system.notes;
  return to_text(json);
}

}  // namespace alembert
