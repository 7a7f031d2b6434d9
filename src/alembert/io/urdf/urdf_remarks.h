/// What is to be said of a URDF file that can be read: what it holds and the reader does not use, and what is odd in
/// it.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/urdf/xml_document.h"
#include "alembert/model/description.h"

namespace alembert {

/// Counts elements and attributes that are left out, to say so in one warning, and collects other warnings.
class UrdfRemarks {
 public:
  /// Counts everything directly in `element` that the reader does not use: children other than `used_children`,
  /// attributes other than `used_attributes`. Words that URDF does not have are told apart from those it does.
  void look(const XmlElement& element, std::initializer_list<std::string_view> used_attributes,
            std::initializer_list<std::string_view> used_children = {});

  /// Counts something that has a meaning in URDF but not here, such as the limits of a continuous joint.
  void note(const std::string& what, const XmlElement& element);

  /// Adds a warning of its own.
  void warn(std::string message, Source at);

  /// Those of warn() in their order, the first 30; then what was left out, where anything was:
  /// "not used: visual (12), collision (12); unknown: <inertail> in <link> (1, first in line 14; did you mean
  /// 'inertial'?)".
  std::vector<Warning> warnings() const;

 private:
  struct Count {
    std::string what;
    int count = 0;
    Source first;
    std::string near;  ///< a word that it may be meant for
  };
  /// The kinds of things that were left out, in the order of their first occurrence.
  struct Kinds {
    std::vector<Count> list;
    std::map<std::string, std::size_t> index;
    bool more = false;  ///< than the list takes

    /// `word` may be a slip for one of `meant`.
    void count(const std::string& what, const Source& at, std::string_view word,
               std::initializer_list<std::string_view> meant);
    std::string text(bool with_place) const;
  };

  Kinds known_, unknown_;
  std::vector<Warning> warnings_;
  int untold_ = 0;  ///< warnings beyond those
};

}  // namespace alembert
