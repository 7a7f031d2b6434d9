#include "alembert/io/include.h"

#include <algorithm>
#include <system_error>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/model_kind.h"
#include "alembert/io/toml/part_file.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/io/urdf/urdf_reader.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

fs::path canonical_path(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result;
}

/// Opens files depth first.
class Opener {
 public:
  explicit Opener(const std::shared_ptr<Graph>& graph) : graph_(graph) {}

  void open_root(const Value& document, const fs::path& folder) {
    auto file = std::make_unique<ModelFile>();
    file->document = &document;
    file->folder = folder;
    way_.push_back(canonical_path(document.at().file));
    add(std::move(file));
  }

  std::vector<std::unique_ptr<ModelFile>> files;

 private:
  void add(std::unique_ptr<ModelFile> file) {
    files.push_back(std::move(file));
    ModelFile& here = *files.back();
    if (here.document == nullptr) return;
    check_mechanism_keys(*here.document);
    for (const Entry& entry : entries_in(*here.document, "include")) open(here, entry);
  }

  void open(ModelFile& parent, const Entry& entry) {
    const std::string path = "[include." + entry.key + "]";
    const TableReader reader(entry.value, path, {"file", "base", "at", "rotation", "on", "set"});
    check_free_name(entry.key, entry.at());
    const Value& name = reader.need("file", "write file = \"arm.urdf\" or file = \"arm.toml\"");
    auto file = std::make_unique<ModelFile>();
    const fs::path target = parent.folder / reader.text("file", "");
    file->parent = &parent;
    file->include = &entry;
    file->prefix = parent.prefix + entry.key + ".";
    file->folder = target.parent_path();
    file->free_base = base_is_free(reader);
    check_limits(target, name.at());
    read(target, reader, *file);
    way_.push_back(canonical_path(target));
    add(std::move(file));
    way_.pop_back();
  }

  static bool base_is_free(const TableReader& reader) {
    const std::string base = reader.text("base", "fixed");
    if (base == "fixed" || base == "free") return base == "free";
    throw Error(Error::Code::bad_value, reader.path("base") + " is " + shown(base), reader.find("base")->at(),
                "write \"fixed\" or \"free\"");
  }

  void check_limits(const fs::path& target, const Source& at) const {
    const auto again = std::ranges::find(way_, canonical_path(target));
    if (again != way_.end()) {
      std::vector<std::string> names;
      for (auto it = again; it != way_.end(); ++it) names.push_back(it->filename().string());
      names.push_back(target.filename().string());
      throw Error(Error::Code::cyclic, "the files include each other: " + join(names, " -> "), at,
                  "remove one of the [include] tables");
    }
    if (way_.size() > static_cast<std::size_t>(deepest_include))
      throw Error(Error::Code::too_large,
                  "files include each other more than " + std::to_string(deepest_include) + " deep", at, {});
    if (files.size() >= most_files)
      throw Error(Error::Code::too_large, "more than " + std::to_string(most_files) + " files are included", at, {});
  }

  void read(const fs::path& target, const TableReader& reader, ModelFile& file) const {
    const std::string extension = lower_extension(target);
    const Source at = reader.find("file")->at();
    if (extension == ".toml" || extension == ".urdf") check_part_file(target, at);
    if (extension == ".toml") {
      file.owned = std::make_unique<Value>(read_toml(target));
      file.document = file.owned.get();
    } else if (extension == ".urdf") {
      if (const Value* set = reader.find("set"))
        throw Error(Error::Code::bad_value, reader.path("set") + ": a .urdf file has no parameters", set->at(),
                    "remove it");
      file.robot = read_urdf(target, {file.free_base, false, false, file.prefix}, graph_);
    } else {
      throw Error(Error::Code::unsupported, "'" + target.filename().string() + "' cannot be included", at,
                  ".toml and .urdf files can");
    }
  }

  const std::shared_ptr<Graph>& graph_;
  std::vector<fs::path> way_;  ///< the files from the first to the one being read
};

}  // namespace

std::vector<std::unique_ptr<ModelFile>> open_files(const Value& document, const fs::path& folder,
                                                   const std::shared_ptr<Graph>& graph) {
  Opener opener(graph);
  opener.open_root(document, folder);
  return std::move(opener.files);
}

std::vector<ModelFile*> included_first(const std::vector<std::unique_ptr<ModelFile>>& files) {
  std::vector<ModelFile*> order;
  const auto depth = [](const ModelFile* file) {
    int levels = 0;
    for (; file->parent != nullptr; file = file->parent) ++levels;
    return levels;
  };
  // A file waits for those behind it that are deeper: it comes when the next one is not below it.
  std::vector<ModelFile*> waiting;
  for (const std::unique_ptr<ModelFile>& file : files) {
    while (!waiting.empty() && depth(waiting.back()) >= depth(file.get())) {
      order.push_back(waiting.back());
      waiting.pop_back();
    }
    waiting.push_back(file.get());
  }
  order.insert(order.end(), waiting.rbegin(), waiting.rend());
  return order;
}

}  // namespace alembert
