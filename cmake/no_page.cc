// In place of the page where it is not built (ALEMBERT_PAGE=OFF).
#include <string_view>

namespace alembert {

extern const std::string_view page_before;
extern const std::string_view page_after;
const std::string_view page_before;
const std::string_view page_after;

}  // namespace alembert
