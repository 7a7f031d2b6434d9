/// Eigen's sparse QR module, for the .cc files of this folder alone: no Eigen type appears in a header.
#pragma once

// g++ 12 takes the deliberately undefined registers of its own AVX-512 intrinsics for mistakes (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <Eigen/SparseQR>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
