#include "alembert/workbench/run/run_identity.h"

#include <algorithm>
#include <cstring>

#include "alembert/core/hash.h"
#include "alembert/core/text.h"

namespace alembert {
namespace {

constexpr std::string_view file_word = "file ";
constexpr std::string_view start_word = "start";

const std::string* find(const RunIdentity& list, const std::string& name) {
  const auto it = std::ranges::find(list, name, &std::pair<std::string, std::string>::first);
  return it == list.end() ? nullptr : &it->second;
}

std::string changed(const std::string& name, const std::string* then, const std::string* now) {
  if (name.starts_with(file_word)) {
    const std::string file = "the file '" + name.substr(file_word.size()) + "'";
    if (then != nullptr && now != nullptr) return file + " has changed";
    return file + (now != nullptr ? " was not part of the model" : " is no longer part of the model");
  }
  if (name == start_word) return "the start (--q, --v) is another one";
  const auto shown = [](const std::string* value) { return value == nullptr || value->empty() ? "not given" : *value; };
  return name + " was " + shown(then) + " and is " + shown(now);
}

}  // namespace

RunIdentity identity_of(const std::vector<ReadScope::Entry>& files) {
  RunIdentity list;
  for (const ReadScope::Entry& file : files) {
    // Folders may move, and one name may stand for several files: the content of all of them counts.
    const std::string name = std::string(file_word) + file.path.filename().string();
    const auto same = std::ranges::find(list, name, &std::pair<std::string, std::string>::first);
    if (same == list.end())
      list.emplace_back(name, hex(file.hash));
    else
      same->second += " " + hex(file.hash);
  }
  return list;
}

std::string fingerprint(std::span<const double> numbers) {
  std::string bytes(numbers.size_bytes(), '\0');
  std::memcpy(bytes.data(), numbers.data(), numbers.size_bytes());
  Hash64 hash;
  hash.add(bytes);
  return hex(hash.value());
}

std::string difference(const RunIdentity& then, const RunIdentity& now) {
  std::vector<std::string> list;
  for (const auto& [name, value] : then) {
    const std::string* other = find(now, name);
    if (other == nullptr || *other != value) list.push_back(changed(name, &value, other));
  }
  for (const auto& [name, value] : now)
    if (find(then, name) == nullptr) list.push_back(changed(name, nullptr, &value));
  return join(list, "; ");
}

}  // namespace alembert
