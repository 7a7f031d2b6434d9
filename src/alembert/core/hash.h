/// A short fingerprint of text, to notice that it has changed. Not meant against people who want it to collide.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace alembert {

/// 64-bit FNV-1a. Text may come in pieces: the value is that of the whole.
/// Ref: Fowler, Noll, Vo, The FNV Non-Cryptographic Hash Algorithm (IETF draft).
class Hash64 {
 public:
  Hash64() = default;
  explicit Hash64(std::uint64_t value) : value_(value) {}

  void add(std::string_view text) {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// The value as 16 hexadecimal digits.
inline std::string hex(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; value >>= 4U) text[i] = digits[value & 15U];
  return text;
}

}  // namespace alembert
