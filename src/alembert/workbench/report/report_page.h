/// A recording (page/src/recording.ts) as a page: one HTML file that needs nothing else.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace alembert {

/// Whether this program was built with the page (CMake option ALEMBERT_PAGE).
bool has_page();
/// Throws Error (unsupported) where it was not, before work is done in vain.
void require_page();

/// The page with the recording in it, deflated. Nothing in the recording can end the element that it stands in,
/// whatever names and texts it holds; text that is not UTF-8 is shown with replacement characters. require_page()
/// first.
std::string report_page(const nlohmann::ordered_json& recording);

}  // namespace alembert
