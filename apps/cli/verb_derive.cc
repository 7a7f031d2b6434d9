#include <algorithm>
#include <array>

#include "alembert/analysis/derivation/lagrange_form.h"
#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/report/base_derivation_report.h"
#include "alembert/report/constant_derivation_report.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/form_report.h"
#include "alembert/workbench/answers/given_values.h"
#include "alembert/workbench/report/report.h"
#include "alembert/workbench/report/report_equations.h"
#include "alembert/workbench/report/report_page.h"
#include "alembert/workbench/tables/unit_words.h"
#include "alembert/workbench/workbench.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

/// The names of a list, none of an empty one.
std::vector<std::string> parts_of(const std::string& list) {
  return trimmed(list).empty() ? std::vector<std::string>{} : split_list(list);
}

bool has(const std::vector<Workbench::Word>& words, const std::string& name) {
  return std::ranges::find(words, name, &Workbench::Word::name) != words.end();
}

/// "th=0.1,th'=2,t=1" over the model's start, moved onto the constraints: speeds are told from coordinates by their
/// names.
StartPoint point_at(Workbench& workbench, const std::string& text) {
  std::string q, v;
  const std::array<Workbench::Word, 1> time{{{"t", "s"}}};
  std::array<double, 1> t{0.0};
  for (const std::string& part : parts_of(text)) {
    const auto assignment = split_assignment(part);
    if (!assignment) throw Error(Error::Code::syntax, "--at: '" + part + "' is not NAME=VALUE");
    const std::string& name = assignment->first;
    if (name == "t") {
      change_by_list(workbench.model(), time, part, "--at", -1, t);
      continue;
    }
    std::vector<std::string> known{"t"};
    for (const Workbench::Word& word : workbench.coordinates()) known.push_back(word.name);
    for (const Workbench::Word& word : workbench.speeds()) known.push_back(word.name);
    if (std::ranges::find(known, name) == known.end())
      throw Error(Error::Code::unknown_name, "--at: there is no coordinate or speed '" + name + "'", {},
                  did_you_mean(name, known));
    std::string& list = has(workbench.speeds(), name) ? v : q;
    list += (list.empty() ? "" : ",") + part;
  }
  return workbench.point(q, v, t[0], !text.empty());
}

FormRequest form_request(const Arguments& args) {
  FormRequest request;
  request.form = args.form.value_or("lagrange");
  request.cut = parts_of(args.cut);
  request.about = args.about;
  request.independent = parts_of(args.independent);
  request.numeric = args.numeric;
  return request;
}

/// Says which state numbers belong to, and what the constraints moved of it.
void tell_state(const Workbench& workbench, const StartPoint& at, FormValues& numbers) {
  print_start_changes(workbench, at.changes);
  numbers.unit = UnitWords(workbench);
  numbers.start_changes = at.changes;
  numbers.state.emplace_back("t", at.t);
  for (std::size_t i = 0; i < at.q.size(); ++i) numbers.state.emplace_back(workbench.coordinates()[i].name, at.q[i]);
  for (std::size_t i = 0; i < at.v.size(); ++i) numbers.state.emplace_back(workbench.speeds()[i].name, at.v[i]);
}

FormDerivation derive_form(Workbench& workbench, const Arguments& args) {
  FormRequest request = form_request(args);
  request.numbers = args.at.has_value();
  const StartPoint at = point_at(workbench, args.at.value_or(""));
  request.at = at;
  FormDerivation result = workbench.mechanism() != nullptr
                              ? alembert::derive_form(workbench.setup(), request)
                              : alembert::derive_form(workbench.lagrangian(), workbench.equations(), request);
  if (result.values) tell_state(workbench, at, *result.values);
  return result;
}

/// Options that belong to one form are refused with another, so that nobody believes they had an effect. A page of all
/// forms has those that they belong to.
void check_options(const Arguments& args, bool page) {
  const std::string form = args.form.value_or(page ? "" : "lagrange");
  const bool all = form.empty();
  const auto only = [&](const std::string& value, const char* option, bool fits, const char* forms) {
    if (!value.empty() && !fits)
      throw Error(Error::Code::bad_value, std::string(option) + " means nothing to --form " + form, {},
                  std::string("it belongs to ") + forms);
  };
  only(args.cut, "--cut", all || form == "subsystem", "--form subsystem");
  only(args.about, "--about", all || form == "dalembert", "--form dalembert");
  only(args.independent, "--independent", all || form != "lagrange", "the forms other than lagrange");
  if ((args.base_parameters || args.constants) && form != "lagrange")
    throw Error(Error::Code::bad_value, "--base-parameters and --constants belong to --form lagrange");
  if ((args.base_parameters || args.constants) && args.at)
    throw Error(Error::Code::bad_value, "--at does not go with --base-parameters and --constants", {},
                "derive without them gives the numbers of the equations at a state; these list their constants");
  if (page && (args.at || args.base_parameters || args.constants || args.written_out))
    throw Error(Error::Code::bad_value,
                "--at, --base-parameters, --constants and --written-out do not go with --format html", {},
                "text, latex and json know them");
}

void check_form(const Arguments& args) {
  if (!args.form) return;
  std::vector<std::string> forms = form_names();
  forms.insert(forms.begin(), "lagrange");
  if (std::ranges::find(forms, *args.form) == forms.end())
    throw Error(Error::Code::unknown_name, "--form " + *args.form + " is not a form of the equations", {},
                did_you_mean(*args.form, forms));
}

std::string page(Workbench& workbench, const Arguments& args) {
  SheetOptions options;
  options.request = form_request(args);
  if (args.form) options.forms = {*args.form};
  ProgressBar bar;
  options.progress = [&](double share) {
    if (!bar.update(share)) throw Error(Error::Code::too_large, "stopped before all forms were derived");
  };
  const EquationSheet sheet = equation_sheet(workbench, options);
  bar.finish();
  if (args.form && !sheet.forms[0].why_not.empty())
    throw Error(Error::Code::unsupported, "--form " + *args.form + ": " + sheet.forms[0].why_not);
  return make_equation_page(workbench, sheet, args.command);
}

std::string written(Workbench& workbench, const Arguments& args, const std::string& format) {
  const ProgressLine line;
  const auto choose = [&](auto text, auto latex, auto json) {
    return format == "text" ? text : format == "latex" ? latex : json;
  };
  const Writing writing = args.written_out ? Writing::in_full : Writing::readable;
  if (args.form.value_or("lagrange") != "lagrange") {
    const auto write = choose(form_text, form_latex, form_json);
    return write(*workbench.model().graph, derive_form(workbench, args), writing);
  }
  if (args.base_parameters) {
    const auto write = choose(base_derivation_text, base_derivation_latex, base_derivation_json);
    return write(workbench.derive_in_base_parameters(args.numeric), writing);
  }
  if (args.constants) {
    const auto write = choose(constant_derivation_text, constant_derivation_latex, constant_derivation_json);
    return write(*workbench.model().graph, workbench.derive_with_constants());
  }
  const auto write = choose(derivation_text, derivation_latex, derivation_json);
  const Derivation derivation = workbench.derive(args.numeric);
  if (!args.at) return write(workbench.lagrangian(), derivation, writing, nullptr);
  const StartPoint at = point_at(workbench, *args.at);
  FormValues numbers = workbench.mechanism() != nullptr ? lagrange_values(workbench.setup(), derivation, at)
                                                        : lagrange_values(workbench.lagrangian(), derivation, at);
  tell_state(workbench, at, numbers);
  return write(workbench.lagrangian(), derivation, writing, &numbers);
}

}  // namespace

int derive_verb(const Arguments& args) {
  const std::string format = args.json ? "json" : args.format;
  check_format(format, {"text", "latex", "json", "html"});
  check_form(args);
  check_options(args, format == "html");
  if (format == "html") require_page();
  const ReadScope read;
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  print_warnings(workbench.model(), workbench.friction_left_out());
  read.refuse_to_replace(args.file);
  print(format == "html" ? page(workbench, args) : written(workbench, args, format), args.file);
  return 0;
}

}  // namespace alembert::cli
