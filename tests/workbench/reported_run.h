/// A short run of a model and what its report says about it.
#pragma once
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/workbench/report/report_frames.h"
#include "alembert/workbench/report/report_motion.h"
#include "alembert/workbench/report/report_table.h"
#include "alembert/workbench/tables/columns.h"
#include "workbench/from_base64.h"

namespace alembert::testing {

/// Little-endian numbers as the page reads them.
template <class Float, class Bits>
std::vector<double> unpack(const std::string& text) {
  const std::vector<std::uint8_t> bytes = from_base64(text);
  std::vector<double> values;
  for (std::size_t i = 0; i + sizeof(Bits) <= bytes.size(); i += sizeof(Bits)) {
    Bits bits = 0;
    for (std::size_t k = 0; k < sizeof(Bits); ++k) bits |= static_cast<Bits>(bytes[i + k]) << (8 * k);
    values.push_back(static_cast<double>(std::bit_cast<Float>(bits)));
  }
  return values;
}

class ReportedRun {
 public:
  /// @param rows  of the run: the model's own step, from its start
  ReportedRun(const std::filesystem::path& file, std::size_t rows, std::size_t most_frames = 2000)
      : bench_(file), system_(bench_.system()), hybrid_(*system_), columns_(bench_, *system_, false) {
    SimulateOptions how;
    how.output_step = simulate_numbers(bench_.model()).step;
    how.end_time = static_cast<double>(rows - 1) * how.output_step;
    const Point start = bench_.point("", "", 0.0);
    const System& moving = hybrid_.needed() ? static_cast<const System&>(hybrid_) : *system_;
    std::vector<std::vector<double>> table;
    simulate(moving, {start.t, start.q, start.v, start.z}, how, [&](const Row& row) {
      const std::span<const double> values = columns_.values(row);
      table.emplace_back(values.begin(), values.end());
      return true;
    });
    rows_ = std::make_unique<ReportRows>(columns_.names().size(), table.size(), most_frames);
    for (const std::vector<double>& row : table) rows_->add(row);
    recording_["table"] = report_table(columns_, *rows_);
    report_motion(bench_, *system_, *rows_, recording_);
  }

  Workbench& bench() { return bench_; }
  const ReportRows& rows() const { return *rows_; }
  const RunColumns& columns() const { return columns_; }
  Json& recording() { return recording_; }
  Json& motion() { return recording_["motion"]; }
  ReportFrames frames() const { return {dynamic_cast<const MechanismSystem&>(*system_), *rows_}; }
  double column(const std::string& name, std::size_t frame) const { return rows_->frame(frame)[columns_.find(name)]; }

  double value(const Json& packed, std::size_t frame) const {
    return packed.is_string() ? unpack<float, std::uint32_t>(packed.get<std::string>()).at(frame)
                              : packed.get<double>();
  }
  Vec3<double> vector(const Json& packed, std::size_t frame) const {
    return {value(packed.at(0), frame), value(packed.at(1), frame), value(packed.at(2), frame)};
  }
  Json& named(const char* list, const std::string& name, const std::string& kind = "") {
    for (Json& one : motion()[list])
      if (one["name"] == name && (kind.empty() || one["kind"] == kind)) return one;
    throw std::runtime_error("no " + name + " in " + list);
  }
  Transform<double> pose(const Json& body, std::size_t frame) const {
    const Json& q = body.at("orientation");
    const Quaternion<double> turn{value(q.at(0), frame), value(q.at(1), frame), value(q.at(2), frame),
                                  value(q.at(3), frame)};
    return {rotation(normalized(turn)), vector(body.at("position"), frame)};
  }

 private:
  Workbench bench_;
  std::unique_ptr<System> system_;
  HybridSystem hybrid_;
  RunColumns columns_;
  std::unique_ptr<ReportRows> rows_;
  Json recording_;
};

/// A model file for the time of a test.
class ModelFile {
 public:
  explicit ModelFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("alembert-report-" + std::to_string(std::hash<std::string>()(text)) + ".toml")) {
    std::ofstream(path_) << text;
  }
  ~ModelFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path example_file(const std::string& name) {
  return std::filesystem::path(ALEMBERT_SOURCE_DIR) / "examples" / name;
}

}  // namespace alembert::testing
