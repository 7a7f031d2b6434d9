/// Taking values out of the objects of .adm and .acf files, and notes about what is not taken. Internal to io/.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"
#include "alembert/model/description.h"

namespace alembert {

/// Keys that were not used and names that were changed: one warning for each kind.
class AdmNotes {
 public:
  void unused(const std::string& key, const Source& at);
  void renamed(const std::string& from, const std::string& to, const Source& at);
  std::vector<Warning> warnings() const;

 private:
  struct Count {
    int count = 0;
    Source first;
  };
  std::map<std::string, Count> unused_;
  std::vector<std::string> renamed_;  ///< the first few
  int renamed_count_ = 0;
  Source first_renamed_;
};

/// An object with the keys that it may have. A key that is a slip of one of them is an error; others are noted.
class AdmTable {
 public:
  /// `table` must be an object and outlive this; `path` names it in errors, "bodies[0]".
  AdmTable(const Value& table, std::string path, std::initializer_list<std::string_view> keys, AdmNotes& notes);

  const Value* find(std::string_view key) const;  ///< null when the key is not there
  /// Throws Error (bad_value) with the hint when the key is not there.
  const Value& need(std::string_view key, const std::string& hint) const;
  /// The text behind a key that must be there.
  const std::string& text(std::string_view key, const std::string& hint) const;
  /// The index of the text behind `key` in `words`; Error (unknown_name) with "did you mean".
  std::size_t word(std::string_view key, const std::vector<std::string>& words) const;

  std::string path(std::string_view key) const;
  const Value& table() const { return table_; }

 private:
  const Value& table_;
  std::string path_;
};

/// What is written behind "name", without blanks at its ends; empty when there is none.
std::string adm_name(const Value& table);

/// Different names for parts of one kind.
class AdmNames {
 public:
  explicit AdmNames(AdmNotes& notes) : notes_(notes) {}

  /// `wanted`, or `fallback` where that is empty. Characters with a meaning in formulas become _, and a name that is
  /// reserved or taken gets a number; changes of what is wanted are noted.
  std::string take(const std::string& wanted, const std::string& fallback, const Source& at);

 private:
  AdmNotes& notes_;
  std::map<std::string, int, std::less<>> taken_;  ///< with the last number tried
};

/// The objects of a list, or a single object in place of a list; empty objects are left out.
/// Throws Error (bad_value) for anything else. Absent: none.
struct AdmItem {
  const Value* value;
  std::string path;  ///< "bodies[0]"
  int number;        ///< counted from 1
};
std::vector<AdmItem> adm_items(const Value& document, std::string_view key);

}  // namespace alembert
