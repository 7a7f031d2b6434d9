#include "alembert/workbench/report/report_page.h"

#include <zlib.h>

#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/io/tables/json.h"
#include "alembert/workbench/report/report_packing.h"

namespace alembert {

// Of the source that page/build.mjs makes, or of cmake/no_page.cc.
extern const std::string_view page_before;
extern const std::string_view page_after;

namespace {

/// Deflated, as the page reads it: formulas and names repeat themselves, and base64 holds nothing that could end the
/// element it stands in.
std::string deflated(const std::string& text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::vector<std::uint8_t> bytes(size);
  const auto* from = reinterpret_cast<const Bytef*>(text.data());
  if (compress2(bytes.data(), &size, from, static_cast<uLong>(text.size()), Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();  // the only way in which it can fail
  return base64(std::span(bytes).first(size));
}

}  // namespace

bool has_page() { return !page_before.empty(); }

void require_page() {
  if (has_page()) return;
  throw Error(Error::Code::unsupported, "this program was built without the page for reports", {},
              "configure it with -DALEMBERT_PAGE=ON (needs nodejs and npm), or ask for another format");
}

std::string report_page(const Json& recording) {
  require_page();
  std::string page(page_before);
  page += deflated(recording.dump(-1, ' ', false, Json::error_handler_t::replace));
  page += page_after;
  return page;
}

}  // namespace alembert
