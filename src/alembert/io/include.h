/// The files that a mechanism is read from: its own, and those that it includes. Internal to io/.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/io/toml/document.h"
#include "alembert/model/mechanism.h"
#include "alembert/spatial/transform.h"

namespace alembert {

/// One file of a mechanism, with what its names start with and what its ground is.
struct ModelFile {
  const Value* document = nullptr;  ///< of a .toml
  std::unique_ptr<Value> owned;     ///< the same, of an included one
  std::optional<Mechanism> robot;   ///< of a .urdf, with the prefix in its names
  std::filesystem::path folder;     ///< where the names of its files start
  std::string prefix;               ///< "left.", "left.hand."
  ModelFile* parent = nullptr;
  const Entry* include = nullptr;  ///< where the parent includes it
  bool free_base = false;

  // Filled while bodies are read.
  int ground = 0;                        ///< the body that is its ground
  int first_body = 0;                    ///< of a .urdf: what body 1 of it is in the whole
  bool own_ground = false;               ///< a body stands for its ground, held by a joint; both are named like it
  int on = 0;                            ///< what that joint holds it to
  Vec3<Expr> at;                         ///< its place there
  std::optional<Orientation> rotation;   ///< its axes there
  std::optional<Transform<Expr>> drawn;  ///< drawn pose of its ground in the world; absent: the world itself

  /// "left": its name in the parent.
  const std::string& name() const { return include->key; }
};

/// Deepest nesting of included files, and most files in all.
constexpr int deepest_include = 16;
constexpr std::size_t most_files = 1000;

/// The file itself first, then what it includes, each with its own right behind it. Formulas of .urdf files are made in
/// `graph`. `document` must outlive the result.
/// Throws Error with the place of the [include] for files that cannot be read, are not mechanisms, or include each
/// other.
std::vector<std::unique_ptr<ModelFile>> open_files(const Value& document, const std::filesystem::path& folder,
                                                   const std::shared_ptr<Graph>& graph);

/// The same files, those that are included before those that include them.
std::vector<ModelFile*> included_first(const std::vector<std::unique_ptr<ModelFile>>& files);

}  // namespace alembert
