#include "alembert/workbench/report/report_equations.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace alembert {
namespace {

/// The order in which forms are derived: what the simulation uses first, then what costs little, then those that need
/// the velocity transformation, so that the budget goes to as many as possible.
constexpr std::array<std::string_view, 13> by_cost{
    "recursive", "lagrange",   "newton-euler", "augmented",           "separate",    "subsystem", "variational",
    "embedded",  "eliminated", "amalgamated",  "augmented-reactions", "state-space", "dalembert"};

bool speaks_of_bodies(std::string_view form) {
  return form != "recursive" && form != "lagrange" && form != "state-space";
}

class SheetMaker {
 public:
  SheetMaker(Workbench& workbench, const SheetOptions& options)
      : workbench_(workbench),
        options_(options),
        graph_(*workbench.model().graph),
        owners_(workbench.mechanism() != nullptr ? TermOwners(*workbench.mechanism())
                                                 : TermOwners(workbench.lagrangian())),
        left_(options.budget.nodes) {}

  EquationSheet make() {
    const GraphScope scope(graph_);
    EquationSheet sheet{owners_.coordinates(), owners_.bodies(), forms_by_name()};
    const auto wanted = [&](const SheetForm& form) {
      return options_.forms.empty() || std::ranges::find(options_.forms, form.form) != options_.forms.end();
    };
    std::erase_if(sheet.forms, [&](const SheetForm& form) { return !wanted(form); });
    std::size_t done = 0;
    for (const std::string_view name : by_cost) {
      const auto form = std::ranges::find(sheet.forms, name, &SheetForm::form);
      if (form == sheet.forms.end()) continue;
      make(*form);
      if (options_.progress) options_.progress(static_cast<double>(++done) / static_cast<double>(sheet.forms.size()));
    }
    return sheet;
  }

 private:
  const Mechanism* mechanism() const { return workbench_.mechanism(); }
  int bodies() const { return mechanism() == nullptr ? 0 : static_cast<int>(mechanism()->bodies.size()) - 1; }

  void make(SheetForm& form) {
    say_used(form);
    if (!fits(form.form)) {
      form.why_not = too_large(form.form);
      return;
    }
    const std::size_t before = graph_.size();
    try {
      const GraphAllowance allowance(graph_, form.used ? left_ : std::min(left_, options_.budget.form_nodes));
      if (form.form == "lagrange")
        fill(form, workbench_.derive(options_.request.numeric, options_.budget.multiplier_nodes), owners_);
      else
        fill(form, deriver().derive(form.form), owners_);
    } catch (const Error& error) {
      if (error.code() == Error::Code::unknown_name) throw;
      form.items.clear();
      form.notes.clear();
      form.why_not = reason(form.form, error);
    }
    left_ -= std::min(left_, graph_.size() - before);
  }

  void say_used(SheetForm& form) const {
    form.used = form.form == (mechanism() != nullptr ? "recursive" : "lagrange");
    if (!form.used) return;
    form.about += mechanism() != nullptr
                      ? " The simulation computes with this form, in numbers, by recursion from body to body."
                      : " The simulation computes with these formulas.";
  }

  bool fits(const std::string& form) const {
    if (static_cast<int>(workbench_.speeds().size()) > options_.budget.most_coordinates) return false;
    return !speaks_of_bodies(form) || bodies() <= options_.budget.most_bodies;
  }

  std::string too_large(const std::string& form) const {
    std::string size;
    if (mechanism() != nullptr)
      size = std::to_string(bodies()) + (mechanism()->planar ? " bodies in a plane, " : " bodies in space, ");
    return "too large to read: " + size + std::to_string(workbench_.speeds().size()) + " speeds; `alembert derive " +
           std::filesystem::path(workbench_.model().file).filename().string() + " --form " + form + "` tries";
  }

  /// Without what a user of the command line wants to know.
  std::string reason(const std::string& form, const Error& error) const {
    const bool limited = options_.budget.nodes < Graph::default_node_limit;
    if (error.code() == Error::Code::too_large && limited) return too_large(form);
    const std::string prefix = "--form " + form + ": ";
    return error.message().starts_with(prefix) ? error.message().substr(prefix.size()) : error.message();
  }

  FormDeriver& deriver() {
    if (deriver_) return *deriver_;
    FormRequest request = options_.request;
    request.at = workbench_.point("", "", 0.0);
    request.numbers = false;
    if (mechanism() != nullptr) return deriver_.emplace(workbench_.setup(), request);
    return deriver_.emplace(workbench_.lagrangian(), workbench_.equations(), request);
  }

  Workbench& workbench_;
  const SheetOptions& options_;
  Graph& graph_;
  TermOwners owners_;
  std::size_t left_;  ///< of the budget's nodes
  std::optional<FormDeriver> deriver_;
};

}  // namespace

SheetBudget report_budget(const Workbench& workbench) {
  const bool spatial = workbench.mechanism() != nullptr && !workbench.mechanism()->planar;
  SheetBudget budget;
  budget.most_coordinates = spatial ? 10 : 20;
  budget.most_bodies = spatial ? 6 : 12;
  budget.nodes = 40'000;
  budget.form_nodes = 25'000;
  budget.multiplier_nodes = 2'000;
  return budget;
}

EquationSheet equation_sheet(Workbench& workbench, const SheetOptions& options) {
  return SheetMaker(workbench, options).make();
}

}  // namespace alembert
