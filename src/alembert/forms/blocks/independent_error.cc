#include "alembert/forms/blocks/independent_error.h"

#include "alembert/core/text.h"

namespace alembert {

Error cannot_be_independent(const std::string& coordinate, const std::vector<std::string>& tied,
                            const std::vector<std::string>& rows, int freedom) {
  const std::string start = "--independent: '" + coordinate + "' cannot be independent";
  const std::string count = std::to_string(freedom) + (freedom == 1 ? " coordinate is free" : " coordinates are free");
  if (freedom == 0)
    return {Error::Code::bad_value,
            start + ": constraints and drives leave nothing free at this state",
            {},
            "all accelerations follow from them; with a drive taken out there is something to choose"};
  if (!tied.empty())
    return {Error::Code::bad_value,
            start + " together with " + join(tied, ", "),
            {},
            "constraints tie them to each other at this state: leave one out, " + count};
  return {Error::Code::bad_value,
          start + ": constraints alone decide its acceleration at this state",
          {},
          "leave it out, " + count + "; it stands in the rows " + join(rows, ", ")};
}

}  // namespace alembert
