/// The certificate as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/analysis/certificate.h"

namespace alembert {

/// Keys: passed, states, seed, checks (name, residual, tolerance, passed, note); `passed` of a check that was not done
/// is null. The same for `alembert check --json` and for pages.
nlohmann::ordered_json certificate_json(const Certificate& certificate, const CertifyOptions& options);

}  // namespace alembert
