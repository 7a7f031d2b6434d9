/// Owners of SUNDIALS objects, for the source files of methods built on SUNDIALS; headers for others do not include it.
#pragma once
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace alembert::sundials_handles {

static_assert(std::is_same_v<realtype, double>, "SUNDIALS must be built for double precision");

/// What all objects of one solver share. Outlives them; one thread at a time.
class Context {
 public:
  Context() {
    if (SUNContext_Create(nullptr, &context_) != 0) throw std::bad_alloc();
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { SUNContext_Free(&context_); }
  SUNContext get() const { return context_; }

 private:
  SUNContext context_ = nullptr;
};

template <auto destroy>
struct Destroy {
  template <class T>
  void operator()(T* object) const {
    destroy(object);
  }
};

using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Destroy<N_VDestroy>>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Destroy<SUNMatDestroy>>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Destroy<SUNLinSolFree>>;

/// The memory of CVODE or IDA, freed by CVodeFree or IDAFree.
template <void (*destroy)(void**)>
class SolverMemory {
 public:
  SolverMemory() = default;
  explicit SolverMemory(void* memory) : memory_(memory) {
    if (!memory_) throw std::bad_alloc();
  }
  SolverMemory(const SolverMemory&) = delete;
  SolverMemory& operator=(const SolverMemory&) = delete;
  ~SolverMemory() {
    if (memory_) destroy(&memory_);
  }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

/// Takes over what a SUNDIALS constructor returned, which is null when memory is short:
/// owned<Vector>(N_VNew_Serial(...)).
template <class Owner>
Owner owned(typename Owner::pointer object) {
  if (!object) throw std::bad_alloc();
  return Owner(object);
}

/// The numbers of a serial vector.
inline std::span<double> numbers(N_Vector x) {
  return {N_VGetArrayPointer(x), static_cast<std::size_t>(N_VGetLength(x))};
}

}  // namespace alembert::sundials_handles
