/// The recording inside a report, read by other means than those that wrote it.
#pragma once
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

namespace alembert {

/// What stands in the page's element, inflated.
inline std::string held_recording(const std::string& page) {
  const std::string before = "type=\"application/json\">";
  const std::size_t begin = page.find(before) + before.size();
  const std::string inside = page.substr(begin, page.find("</script>", begin) - begin);
  EXPECT_EQ(inside.find_first_of("<>&{"), std::string::npos);
  static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<Bytef> bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char letter : inside) {
    if (letter == '=') break;
    bits = (bits << 6U) | static_cast<unsigned>(alphabet.find(letter));
    if ((count += 6) >= 8) bytes.push_back(static_cast<Bytef>((bits >> static_cast<unsigned>(count -= 8)) & 255U));
  }
  std::string text(std::size_t{1} << 24U, '\0');
  uLongf size = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, bytes.data(), bytes.size()), Z_OK);
  text.resize(size);
  return text;
}

}  // namespace alembert
