/// The recording inside a report, read by other means than those that wrote it.
#pragma once
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "workbench/from_base64.h"

namespace alembert {

/// What stands in the page's element, inflated.
inline std::string held_recording(const std::string& page) {
  const std::string before = "type=\"application/json\">";
  const std::size_t begin = page.find(before) + before.size();
  const std::string inside = page.substr(begin, page.find("</script>", begin) - begin);
  EXPECT_EQ(inside.find_first_of("<>&{"), std::string::npos);
  const std::vector<std::uint8_t> bytes = testing::from_base64(inside);
  std::string text(std::size_t{1} << 24U, '\0');
  uLongf size = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, bytes.data(), bytes.size()), Z_OK);
  text.resize(size);
  return text;
}

}  // namespace alembert
