/// The words of a model file: keys, strings, numbers, lists.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "alembert/model/mechanism.h"

namespace alembert {

/// A key as TOML takes it: bare where it may be, otherwise in quotes.
std::string toml_key(std::string_view key);
/// A text in quotes, on one line.
std::string toml_string(std::string_view text);
/// The decimal that spells a number exactly, "0.25" or "1.5e-9"; empty when it has none, or none that TOML takes.
std::string toml_decimal(const Rational& number);
/// "[a, b]"
std::string toml_list(const std::vector<std::string>& items);
/// "{ a = 1, b = 2 }"; the keys are made safe here.
std::string toml_table(const std::vector<std::pair<std::string, std::string>>& entries);

inline bool same(const Vec3<Expr>& a, const Vec3<Expr>& b) {
  return identical(a.x, b.x) && identical(a.y, b.y) && identical(a.z, b.z);
}

/// Numbers and formulas of one mechanism as values of a model file.
class MechanismWords {
 public:
  /// The model must outlive this; its graph must be the current one.
  explicit MechanismWords(const Mechanism& model);

  /// A decimal, or an expression in quotes.
  std::string value(Expr formula) const;
  /// Two components in planar models, three in others.
  std::string vector(const Vec3<Expr>& v) const;
  /// "{ rpy = [...] }" and its siblings; "" for no rotation.
  std::string rotation(const Orientation& R) const;
  /// "["body", [x, y]]"
  std::string point(const PointOn& p) const;
  std::string body(int index) const;  ///< its name in quotes

  const Mechanism& model() const { return model_; }

 private:
  const Mechanism& model_;
  std::unordered_map<std::uint32_t, std::string> rates_;  ///< [symbol] words such as rod.tip.vx for rates of points
};

/// The lines of a file, with a blank line before each heading.
class TomlLines {
 public:
  void comment(std::string_view text);
  /// "[section]", or "[section.name]".
  void heading(std::string_view section);
  void heading(std::string_view section, std::string_view name);
  /// "key = value"; nothing when the value is "".
  void entry(std::string_view key, const std::string& value);
  /// "key.name = value"
  void entry(std::string_view key, std::string_view name, const std::string& value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace alembert
