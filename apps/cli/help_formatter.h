/// How `--help` looks: options in groups, those that all verbs have last, wrapped to 100 columns. Included by
/// arguments.cc alone.
#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace alembert::cli {

constexpr const char* model_group = "Model";
constexpr const char* results_group = "Results";
constexpr const char* help_group = "Help";

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const override {
    const bool has_verbs = !app->get_subcommands({}).empty();
    std::string text = app->get_description() + "\nUsage: " + name + (has_verbs ? " VERB MODEL" : "");
    const std::vector<const CLI::Option*> positionals =
        app->get_options([](const CLI::Option* option) { return option->get_positional(); });
    for (const CLI::Option* option : positionals) text += " " + option->get_name(true, false);
    text += " [options]\n";
    if (!positionals.empty()) text += "\n";
    for (const CLI::Option* option : positionals)
      text += entry(option->get_name(true, false), option->get_description());
    if (has_verbs) text += "\nVerbs:\n";
    for (const CLI::App* verb : app->get_subcommands({})) text += entry(verb->get_name(), verb->get_description());
    for (const std::string& group : groups(*app)) text += group_text(*app, group);
    return text + "\n" + app->get_footer() + "\n";
  }

 private:
  static constexpr std::size_t left = 28, width = 100;

  /// Those of the verb first, in the order in which they are made.
  static std::vector<std::string> groups(const CLI::App& app) {
    constexpr std::array<std::string_view, 3> last{model_group, results_group, help_group};
    std::vector<std::string> all = app.get_groups();
    std::erase_if(
        all, [&](const std::string& group) { return group.empty() || std::ranges::find(last, group) != last.end(); });
    all.insert(all.end(), last.begin(), last.end());
    return all;
  }

  static std::string group_text(const CLI::App& app, const std::string& group) {
    const std::vector<const CLI::Option*> options = app.get_options(
        [&](const CLI::Option* option) { return option->nonpositional() && option->get_group() == group; });
    std::string text = options.empty() ? "" : "\n" + group + ":\n";
    for (const CLI::Option* option : options) {
      std::string name = CLI::detail::find_and_replace(option->get_name(false, true), ",", ", ");
      if (option->get_type_size() != 0) name += " " + option->get_type_name();
      text += entry(name, option->get_description() + (option->get_required() ? " (needed)" : ""));
    }
    return text;
  }

  /// A name on the left and what it is on the right, on a line of its own where the name is long.
  static std::string entry(const std::string& name, const std::string& what) {
    std::string text, line = "  " + name;
    line += std::string(line.size() < left ? left - line.size() : 1, ' ');
    if (line.size() > left) {
      text = line.substr(0, line.size() - 1) + "\n";
      line = std::string(left, ' ');
    }
    bool is_first = true;
    for (const std::string& word : CLI::detail::split(what, ' ')) {
      if (!is_first && line.size() + 1 + word.size() > width) {
        text += line + "\n";
        line = std::string(left, ' ');
        is_first = true;
      }
      line += (is_first ? "" : " ") + word;
      is_first = false;
    }
    return text + line + "\n";
  }
};

}  // namespace alembert::cli
