#include "alembert/io/urdf/urdf_names.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "alembert/core/text.h"
#include "alembert/io/formulas/names_in_model.h"
#include "alembert/model/joint_type.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// The name without the characters that mark something in formulas: quotes and brackets.
std::string without_marks(std::string name) {
  for (char& c : name)
    if (is_control(c) || c == '\'' || c == '`' || c == '"' || c == '[' || c == ']') c = '_';
  return name;
}

/// What a joint called `name` takes from the space of names: its own, and those of its coordinates and speeds.
std::vector<std::string> words_of(const std::string& name, JointType type) {
  std::vector<std::string> words{name};
  const JointWords& has = joint_words(type, false, false);
  for (const JointWord& word : has.coordinates) words.push_back(coordinate_name(name, word));
  for (const JointWord& word : has.speeds) words.push_back(speed_name(name, word, has));
  return words;
}

class Namer {
 public:
  explicit Namer(const std::string& prefix) : prefix_(prefix) {}

  std::string link(const UrdfLink& link) {
    std::string name = free_name(link.name, [&](const std::string& n) { return !links_.contains(n); });
    links_.insert(name);
    remember("link ", link.name, name, link.at);
    return name;
  }

  std::string joint(const UrdfJoint& joint) {
    std::string name = free_name(joint.name, [&](const std::string& n) {
      return std::ranges::none_of(words_of(n, joint.type), [&](const std::string& w) { return joints_.contains(w); });
    });
    for (std::string& word : words_of(name, joint.type)) joints_.insert(std::move(word));
    remember("joint ", joint.name, name, joint.at);
    return name;
  }

  /// A joint's coordinates and a body's points are words of the same formulas.
  std::string base() const {
    const auto is_free = [&](const std::string& n) { return !links_.contains(n) && !joints_.contains(n); };
    if (is_free(prefix_ + "base")) return prefix_ + "base";
    return free_name("root_joint", is_free, 2);
  }

  void tell(UrdfRemarks& remarks) const {
    if (!renamed_.empty())
      remarks.warn("formulas, coordinates and columns have other names for " + join(renamed_, ", "), first_);
  }

 private:
  template <class IsFree>
  std::string free_name(const std::string& written, const IsFree& is_free, int number = 1) const {
    const std::string wanted = prefix_ + without_marks(written);
    std::string name = wanted;
    for (; is_language_word(name) || !is_free(name); ++number) name = wanted + "_" + std::to_string(number);
    return name;
  }

  void remember(const char* what, const std::string& written, const std::string& name, const Source& at) {
    constexpr std::size_t most = 10;
    if (name == prefix_ + written) return;
    if (renamed_.empty()) first_ = at;
    if (renamed_.size() < most)
      renamed_.push_back(what + shown(written) + " (" + written_name(name) + ")");
    else if (renamed_.size() == most)
      renamed_.emplace_back("and more");
  }

  std::string prefix_;
  std::unordered_set<std::string> links_, joints_;
  std::vector<std::string> renamed_;
  Source first_;
};

/// Those that keep their names come first, so that "t_1" of the file stays itself beside a "t".
template <class Named, class Name>
std::vector<std::string> name_all(const std::vector<Named>& list, const Name& name) {
  const auto changes = [](const Named& n) { return is_language_word(n.name) || without_marks(n.name) != n.name; };
  std::vector<std::string> names(list.size());
  for (const bool second : {false, true})
    for (std::size_t i = 0; i < list.size(); ++i)
      if (changes(list[i]) == second) names[i] = name(list[i]);
  return names;
}

}  // namespace

UrdfNames names_in_formulas(const UrdfFile& file, const std::string& prefix, UrdfRemarks& remarks) {
  Namer namer(prefix);
  UrdfNames names;
  names.links = name_all(file.links, [&](const UrdfLink& link) { return namer.link(link); });
  names.joints = name_all(file.joints, [&](const UrdfJoint& joint) { return namer.joint(joint); });
  names.base = namer.base();
  namer.tell(remarks);
  return names;
}

}  // namespace alembert
