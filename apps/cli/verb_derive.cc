#include <algorithm>
#include <array>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/report/base_derivation_report.h"
#include "alembert/report/constant_derivation_report.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/form_report.h"
#include "alembert/workbench/given_values.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

/// The parts of "a,b" without blanks around them; commas in parentheses do not separate.
std::vector<std::string> parts_of(const std::string& list) {
  if (trimmed(list).empty()) return {};
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = std::string(trimmed(part));
  return parts;
}

bool has(const std::vector<Workbench::Word>& words, const std::string& name) {
  return std::ranges::find(words, name, &Workbench::Word::name) != words.end();
}

/// "th=0.1,th'=2,t=1" over the model's start, moved onto the constraints: speeds are told from coordinates by their
/// names.
Point point_at(Workbench& workbench, const std::string& text) {
  std::string q, v;
  std::array<double, 1> t{0.0};
  for (const std::string& part : parts_of(text)) {
    const std::string name(trimmed(part.substr(0, part.find('='))));
    if (part.find('=') == std::string::npos) throw Error(Error::Code::syntax, "--at: '" + part + "' is not NAME=VALUE");
    if (name == "t") {
      const std::array<std::string, 1> names{name};
      change_by_list(workbench.model(), names, part, "--at", -1, t);
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

FormDerivation derive_form(Workbench& workbench, const Arguments& args) {
  FormRequest request;
  request.form = args.form;
  request.cut = parts_of(args.cut);
  request.about = args.about;
  request.independent = parts_of(args.independent);
  request.numeric = args.numeric;
  request.numbers = args.at.has_value();
  request.at = point_at(workbench, args.at.value_or(""));
  if (workbench.mechanism() != nullptr) return alembert::derive_form(workbench.setup(), request);
  return alembert::derive_form(workbench.lagrangian(), workbench.equations(), request);
}

/// Options that belong to one form are refused with another, so that nobody believes they had an effect.
void check_options(const Arguments& args) {
  const auto only = [&](const std::string& value, const char* option, bool fits, const char* forms) {
    if (!value.empty() && !fits)
      throw Error(Error::Code::bad_value, std::string(option) + " means nothing to --form " + args.form, {},
                  std::string("it belongs to ") + forms);
  };
  only(args.cut, "--cut", args.form == "subsystem", "--form subsystem");
  only(args.about, "--about", args.form == "dalembert", "--form dalembert");
  only(args.independent, "--independent", args.form != "lagrange", "the forms other than lagrange");
  only(args.at.value_or(""), "--at", args.form != "lagrange", "the forms other than lagrange; see evaluate");
  if ((args.base_parameters || args.constants) && args.form != "lagrange")
    throw Error(Error::Code::bad_value, "--base-parameters and --constants belong to --form lagrange");
}

void check_form(const std::string& form) {
  std::vector<std::string> forms = form_names();
  forms.insert(forms.begin(), "lagrange");
  if (std::ranges::find(forms, form) == forms.end())
    throw Error(Error::Code::unknown_name, "--form " + form + " is not a form of the equations", {},
                did_you_mean(form, forms));
}

}  // namespace

int derive_verb(const Arguments& args) {
  check_form(args.form);
  check_options(args);
  const std::string format = args.json ? "json" : args.format;
  const std::vector<std::string> formats{"text", "latex", "json"};
  if (std::ranges::find(formats, format) == formats.end())
    throw Error(Error::Code::unknown_name, "--format " + format + " is not known", {}, did_you_mean(format, formats));
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const auto choose = [&](auto text, auto latex, auto json) {
    return format == "text" ? text : format == "latex" ? latex : json;
  };
  if (args.form != "lagrange") {
    const auto write = choose(form_text, form_latex, form_json);
    const FormDerivation derivation = derive_form(workbench, args);
    print(write(*workbench.model().graph, derivation));
  } else if (args.base_parameters) {
    const auto write = choose(base_derivation_text, base_derivation_latex, base_derivation_json);
    print(write(workbench.derive_in_base_parameters(args.numeric)));
  } else if (args.constants) {
    const auto write = choose(constant_derivation_text, constant_derivation_latex, constant_derivation_json);
    print(write(*workbench.model().graph, workbench.derive_with_constants()));
  } else {
    const auto write = choose(derivation_text, derivation_latex, derivation_json);
    const Derivation derivation = workbench.derive(args.numeric);
    print(write(workbench.lagrangian(), derivation));
  }
  return 0;
}

}  // namespace alembert::cli
