/// Formulas of one document as text or LaTeX, with names for parts of formulas that are too long to read.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "alembert/symbolic/print.h"

namespace alembert {

enum class Writing {
  readable,  ///< with named parts where a formula would take more than about a million characters, or all twenty
  in_full,   ///< whatever the length: up to print_limit a formula
};

/// Decides once for all formulas of a document. Where all of them are short nothing is named and each is written as
/// to_text() and to_latex() write it. Where one is long, parts that occur more than once, and formulas that are not
/// short by themselves, are called e1, e2, ... (another letter where the document has such names) and defined by
/// definitions(); what is written then is about as long as the graph is large. The graph must be current in every call.
class FormulaWriter {
 public:
  /// @param formulas  everything that will be written; what is not among them is written without new names
  /// @param taken     names, maybe with primes, that must not be used: those of unknowns; symbols are looked up
  FormulaWriter(std::vector<Expr> formulas, const std::vector<std::string>& taken, Writing writing);
  FormulaWriter(const FormulaWriter&) = delete;
  FormulaWriter& operator=(const FormulaWriter&) = delete;

  bool names_parts() const { return !parts_.empty(); }
  bool names(Expr e) const { return names_.contains(e.id()); }

  /// Error (too_large) beyond print_limit.
  std::string text(Expr e) const;
  std::string latex(Expr e) const;
  std::vector<std::string> texts(const std::vector<Expr>& list) const;
  /// factor * unknown, the factor by its name where it has one.
  std::string text(Expr factor, Expr unknown) const;
  std::string latex(Expr factor, Expr unknown) const;

  /// What the names mean, each in terms of earlier ones; empty where nothing is named.
  std::string definitions_text() const;             ///< lines "  e1 = sin(th)^2"
  std::string definitions_latex() const;            ///< display formulas
  nlohmann::ordered_json definitions_json() const;  ///< list of {name, value}

 private:
  NodeName shown_but(Expr itself) const;
  std::string print(std::string (*printer)(Expr, const NodeName&), Expr e) const;

  Writing writing_;
  std::vector<std::pair<std::string, Expr>> parts_;
  std::unordered_map<std::uint32_t, std::string> names_;  ///< [node]
  NodeName shown_;                                        ///< empty where nothing is named
};

}  // namespace alembert
