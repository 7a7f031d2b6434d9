/// The matrices that forms of the equations of a model are made of, each derived when first asked for.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/analysis/derivation/symbol_values.h"
#include "alembert/core/error.h"
#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/state_space.h"

namespace alembert {

/// The graph of the model must be current in every call.
class FormMatrices {
 public:
  explicit FormMatrices(FormRequest request) : request_(std::move(request)) {}
  virtual ~FormMatrices() = default;
  FormMatrices(const FormMatrices&) = delete;
  FormMatrices& operator=(const FormMatrices&) = delete;

  virtual const Description& model() const = 0;
  /// With independent coordinates and unknown drives decided; with B and gamma where they are asked for. Throws the
  /// same Error again where they could not be derived before.
  const Blocks<Expr>& blocks(FormBlocks kind, bool with_B);
  /// Rates of all coordinates.
  virtual std::vector<CoordinateRate> rates() const = 0;
  /// Error (unsupported) where there is no form of this kind.
  virtual FormOptions<Expr> options(FormBlocks kind, const Blocks<Expr>& blocks) const = 0;

  /// What coordinates and speeds of closing joints are that stand in the system's formulas.
  virtual std::vector<FormDefinition> closing(const FormSystem<Expr>& system) const = 0;

  const FormRequest& request() const { return request_; }
  const SymbolValues& values() const { return values_; }  ///< at the request's state

 protected:
  virtual Blocks<Expr> make(FormBlocks kind) const = 0;

  FormRequest request_;
  SymbolValues values_;
  std::vector<std::string> redundant_;  ///< rows that follow from others everywhere: nothing is eliminated by them

 private:
  struct Kept {
    std::optional<Blocks<Expr>> blocks;
    std::optional<Error> error;
  };
  template <class Make>
  static const Blocks<Expr>& once(Kept& kept, const Make& make);

  std::array<Kept, 3> plain_;                   ///< [FormBlocks]
  std::array<std::array<Kept, 2>, 3> decided_;  ///< [FormBlocks][with B and gamma]
};

std::unique_ptr<FormMatrices> form_matrices(const MechanismSetup& setup, const FormRequest& request);
std::unique_ptr<FormMatrices> form_matrices(const Lagrangian& model, const LagrangeEquations& equations,
                                            const FormRequest& request);

}  // namespace alembert
