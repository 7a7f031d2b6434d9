#include "alembert/io/urdf/urdf_remarks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// Elements that URDF files have for other purposes: pictures, contacts, motors, simulators.
constexpr std::array<std::string_view, 13> for_others{
    "visual", "collision", "material", "transmission", "gazebo",       "safety_controller",      "calibration",
    "sensor", "contact",   "verbose",  "frame",        "ros2_control", "self_collision_checking"};

constexpr std::size_t most_kinds = 30;  ///< and warnings, that are listed; files that are not robots may have very many

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// "<word>", cut when long.
std::string tag(std::string_view word) {
  std::string text = shown(word);
  text.front() = '<';
  text.back() = '>';
  return text;
}

}  // namespace

void UrdfRemarks::Kinds::count(const std::string& what, const Source& at, std::string_view word,
                               std::initializer_list<std::string_view> meant) {
  if (list.size() == most_kinds && !index.contains(what)) {
    more = true;
    return;
  }
  const auto [it, is_new] = index.try_emplace(what, list.size());
  if (is_new) list.push_back({what, 0, at, nearest_word(word, std::vector<std::string>(meant.begin(), meant.end()))});
  ++list[it->second].count;
}

std::string UrdfRemarks::Kinds::text(bool with_place) const {
  std::vector<std::string> items;
  for (const Count& c : list) {
    std::string item = c.what + " (" + std::to_string(c.count);
    if (with_place) item += std::string(c.count > 1 ? ", first in" : ", in") + " line " + std::to_string(c.first.line);
    if (!c.near.empty()) item += "; did you mean '" + c.near + "'?";
    items.push_back(item + ")");
  }
  if (more) items.emplace_back("and more");
  return join(items, ", ");
}

void UrdfRemarks::look(const XmlElement& element, std::initializer_list<std::string_view> used_attributes,
                       std::initializer_list<std::string_view> used_children) {
  for (const XmlAttribute& a : element.attributes) {
    const bool namespaces = a.name == "xmlns" || a.name.starts_with("xmlns:");
    if (namespaces || holds(used_attributes, a.name)) continue;
    const Source at{*element.file, a.place.line, a.place.column};
    unknown_.count("attribute " + shown(a.name) + " of " + tag(element.name), at, a.name, used_attributes);
  }
  for (const XmlElement& child : element.children) {
    if (holds(used_children, child.name)) continue;
    if (holds(for_others, child.name))
      known_.count(child.name, child.at(), {}, {});
    else
      unknown_.count(tag(child.name) + " in " + tag(element.name), child.at(), child.name, used_children);
  }
}

void UrdfRemarks::note(const std::string& what, const XmlElement& element) { known_.count(what, element.at(), {}, {}); }

void UrdfRemarks::warn(std::string message, Source at) {
  if (warnings_.size() < most_kinds)
    warnings_.push_back({std::move(message), std::move(at)});
  else
    ++untold_;
}

std::vector<Warning> UrdfRemarks::warnings() const {
  std::vector<Warning> result = warnings_;
  if (untold_ > 0) result.push_back({std::to_string(untold_) + " more warnings are left out", warnings_.back().at});
  if (known_.list.empty() && unknown_.list.empty()) return result;
  std::string message = known_.list.empty() ? "" : "not used: " + known_.text(false);
  if (!unknown_.list.empty())
    message += (message.empty() ? "" : "; ") + ("unknown and not used: " + unknown_.text(true));
  result.push_back({message, unknown_.list.empty() ? known_.list.front().first : unknown_.list.front().first});
  return result;
}

}  // namespace alembert
