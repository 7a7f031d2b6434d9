#include "alembert/workbench/run/run_checkpoint.h"

#include <charconv>
#include <cstdint>
#include <span>
#include <type_traits>

#include "alembert/core/error.h"
#include "alembert/core/hash.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/workbench/run/stopped_folder.h"

namespace alembert {
namespace {

constexpr const char* format_name = "alembert checkpoint 1";
constexpr std::size_t largest_summary = std::size_t{1} << 30U;

/// Any number as the shortest text that reads back exactly; JSON itself has no infinities.
template <class T>
Json to_json(const T& value) {
  if constexpr (std::is_same_v<T, double>)
    return shortest(value);
  else
    return std::to_string(value);
}

Json list_json(std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(shortest(value));
  return list;
}

template <class T>
void from_json(const Json& json, T& value) {
  const auto& text = json.get_ref<const std::string&>();
  std::conditional_t<std::is_same_v<T, bool>, int, T> number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) throw std::invalid_argument("not a number");
  value = static_cast<T>(number);
}

std::vector<double> list_from(const Json& json) {
  std::vector<double> values(json.size());
  for (std::size_t i = 0; i < values.size(); ++i) from_json(json.at(i), values[i]);
  return values;
}

RunIdentity identity_from(const Json& json) {
  RunIdentity identity;
  for (const auto& [name, value] : json.items()) identity.emplace_back(name, value.get<std::string>());
  return identity;
}

std::string checksum(const Json& json) {
  Hash64 hash;
  hash.add(to_text(json));
  return hex(hash.value());
}

/// Calls f(name, part) for the parts of a checkpoint that are single numbers or lists.
template <class C, class F>
void each_part(C& c, F&& f) {
  f("t", c.simulation.t);
  f("y", c.simulation.y);
  f("method", c.simulation.method);
  f("system", c.simulation.system);
  f("motion", c.simulation.motion);
  f("signs", c.simulation.signs);
  f("rows_apart", c.simulation.most_rows[0]);
  f("rows_in_sight", c.simulation.most_rows[1]);
  f("stall_time", c.simulation.stall_time);
  f("stall_tried", c.simulation.stall_tried);
  f("steps", c.simulation.counts.steps);
  f("rejected", c.simulation.counts.rejected);
  f("evaluations", c.simulation.counts.evaluations);
  f("jacobians", c.simulation.counts.jacobians);
  f("next_row", c.simulation.next_row);
  f("bytes", c.stream.bytes);
  f("hash", c.stream.hash);
  f("limits", c.limits);
  f("wall_seconds", c.wall_seconds);
}

RunCheckpoint read_json(Json json) {
  const std::string sum = json.at("checksum").get<std::string>();
  json.erase("checksum");
  if (checksum(json) != sum) throw std::invalid_argument("the checksum differs");
  RunCheckpoint c;
  c.identity = identity_from(json.at("run"));
  each_part(c, [&](const char* name, auto& part) {
    if constexpr (std::is_same_v<decltype(part), std::vector<double>&>)
      part = list_from(json.at(name));
    else
      from_json(json.at(name), part);
  });
  Account::each(c.simulation.account,
                [&](const char* name, auto& number) { from_json(json.at("account").at(name), number); });
  return c;
}

}  // namespace

std::string checkpoint_text(const RunCheckpoint& checkpoint) {
  Json json;
  json["format"] = format_name;
  for (const auto& [name, value] : checkpoint.identity) json["run"][name] = value;
  each_part(checkpoint, [&](const char* name, const auto& part) {
    if constexpr (std::is_same_v<decltype(part), const std::vector<double>&>)
      json[name] = list_json(part);
    else
      json[name] = to_json(part);
  });
  Account::each(checkpoint.simulation.account,
                [&](const char* name, const auto& number) { json["account"][name] = to_json(number); });
  json["checksum"] = checksum(json);
  return to_text(json);
}

RunCheckpoint read_checkpoint(const std::string& text, const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) -> Error {
    return {Error::Code::unreadable,
            "'" + file.string() + "' " + why,
            {},
            "leave out --resume to start from the beginning"};
  };
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || json.value("format", "") != format_name)
      throw refuse("is not a checkpoint that this version can read");
    return read_json(json);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw refuse("is damaged: it cannot be gone on from");
  }
}

std::optional<FinishedRun> finished_run(const std::filesystem::path& summary) {
  if (!tells_complete(summary)) return {};
  try {
    const Json json = read_without_units(read_file(summary, largest_summary));
    const Json& trouble = json.at("trouble");
    return FinishedRun{identity_from(json.at("run")), trouble.is_null() ? "" : trouble.get<std::string>()};
  } catch (const std::exception&) {  // not a summary of ours: nothing to go on with
    return {};
  }
}

}  // namespace alembert
