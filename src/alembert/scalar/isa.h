/// The instruction set this translation unit is compiled for, as the name of an inline namespace.
///
/// The library may hold the same Pack code several times, each copy in a translation unit with its own -m flags. The
/// linker keeps one copy of an inline function per name, so without different names an AVX-512 body could be called
/// on a machine that has none. Everything in scalar/ that depends on the instruction set therefore lives in
/// `alembert::ALEMBERT_ISA`; being inline, it is still written `alembert::Pack<8>`. A mismatch is a link error.
#pragma once

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define ALEMBERT_ISA avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define ALEMBERT_ISA avx2
#elif defined(__AVX__)
#define ALEMBERT_ISA avx
#elif defined(__SSE2__)
#define ALEMBERT_ISA sse2
#elif defined(__aarch64__)
#define ALEMBERT_ISA neon
#else
#define ALEMBERT_ISA plain
#endif
