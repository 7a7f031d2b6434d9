#include "alembert/report/named_parts.h"

#include <algorithm>
#include <unordered_set>

#include "alembert/core/text.h"

namespace alembert {
namespace {

void add_words(const std::string& text, std::unordered_set<std::string>& words) {
  std::string word;
  for (const char c : text + " ") {
    if (is_letter(c) || is_digit(c) || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, Expr>> NamedParts::used_in(const std::string& text) const {
  std::unordered_set<std::string> words;
  add_words(text, words);
  std::vector<std::pair<std::string, Expr>> used;
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    if (!words.contains(part->first)) continue;
    add_words(to_text(part->second, but(part->second)), words);
    used.push_back(*part);
  }
  std::ranges::reverse(used);
  return used;
}

}  // namespace alembert
